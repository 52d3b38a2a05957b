import assert from 'node:assert/strict'
import { STRATEGIES } from '../../agent/compaction/registry.ts'
import type { CompactionStrategy } from '../../agent/compaction/strategy.ts'
import { tokensOf } from '../../agent/context-size.ts'
import { inSendingOrder, placeOf } from '../../agent/transcript.ts'
import type { App } from '../../app.ts'
import { USUAL_AGENT } from '../../experiment/bench/generator.ts'
import { workOn } from '../../experiment/bench/long-session.ts'
import { luckOf } from '../../experiment/bench/scripted-trial.ts'
import { type BenchTask, generateTask } from '../../experiment/bench/task.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { compressCheck } from '../compress-check/operation.ts'
import { extract } from '../extract/operation.ts'
import { sync } from '../sync/operation.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import { appendMessages, type NewMessage, readMessages, retireMessages } from '../../store/live/live-message.ts'
import { ensureLiveSession } from '../../store/live/live-session.ts'
import type { BenchWarmUp } from './shape.ts'
import { SCRIPTED } from './whole-operation.ts'
import { openWorkshop, type Workshop } from './workshop-operation.ts'

export interface WarmUpInput {
  /** Tasks of a session before its compaction; as many follow after it. */
  tasks: number
  /** Sessions per strategy. */
  sessions: number
  seed: number
}

/** This agent follows what it has read and learns by itself, so a long session can do better than a new one. */
const LEARNER = { ...USUAL_AGENT, uptake: 0.9 }
const FEWEST_TASKS = 10
const MOST_TASKS = 20
/** The share of the conversation that a compaction may leave. */
const KEPT_SHARE = 0.15
const TOLERANCE = 1.2

/**
 * The warm-up run: a session does a number of different tasks, each strategy makes it shorter, and the result is saved
 * as a template. `compress-check` then says whether the session kept what it had learnt.
 */
export const benchWarmUp = async (app: App, input: WarmUpInput): Promise<BenchWarmUp> => {
  if (input.tasks < FEWEST_TASKS || input.tasks > MOST_TASKS)
    throw new AppError('usage', `a warm-up has ${FEWEST_TASKS} to ${MOST_TASKS} tasks, not ${input.tasks}`)
  const strategies: BenchWarmUp['strategies'] = []
  for (const strategy of STRATEGIES) strategies.push(await tryStrategy(app, strategy, input))
  return { tasks: input.tasks, sessions: input.sessions, seed: input.seed, strategies }
}

const tryStrategy = async (
  app: App,
  strategy: CompactionStrategy,
  { tasks, sessions, seed }: WarmUpInput,
): Promise<BenchWarmUp['strategies'][number]> => {
  const workshop = await openWorkshop(app)
  try {
    let [before, after] = [0, 0]
    for (let index = 0; index < sessions; index++) {
      const id = `warm-up-${strategy.name}-${index}`
      const sizes = await holdSession(workshop, strategy, { id, tasks, seed: luckOf(seed, index, 4) })
      before += sizes.before
      after += sizes.after
    }
    await sync(workshop.app, workshop.store, { targets: [], rebuild: false })
    const check = await compressCheck(workshop.store, { tolerance: TOLERANCE, filter: {} })
    return {
      strategy: strategy.name,
      tokensBefore: Math.round(before / sessions),
      tokensAfter: Math.round(after / sessions),
      errorsBefore: check.before,
      errorsAfter: check.after,
      change: check.change,
      repeatedErrors: check.repeatedErrors.count,
      verdict: check.verdict,
      reason: check.reason,
      template: await saved(workshop, `warm-up-${strategy.name}-0`),
    }
  } finally {
    await workshop.close()
  }
}

/** One session: tasks, a compaction, other tasks. Returns how long the conversation was before and after the compaction. */
const holdSession = async (
  { store, app }: Workshop,
  strategy: CompactionStrategy,
  { id, tasks, seed }: { id: string; tasks: number; seed: number },
): Promise<{ before: number; after: number }> => {
  const startedAt = app.now() - 3_600_000
  await ensureLiveSession(store, {
    id,
    owner: app.owner,
    platform: 'cli',
    project: undefined,
    cwd: undefined,
    model: SCRIPTED,
    title: undefined,
    systemPrompt: undefined,
    parent: undefined,
    startedAt,
    lastAt: startedAt,
    endedAt: undefined,
    endReason: undefined,
    usage: NO_USAGE,
  })
  const [first, second] = [depotTasks(seed, 0, tasks), depotTasks(seed, 1, tasks)]
  const work = (part: readonly BenchTask[], messages: readonly LiveMessage[], at: number): NewMessage[] =>
    workOn({ tasks: part, messages, settings: LEARNER, seed: seed + at, startedAt: startedAt + at })
  await appendMessages(store, id, work(first, [], 0))
  const messages = inSendingOrder(await readMessages(store, id, { isActive: true }))
  const before = sum(messages)
  await compact(store, id, { strategy, messages, before })
  const left = inSendingOrder(await readMessages(store, id, { isActive: true }))
  await appendMessages(store, id, work(second, left, 1_800_000))
  return { before, after: sum(left) }
}

const NO_USAGE = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
}

const sum = (messages: readonly LiveMessage[]): number =>
  messages.reduce((total, message) => total + tokensOf(message), 0)

const compact = async (
  store: Workshop['store'],
  id: string,
  { strategy, messages, before }: { strategy: CompactionStrategy; messages: readonly LiveMessage[]; before: number },
): Promise<void> => {
  const made = await strategy.compact({
    messages,
    budgetTokens: Math.floor(before * KEPT_SHARE),
    windowTokens: before,
    tokensOf,
    previousSummary: undefined,
    summarise: async () => STORY,
    now: messages.at(-1)?.at ?? 0,
  })
  assert.ok(made !== undefined, `${strategy.name} left the conversation as it was`)
  const compaction = { strategy: strategy.name, trigger: 'person', tokensBefore: before }
  const isSummary = (message: NewMessage): boolean => message.role === 'user' && message.kind === 'summary'
  const insert = made.insert.some(isSummary)
    ? made.insert.map((message) => (isSummary(message) ? { ...message, compaction } : message))
    : [mark(made.retire, messages, compaction), ...made.insert]
  await store.transaction(async (transaction) => {
    await retireMessages(transaction, id, made.retire)
    await appendMessages(transaction, id, insert)
  })
}

/**
 * Stands in for the summary of a real model that pays no attention to arguments: it tells the story and leaves out the
 * forms of the calls.
 */
const STORY =
  '## Goal\nThe user wants orders to be created and sent.\n\n## Progress\nEvery order so far was created. Some calls failed first and worked later.\n\n## Next steps\nWait for the next order.'

const mark = (
  retire: readonly number[],
  messages: readonly LiveMessage[],
  compaction: { strategy: string; trigger: string; tokensBefore: number },
): NewMessage => {
  const first = messages.find(({ position }) => retire.includes(position))
  return {
    role: 'user',
    at: messages.at(-1)?.at ?? 0,
    text: '[Earlier messages were left out to make room.]',
    isSynthetic: true,
    kind: 'summary',
    ...(first === undefined ? {} : { place: placeOf(first) }),
    compaction,
  }
}

const depotTasks = (seed: number, part: number, count: number): BenchTask[] => {
  const found: BenchTask[] = []
  for (let index = part * 1000; found.length < count; index++) {
    const task = generateTask(seed, index, 'history')
    if (task.goal.kind === 'order') found.push(task)
  }
  return found
}

/** Saves the session as a template; returns a sentence if nothing could be saved. */
const saved = async (
  { app, store }: Workshop,
  session: string,
): Promise<{ patterns: number; recoveries: number } | { problem: string }> => {
  try {
    const { patterns, recoveries } = await extract(app, store, { session, name: 'warm-up' })
    return { patterns: patterns.length, recoveries: recoveries.length }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}
