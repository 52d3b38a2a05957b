import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'

/** Two files of this size at most, the present one and the one before. */
const MOST_BYTES = 32 * 1024

/** Why a hook gave nothing, in a line of `hook.log`: a code, and what our own errors say. Never the words of a session, never fails. */
export const logHook = (app: Pick<App, 'home' | 'now'>, agent: string, reason: unknown): void => {
  try {
    const path = join(app.home, 'hook.log')
    rotate(path)
    const line = `${new Date(app.now()).toISOString()} ${plain(agent)} ${plain(describe(reason))}\n`
    // One write of a short line: processes that log at the same moment do not mix their words.
    appendFileSync(path, line, { mode: 0o600 })
  } catch {
    // Without a home, or without the right to write there, there is nowhere to say so.
  }
}

const rotate = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false })
  // Writing to a pipe that nobody reads would wait for ever.
  if (found !== undefined && !found.isFile()) throw new Error('not a file')
  const size = found?.size ?? 0
  if (size > MOST_BYTES) renameSync(path, `${path}.old`)
}

const describe = (reason: unknown): string => {
  if (typeof reason === 'string') return reason
  if (reason instanceof AppError)
    return `${reason.code}: ${reason.message}${reason.hint === undefined ? '' : `; ${reason.hint}`}`
  // What others say may quote what they were working on.
  const code = typeof reason === 'object' && reason !== null && 'code' in reason ? ` ${String(reason.code)}` : ''
  return `unexpected: ${reason instanceof Error ? reason.name : typeof reason}${code}`
}

const MOST_CHARS = 300

/** A line stays a line. */
const plain = (text: string): string => text.slice(0, MOST_CHARS).replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, ' ')
