import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reply, Script } from '../../src/scripted-model/script.ts'
import { type MockModel, serveMockModel } from '../../src/scripted-model/serve.ts'
import { type Check, checkDelivery, checkPrefill, checkReading, checkServer, check } from './checks.ts'
import { prepareGiven } from './given.ts'
import { CACHE, type Installed } from './install.ts'
import type { Address, Mode, Partner } from './partner.ts'
import { type Expected, STEPS } from './scenario.ts'
import { makeWorkplace, WARMSTART, type Workplace } from './workplace.ts'

/** What came of one mode of an agent. */
export interface Played {
  title: string
  version: string
  checks: Check[]
  /** Undefined where there are none. */
  hooks: HookRuns | undefined
}

/** How many hooks ran, and how many of them came too late to give anything. */
export interface HookRuns {
  late: number
  runs: number
}

/** The calls of a play, and what should be read of them. */
export interface Part {
  replies: Reply[]
  expected: (Expected & { tool: string; about: string })[]
}

const FIRST = 'Please look after the cart of the shop.'
const SECOND = 'Now go on with the second half.'

/** Plays all that an agent can do in this mode, and holds it against what we read and gave. */
export const playMode = async (partner: Partner, mode: Mode, installed: Installed): Promise<Played> => {
  const checks: Check[] = []
  const place = makeWorkplace(join(CACHE, 'play', slugOf(mode.title)))
  const given = await prepareGiven(place)
  const part = partOf(mode)
  const server = await serveMockModel(scriptOf(mode, part), { keepRequests: 2_000 })
  try {
    const at: Address = { model: server.address, project: place.project, warmstart: WARMSTART }
    for (const [path, text] of Object.entries(mode.settings(at))) place.write(path, text)
    const before = settingsOf(place, mode)
    if (mode.installs !== undefined) await place.warmstart('install', partner.name)
    const run = (words: string[]) => place.run(installed.program, words, { env: mode.env?.(at) ?? {} })
    if (mode.addServer !== undefined) await run(mode.addServer(WARMSTART))
    const asked = await run(mode.ask(FIRST))
    checks.push(
      check('session', 'the agent ran to its end', asked.code === 0, `code ${asked.code}: ${asked.stderr.slice(-400)}`),
    )
    checks.push(...(await checkReading(place, partner, { mode, part, version: installed.version })))
    checks.push(...checkServer(mode, server.requests(), part))
    if (mode.delivers === 'prefill') checks.push(...checkPrefill(server.requests(), part))
    if (mode.delivers === 'hooks') {
      const isCompacted = await compactSession(mode, run, { session: await newestSession(place), message: SECOND })
      checks.push(...(await checkDelivery(place, { given, requests: server.requests(), part, isCompacted })))
    }
    if (mode.installs !== undefined) {
      await place.warmstart('install', partner.name, '--undo')
      checks.push(
        check('undo', '`install --undo` restored the settings to the byte', settingsOf(place, mode) === before, ''),
      )
    }
  } finally {
    await server.close()
  }
  const hooks = mode.delivers === 'hooks' ? await lateHooks(place) : undefined
  return { title: mode.title, version: installed.version, checks, hooks }
}

export const slugOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const lateHooks = async (place: Workplace): Promise<HookRuns> => {
  const { hooks } = JSON.parse(await place.warmstart('ledger', '--json')) as { hooks: HookRuns | null }
  return { late: hooks?.late ?? 0, runs: hooks?.runs ?? 0 }
}

/** What `warmstart install` changes, as it stands now. */
export const settingsOf = ({ home }: Workplace, { installs }: Mode): string | undefined => {
  const path = join(home, installs ?? '')
  return installs !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The tokens differ from answer to answer, so that a sum tells which were counted. */
const partOf = (mode: Mode): Part => {
  const part: Part = { replies: [], expected: [] }
  for (const { wanted, expected } of STEPS) {
    const written = mode.write(wanted)
    if (written === undefined) continue
    const usage = usageAt(part.replies.length)
    part.replies.push({ calls: written.calls, usage, ...(part.replies.length === 0 ? { text: 'I begin.' } : {}) })
    for (const [index, one] of wanted.entries()) {
      const due = mode.records?.(one) ?? expected[index] ?? { outcome: 'unknown' }
      part.expected.push({ ...due, tool: written.tools[index] ?? '', about: JSON.stringify(one) })
    }
  }
  part.replies.push({ text: 'The first half is done.', usage: usageAt(part.replies.length) })
  return part
}

const usageAt = (index: number) => ({
  inputTokens: 1_000 + 10 * index,
  outputTokens: 20 + index,
  cacheReadTokens: index === 0 ? 0 : 300 + index,
})

const scriptOf = (mode: Mode, part: Part): Script => ({
  rules: [
    { when: { contextContains: SECOND }, per: 'server', replies: goingOnReplies(mode) },
    { when: { contextContains: FIRST }, per: 'server', replies: part.replies },
  ],
  // Summaries of compactions, titles, and whatever else an agent asks beside the conversation.
  otherwise: { text: 'In short: the first half is done.', usage: { inputTokens: 900, outputTokens: 9 } },
})

/** A call and an end; where the agent compacts by itself, the call comes with a model that says it has read too much. */
export const goingOnReplies = (mode: Mode): Reply[] => {
  const { compact } = mode
  const calls = mode.write([{ kind: 'shell', command: 'echo second' }])?.calls ?? []
  const inputTokens = compact !== undefined && 'usedTokens' in compact ? compact.usedTokens : 1_500
  return [
    { calls, usage: { inputTokens, outputTokens: 30 } },
    { text: 'The second half is done.', usage: { inputTokens: 1_600, outputTokens: 31 } },
  ]
}

/** Continues a session so that it is compacted on the way; false where the agent cannot be made to. */
export const compactSession = async (
  mode: Mode,
  run: (words: string[]) => ReturnType<Workplace['run']>,
  { session, message }: { session: string | undefined; message: string },
): Promise<boolean> => {
  if (mode.goOn === undefined || mode.compact === undefined || session === undefined) return false
  if ('words' in mode.compact) await run(mode.goOn(mode.compact.words, session))
  await run(mode.goOn(message, session))
  return true
}

const newestSession = async (place: Workplace): Promise<string | undefined> => {
  const [line = ''] = (await place.warmstart('sessions', '--json')).split('\n')
  return line === '' ? undefined : (JSON.parse(line) as { session: string }).session
}

export type Requests = ReturnType<MockModel['requests']>
