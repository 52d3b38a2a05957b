import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { hashOf } from '../../lib/hash.ts'

type Home = Pick<App, 'home' | 'now'>

/** Each log has at most two files of this size, the current and the previous one. */
const MOST_BYTES = 32 * 1024

/**
 * Writes to `hook.log` why a hook gave nothing: a code, and the text of our own errors. Never writes text of a
 * session, never fails.
 */
export const logHook = (app: Home, agent: string, reason: unknown): void =>
  appendTo(app, 'hook.log', `${plain(agent)} ${plain(describe(reason))}`)

const appendTo = ({ home, now }: Home, name: string, words: string): void => {
  try {
    const path = join(home, name)
    rotate(path)
    // A short line in one write: lines of processes that log at the same moment do not mix.
    appendFileSync(path, `${new Date(now()).toISOString()} ${words}\n`, { mode: 0o600 })
  } catch {
    // Without a writable home, there is nowhere to report this.
  }
}

const rotate = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  // Writing to a pipe without a reader would wait for ever.
  if (found !== undefined && !found.isFile()) throw new Error('not a file')
  const size = found?.size ?? 0
  if (size > MOST_BYTES) renameSync(path, `${path}.old`)
}

const describe = (reason: unknown): string => {
  if (typeof reason === 'string') return reason
  if (reason instanceof AppError)
    return `${reason.code}: ${reason.message}${reason.hint === undefined ? '' : `; ${reason.hint}`}`
  // Errors of other code may quote the session, so only their code is logged.
  const code = typeof reason === 'object' && reason !== null && 'code' in reason ? ` ${String(reason.code)}` : ''
  return `unexpected: ${reason instanceof Error ? reason.name : typeof reason}${code}`
}

const MOST_CHARS = 300

/** Keeps the text on one line. */
const plain = (text: string): string => text.slice(0, MOST_CHARS).replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, ' ')

/** The result of a hook at a moment that can make a session warm. */
export interface HookRun {
  agent: string
  /** Undefined: the time was over before the agent had named the session. */
  sessionKey: string | undefined
  result: 'in-time' | 'late'
}

const RUNS = 'hook-runs.log'

/** Writes one run to `hook-runs.log`: the time, the agent, a digest of the session and the result. Never fails. */
export const noteHookRun = (app: Home, { agent, sessionKey, result }: HookRun): void =>
  appendTo(app, RUNS, `${plain(agent)} ${sessionKey === undefined ? '-' : digestOf(sessionKey)} ${result}`)

const digestOf = (sessionKey: string): string => hashOf('hook', sessionKey)

/** How often hooks came too late, over the runs that are still in the log. */
export interface HookFigures {
  runs: number
  late: number
  /** Sessions whose last run was late: they have got nothing so far, and their next message is the next try. */
  sessionsMissed: number
  /** The time of the first of these runs. */
  since: string
}

/** How often hooks came too late; undefined if none has run yet or the log cannot be read. */
export const readHookFigures = (home: string): HookFigures | undefined => {
  const runs = runsIn(home)
  const [first] = runs
  if (first === undefined) return undefined
  const last = new Map(runs.filter(({ session }) => session !== '-').map(({ session, result }) => [session, result]))
  return {
    runs: runs.length,
    late: runs.filter(({ result }) => result === 'late').length,
    sessionsMissed: [...last.values()].filter((result) => result === 'late').length,
    since: first.at,
  }
}

/** Whether a hook of this session came too late, as far back as the log goes. */
export const wasHookLate = (home: string, sessionKey: string): boolean => {
  const session = digestOf(sessionKey)
  return runsIn(home).some((run) => run.session === session && run.result === 'late')
}

const RUN_LINE = /^(\d{4}-\d\d-\d\dT\S{1,20}) \S{1,100} (\S{1,40}) (in-time|late)$/

const runsIn = (home: string): { at: string; session: string; result: string }[] =>
  [`${RUNS}.old`, RUNS].flatMap((name) =>
    textIn(join(home, name))
      .split('\n')
      .flatMap((line) => {
        const [, at, session, result] = RUN_LINE.exec(line) ?? []
        return at === undefined || session === undefined || result === undefined ? [] : [{ at, session, result }]
      }),
  )

const textIn = (path: string): string => {
  try {
    const found = statSync(path)
    return found.isFile() && found.size <= 4 * MOST_BYTES ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
