import { AppError } from '../lib/error.ts'
import type { Template } from '../schema/listing/template.ts'
import { READY_VERSION, START_TOKENS } from '../schema/ready.ts'
import type { Connection } from '../store/connection.ts'
import {
  dropReady,
  heardCalls,
  heardMessages,
  heardSessions,
  type ReadyText,
  type ReadyWorkRow,
  readyWork,
  replaceReady,
} from '../store/templates/ready-work.ts'
import { deriving } from '../store/store-use.ts'
import { readTemplate } from '../template/run.ts'
import { makeSeed } from './load.ts'
import { readyHints } from './ready-hints.ts'
import { type HeardSession, type ReadyTerm, readyTerms } from './ready-terms.ts'
import { loadWordFrequency } from './word-frequency.ts'

/**
 * Prepares what selecting and hooks read for the active templates that changed, and removes what is left of others.
 * Returns how many templates it touched. If nothing changed, it costs one query. A template that cannot be read is
 * left out and never stops the rest.
 */
export const refreshReady = async (
  store: Connection,
  { owner, now }: { owner?: string | undefined; now: number },
): Promise<number> => {
  let touched = 0
  await deriving(store, DERIVED_TABLES, async () => {
    for (const work of await readyWork(store, { owner, madeBy: READY_VERSION }))
      if (await (work.name === null ? leave(store, work) : makeReady(store, { ...work, name: work.name }, now)))
        touched++
  })
  return touched
}

const DERIVED_TABLES = ['ready', 'ready_term', 'ready_hint']

const leave = async (store: Connection, { owner, id }: ReadyWorkRow): Promise<boolean> => {
  await store.transaction((transaction) => dropReady(transaction, owner, id))
  return true
}

/** The work is done before the transaction, which only checks that the template is still the same. */
const makeReady = async (store: Connection, work: ReadyWorkRow & { name: string }, now: number): Promise<boolean> => {
  const { owner, id, name } = work
  const template = await readable(() => readTemplate(store, { owner, name }))
  if (template === undefined || template.id !== id) return leave(store, work)
  const [shown, later] = [textOf(template, now), textOf(withoutExpiring(template), now)]
  const terms = shown === NOTHING && later === NOTHING ? [] : await termsOf(store, template)
  return store.transaction((transaction) =>
    replaceReady(transaction, work, {
      version: template.version,
      madeBy: READY_VERSION,
      now: shown,
      later,
      expiresAt: earliestExpiry(template, shown.seen),
      terms,
      hints: readyHints(template, now),
    }),
  )
}

/** `list` reports what is wrong with one template. Errors of the store are not swallowed. */
const readable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && OF_ONE_TEMPLATE.has(error.code)) return undefined
    throw error
  }
}

const OF_ONE_TEMPLATE = new Set([
  'template-damaged',
  'template-newer',
  'no-such-template',
  'no-such-version',
  'ambiguous',
])

/** Stands for a seed that cannot be made, so that it is not tried again until the template changes. */
const NOTHING: ReadyText = { text: '', seen: [], dose: 0, tokens: 0 }

/**
 * The text within the budget of a session's start. A text that cannot be cut down is kept whole, and the hook then
 * says that it is too long.
 */
const textOf = (template: Template, now: number): ReadyText =>
  seedText(template, { now, budget: START_TOKENS }) ?? seedText(template, { now }) ?? NOTHING

const seedText = (template: Template, options: { now: number; budget?: number }): ReadyText | undefined => {
  try {
    const { text, tokens, shown } = makeSeed(template, { format: 'text', ...options })
    const { patterns, workflows, recoveries } = shown
    return {
      text,
      tokens,
      dose: patterns.length + workflows.length,
      seen: [...patterns, ...workflows, ...recoveries],
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const withoutExpiring = (template: Template): Template => ({
  ...template,
  recoveries: template.recoveries.filter(({ expiresAt }) => expiresAt === null),
})

/** When the first of the shown recoveries expires. */
const earliestExpiry = ({ recoveries }: Template, seen: readonly string[]): number | null => {
  const times = recoveries
    .filter(({ id, expiresAt }) => expiresAt !== null && seen.includes(id))
    .map(({ expiresAt }) => Date.parse(expiresAt ?? ''))
  return times.length === 0 ? null : Math.min(...times)
}

const termsOf = async (store: Connection, template: Template): Promise<ReadyTerm[]> =>
  readyTerms(template, { sessions: await sessionsOf(store, template), frequency: await loadWordFrequency() })

/** Only the newest sessions are read, because they show what people talk about. */
const MOST_SESSIONS = 60
const MOST_MESSAGES = 40
const MOST_CALLS = 200

const sessionsOf = async (store: Connection, { scope, sourceSessions }: Template): Promise<HeardSession[]> => {
  const { owner, project } = scope
  const rows = await heardSessions(store, owner, { nativeIds: sourceSessions, project, most: MOST_SESSIONS })
  const heard: HeardSession[] = []
  for (const { id, project: place, title } of rows) {
    const messages = await heardMessages(store, owner, { session: id, most: MOST_MESSAGES })
    const calls = await heardCalls(store, owner, { session: id, most: MOST_CALLS })
    heard.push({
      project: place,
      title,
      messages: messages.map(({ text }) => text),
      subjects: calls.map(({ subject }) => subject),
      intents: calls.map(({ intent }) => intent),
      inputs: calls.map(({ input }) => input),
      results: calls.map(({ result }) => result),
    })
  }
  return heard
}
