import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reply } from '../../src/scripted-model/script.ts'
import { serveMockModel } from '../../src/scripted-model/serve.ts'
import { installerNamed } from '../../src/interfaces/hooks/install-registry.ts'
import { type Check, check, countIn, same } from './checks.ts'
import { type Given, prepareGiven } from './given.ts'
import { CACHE, type Installed } from './install.ts'
import type { Address, Mode, Partner } from './partner.ts'
import { lateHooks, type Played, type Requests, slugOf } from './play.ts'
import { FAILING } from './scenario.ts'
import { makeWorkplace, WARMSTART, type Workplace } from './workplace.ts'

const MESSAGE = 'Please look after the cart of the shop.'

/**
 * What a session is told: a session with a call that works and one that fails, after `warmstart install`; then what is read of it, and
 * `--undo`. Needs of the agent's player no more than how it is asked and how it runs a command.
 */
export const playDelivery = async (partner: Partner, mode: Mode, installed: Installed): Promise<Played> => {
  const place = makeWorkplace(join(CACHE, 'play', `${slugOf(mode.title)}-told`))
  const given = await prepareGiven(place)
  const replies = repliesOf(mode)
  const server = await serveMockModel(
    { rules: [{ when: { contextContains: MESSAGE }, per: 'server', replies }], otherwise: { text: 'In short: done.' } },
    { keepRequests: 500 },
  )
  try {
    const at: Address = { model: server.address, project: place.project, warmstart: WARMSTART }
    for (const [path, text] of Object.entries(mode.settings(at))) place.write(path, text)
    const files = await filesOf(place, partner.name)
    const before = stateOf(files)
    await place.warmstart('install', partner.name)
    const { code, stderr } = await place.run(installed.program, mode.ask(MESSAGE), { env: mode.env?.(at) ?? {} })
    const asked = server.requests().filter(({ by }) => by.startsWith('rules'))
    const checks = [
      check('session', 'the agent ran to its end', code === 0, `code ${code}: ${stderr.slice(-400)}`),
      ...(await checkTold(place, partner, { given, asked: withoutTitles(asked) })),
      ...(await checkReadBack(place, partner)),
    ]
    await place.warmstart('install', partner.name, '--undo')
    checks.push(same('undo', '`install --undo` restored every file to the byte', stateOf(files), before))
    const hooks = await lateHooks(place)
    return { title: toldTitle(mode), version: installed.version, checks, hooks }
  } finally {
    await server.close()
  }
}

/** The row of its own that it has in the results. */
export const toldTitle = ({ title }: Mode): string => `${title}, told`

/** The last one fails. */
const COMMANDS = ['echo fine', FAILING]

const repliesOf = (mode: Mode): Reply[] => [
  ...COMMANDS.map((command) => ({ calls: mode.write([{ kind: 'shell', command }])?.calls ?? [] })),
  { text: 'The cart is in order.' },
]

/** A request without tools is for a title or a summary beside the conversation. */
const withoutTitles = (requests: Requests): Requests => requests.filter(({ body }) => countKey(body, 'tools') > 0)

const countKey = (value: unknown, key: string): number =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? 1 : 0

const checkTold = async (
  place: Workplace,
  { name }: Partner,
  { given, asked }: { given: Given; asked: Requests },
): Promise<Check[]> => {
  const { moments } = (await installerNamed(name)).about
  // Some agents write the angle brackets of a hook as HTML does.
  const forms = (mark: string): string[] => [...new Set([mark, mark.replaceAll('<', '&lt;').replaceAll('>', '&gt;')])]
  const counts = (mark: string): number[] =>
    asked.map(({ body }) => forms(mark).reduce((sum, form) => sum + countIn(body, form), 0))
  const hints = asked.map((_, index) => (moments.failure !== undefined && index >= COMMANDS.length ? 1 : 0))
  const { entries } = JSON.parse(await place.warmstart('ledger', '--json')) as {
    entries: { event: string; source: string }[]
  }
  const told = entries.filter(({ source }) => source === name).map(({ event }) => event)
  return [
    check('given', 'the conversation was held', asked.length === COMMANDS.length + 1, `${asked.length} requests`),
    same(
      'given',
      'the text stands in every request once',
      counts(given.seedMark),
      asked.map(() => 1),
    ),
    same('given', 'the hint stands in every request after the failed call once', counts(given.hintMark), hints),
    check(
      'given',
      'the ledger says what was given',
      told.some((event) => event === 'session-start' || event === 'prompt') &&
        told.includes('failed-call') === (moments.failure !== undefined),
      JSON.stringify(entries),
    ),
  ]
}

/** Our own words stand in what the agent wrote down: they are neither a person's nor what a command printed. */
const checkReadBack = async (place: Workplace, { name }: Partner): Promise<Check[]> => {
  await place.warmstart('sync')
  const sessions = recordsIn(await place.warmstart('sessions', '--json', '--source', name))
  const calls = recordsIn(await place.warmstart('calls', '--json', '--source', name))
    .toSorted((one, other) => Number(one['position']) - Number(other['position']))
    .map(({ outcome, cause, rung }) => ({ outcome, cause, isByText: rung === 'text' }))
  return [
    same(
      'session',
      'one message of a person was read',
      sessions.map(({ userMessages }) => userMessages),
      [1],
    ),
    same('calls', 'the calls of a session that was told end as those of any other', calls, [
      { outcome: 'ok', cause: null, isByText: false },
      { outcome: 'error', cause: 'agent', isByText: false },
    ]),
  ]
}

const recordsIn = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Every file that `install` would touch, and the directories that it may have to make. */
const filesOf = async (place: Workplace, agent: string): Promise<string[]> => {
  const { files } = JSON.parse(await place.warmstart('install', agent, '--dry-run', '--json')) as {
    files: { path: string }[]
  }
  return [...new Set(files.flatMap(({ path }) => [path, `${path}.warmstart-backup`, dirname(path)]))]
}

const stateOf = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    paths.map((path) => {
      if (!existsSync(path)) return [path, 'not there']
      try {
        return [path, readFileSync(path, 'utf8')]
      } catch {
        return [path, 'a directory']
      }
    }),
  )
