import { isDeepStrictEqual } from 'node:util'
import { CLOSING } from '../../src/provision/seed.ts'
import type { Given } from './given.ts'
import type { Mode, Partner } from './partner.ts'
import type { Part, Requests } from './play.ts'
import { FAILING } from './scenario.ts'
import type { Workplace } from './workplace.ts'

/** Something that should hold, and what was found instead where it does not. */
export interface Check {
  topic: Topic
  what: string
  isOk: boolean
  detail: string
}

/** What a check is about, as the columns of the results. */
export const TOPICS = ['calls', 'session', 'lessons', 'given', 'mcp', 'undo', 'experiment'] as const
export type Topic = (typeof TOPICS)[number]

export const check = (topic: Topic, what: string, isOk: boolean, detail: string): Check => ({
  topic,
  what,
  isOk,
  detail: isOk ? '' : detail.replaceAll(/\s+/g, ' ').slice(0, 600),
})

export const same = (topic: Topic, what: string, found: unknown, wanted: unknown): Check =>
  check(topic, what, isDeepStrictEqual(found, wanted), `found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)

interface ListedCall {
  session: string
  tool: string
  outcome: string
  cause: string | null
  masked: boolean
  subject: string
  position: number
  rule: string
}

/** Call by call: what `sync` read of the session against what was played. */
export const checkReading = async (
  place: Workplace,
  { name }: Partner,
  { mode, part, version }: { mode: Mode; part: Part; version: string },
): Promise<Check[]> => {
  const synced = JSON.parse(await place.warmstart('sync', '--json')) as Record<string, unknown>
  const sessions = linesOf(await place.warmstart('sessions', '--json', '--source', name))
  const [session] = sessions as { session: string; [field: string]: unknown }[]
  if (session === undefined) return [check('session', 'the session was read', false, JSON.stringify(synced))]
  const listed = linesOf(await place.warmstart('calls', '--json', '--session', session.session)) as ListedCall[]
  const calls = listed.toSorted((a, b) => a.position - b.position)
  const tokens = part.replies.reduce(
    (sum, { usage }) => ({
      input: sum.input + (usage?.inputTokens ?? 0),
      output: sum.output + (usage?.outputTokens ?? 0),
      cacheRead: sum.cacheRead + (usage?.cacheReadTokens ?? 0),
    }),
    { input: 0, output: 0, cacheRead: 0 },
  )
  const found = session['tokens'] as Record<string, number | null>
  const issues = (JSON.parse(await place.warmstart('doctor', '--json')) as { issues: unknown[] }).issues
  return [
    same('session', 'one session was read', sessions.length, 1),
    same('calls', 'every call was read once', calls.length, part.expected.length),
    ...part.expected.map(({ tool, about, outcome, cause, isMasked }, index) => {
      const call = calls[index]
      const read = { tool: call?.tool, outcome: call?.outcome, cause: call?.cause, masked: call?.masked }
      const wanted = { tool, outcome, cause: cause ?? null, masked: isMasked === true }
      return check(
        about.includes('"mcp"') ? 'mcp' : 'calls',
        `${about} is ${outcome}${cause === undefined ? '' : ` (${cause})`}${isMasked === true ? ', masked' : ''}`,
        isDeepStrictEqual(read, wanted),
        `found ${JSON.stringify({ ...read, rule: call?.rule, subject: call?.subject })}, not ${JSON.stringify(wanted)}`,
      )
    }),
    same(
      'session',
      'tokens',
      { input: found['input'], output: found['output'], cacheRead: found['cacheRead'] },
      tokens,
    ),
    same('session', 'model', session['model'], mode.model),
    same('session', 'project', session['project'], place.project),
    ...(mode.recordsVersion ? [same('session', 'version', session['agentVersion'], version)] : []),
    same('session', 'no issue', issues, []),
  ]
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

/** Our MCP tools were seen by the model. That they were called is among the calls. */
export const checkServer = (mode: Mode, requests: Requests, part: Part): Check[] => {
  if (mode.serverTool === undefined) return []
  const said = requests.slice(0, part.replies.length).map(({ body }) => JSON.stringify(body))
  return [
    check(
      'mcp',
      `the model was shown ${mode.serverTool}`,
      said.some((text) => text.includes(mode.serverTool ?? '')),
      '',
    ),
  ]
}

/** Messages before every conversation stand in every request once. */
export const checkPrefill = (requests: Requests, part: Part): Check[] => {
  const counts = requests.slice(0, part.replies.length).map(({ body }) => countIn(body, CLOSING))
  return [
    same(
      'given',
      'the prefill stands in every request once',
      counts,
      counts.map(() => 1),
    ),
  ]
}

/** What a hook gives stands in every request once, also behind a compaction, and the ledger says so. */
export const checkDelivery = async (
  place: Workplace,
  { given, requests, part, isCompacted }: { given: Given; requests: Requests; part: Part; isCompacted: boolean },
): Promise<Check[]> => {
  const counts = (mark: string, among: Requests): number[] => among.map(({ body }) => countIn(body, mark))
  const first = requests.slice(0, part.replies.length)
  const failed = part.expected.findIndex(({ about }) => about.includes(FAILING))
  const last = requests.at(-1)
  const entries = (JSON.parse(await place.warmstart('ledger', '--json')) as { entries: { event: string }[] }).entries
  const events = entries.map(({ event }) => event)
  return [
    same(
      'given',
      'the text of the hook stands in every request once',
      counts(given.seedMark, first),
      first.map(() => 1),
    ),
    same(
      'given',
      'the hint stands in every request after the failed call once',
      counts(given.hintMark, first),
      first.map((_, index) => (index > failed ? 1 : 0)),
    ),
    ...(isCompacted
      ? [
          same(
            'given',
            'after the compaction the text stands in the request once',
            countIn(last?.body, given.seedMark),
            1,
          ),
          check(
            'given',
            'the compaction took the calls out',
            countIn(last?.body, 'shop-linter') === 0,
            'they are still there',
          ),
        ]
      : []),
    same(
      'given',
      'the ledger says what was given',
      events.toSorted(),
      [...(isCompacted ? ['compaction'] : []), 'failed-call', 'session-start'].toSorted(),
    ),
  ]
}

/** How often words stand in the texts of a request, whatever they are packed in. */
export const countIn = (value: unknown, words: string): number => {
  if (typeof value === 'string') return value.split(words).length - 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + countIn(one, words), 0)
}
