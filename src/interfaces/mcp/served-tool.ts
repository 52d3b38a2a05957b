import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { AgentTool } from '../../verbs/warm-session/operation.ts'
import { failedAnswer } from '../../verbs/warm-session/answers-operation.ts'
import type { Connection } from '../../store/connection.ts'
import { readTexts, type TextParameters } from './read-texts.ts'

/** A tool, with what a client needs to know before a model may call it. */
export interface ServedTool extends AgentTool {
  title: string
  /** Words by which a client's tool search finds this tool. */
  searchHint: string
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint: false }
}

/** How a session got something through this server, as the ledger records it. */
export const HOW = 'mcp'

type Run = (app: App, store: Connection, texts: Record<string, string>) => Promise<Record<string, unknown>>

/** Makes a tool of texts and numbers: a returned value is a success, a thrown error is a failure. */
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

/** A write may wait longer for a busy store, but an agent in the middle of a task does not. */
const LONGEST_WAIT_MS = 10_000

/** After the time limit the work goes on, and may be done when the agent asks again. */
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
