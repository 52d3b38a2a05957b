import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { AgentTool } from '../../verbs/warm-session/operation.ts'
import { failedAnswer } from '../../verbs/warm-session/answers-operation.ts'
import type { Connection } from '../../store/connection.ts'
import { readTexts, type TextParameters } from './read-texts.ts'

/** A tool with what a client wants to know before it lets a model call it. */
export interface ServedTool extends AgentTool {
  title: string
  /** Words by which a client's search over tools finds this one. */
  searchHint: string
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: false }
}

/** Written into the ledger as the way by which a session got something. */
export const HOW = 'mcp'

type Run = (app: App, store: Connection, texts: Record<string, string>) => Promise<Record<string, unknown>>

/** A tool of texts and numbers: what it returns is a success, what it throws is not. */
export const textTool = (
  { parameters, ...about }: Omit<ServedTool, 'run' | 'parameters'> & { parameters: TextParameters },
  run: Run,
): ServedTool => ({
  ...about,
  parameters: { ...parameters },
  run: async (app, store, args) => {
    try {
      return { success: true, ...(await inTime(run(app, store, readTexts(args ?? {}, parameters)))) }
    } catch (error) {
      return failedAnswer(error)
    }
  },
})

/** A write waits longer for a store that is in use; an agent in the middle of a task does not. */
const LONGEST_WAIT_MS = 10_000

/** What is under way goes on, and may be done when it is asked for again. */
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const done = new AbortController()
  const late = async (): Promise<never> => {
    await sleep(LONGEST_WAIT_MS, undefined, { signal: done.signal })
    throw new AppError('store-busy', `the store was busy for ${LONGEST_WAIT_MS / 1000} s`, {
      hint: 'go on without it, or try again later',
    })
  }
  try {
    return await Promise.race([work, late()])
  } finally {
    done.abort()
  }
}

export const SESSION_KEY = {
  type: 'string',
  description:
    'Id of this session, the same in every call. With it the choice can be repeated, is written down, and its outcome can be reported.',
} as const
