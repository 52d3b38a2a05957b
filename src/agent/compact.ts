import { messageOf } from '../lib/error.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LiveMessage } from '../schema/live-session.ts'
import { appendMessages, type NewMessage, retireMessages } from '../store/live/live-message.ts'
import type { Compaction, CompactionStrategy } from './compaction/strategy.ts'
import { contextTokens, overheadTokens, tokensOf } from './context-size.ts'
import { addedUsage, readAnew, say, type SessionTurn, write } from './session-turn.ts'
import { warmSession } from './store-request.ts'
import { faultsIn, inSendingOrder, placeOf } from './transcript.ts'

/** Share of the window at which a conversation is compacted, because the next answer may not fit. */
const DUE_SHARE = 0.75
/** Share of the window that a conversation has after a compaction, so that there is room to work before the next. */
const TARGET_SHARE = 0.4
/** Used if no provider says how large the window is. Most current models have at least this much. */
const USUAL_WINDOW_TOKENS = 128_000
/**
 * A long task may need several compactions in one turn; a conversation that cannot be shortened is not tried for ever.
 */
const MOST_IN_A_TURN = 10
const MOST_FAILED = 2
/** A compaction that saves less than this share is not worth what the model loses. */
const LEAST_SAVED = 0.1
/** The provider counted more tokens than we did, so the target is a share of the size that it refused. */
const REFUSED_SHARE = 0.6

/** Compacts the conversation when it nears the window. */
export const compactWhenDue = async (turn: SessionTurn, ordered: readonly LiveMessage[]): Promise<void> => {
  const { model, tools } = turn.agent
  const windowTokens = model.contextWindowTokens ?? USUAL_WINDOW_TOKENS
  const size = contextTokens(ordered, overheadTokens(turn.session.systemPrompt, tools))
  if (size >= windowTokens * DUE_SHARE) await compact(turn, ordered, { trigger: 'window' })
}

export interface CompactOptions {
  /** Why: the window is nearly full, the provider refused the length, or a person asked for it. */
  trigger: 'window' | 'refused' | 'person'
  /** Used instead of the agent's strategies. */
  strategies?: readonly CompactionStrategy[]
}

/**
 * Tries one strategy after another until the conversation is shorter. A result that is invalid, loses the person's
 * last words or saves next to nothing is not committed. Returns false if the conversation is unchanged.
 */
export const compact = async (
  turn: SessionTurn,
  ordered: readonly LiveMessage[],
  { trigger, strategies = turn.agent.compactions }: CompactOptions,
): Promise<boolean> => {
  const { made: madeBefore, failed } = turn.compactions
  if (trigger !== 'person' && (madeBefore >= MOST_IN_A_TURN || failed >= MOST_FAILED)) return false
  const before = sum(ordered)
  const reasons: string[] = []
  for (const strategy of strategies) {
    if (turn.signal.aborted) return false
    try {
      const made = await strategy.compact(inputFor(turn, ordered, trigger))
      const marked = made === undefined ? undefined : withMark(made, ordered, { trigger, strategy, before })
      const problem = marked === undefined ? 'there is nothing to leave out' : problemOf(marked, ordered, before)
      if (marked !== undefined && problem === undefined) {
        const after = await commit(turn, marked, ordered)
        turn.compactions.made++
        turn.emit({ type: 'compaction', before, after })
        return true
      }
      reasons.push(`${strategy.name}: ${problem}`)
    } catch (error) {
      reasons.push(`${strategy.name}: ${messageOf(error)}`)
    }
  }
  turn.compactions.failed++
  if (strategies.length > 0)
    turn.emit({ type: 'notice', text: `the conversation was not made shorter (${reasons.join('; ')})` })
  return false
}

const sum = (messages: readonly (LiveMessage | NewMessage)[]): number =>
  messages.reduce((total, message) => total + tokensOf(message), 0)

const inputFor = (turn: SessionTurn, messages: readonly LiveMessage[], trigger: CompactOptions['trigger']) => {
  const { model, tools, app } = turn.agent
  const windowTokens = model.contextWindowTokens ?? USUAL_WINDOW_TOKENS
  const roomTokens = windowTokens * TARGET_SHARE - overheadTokens(turn.session.systemPrompt, tools)
  const largest = trigger === 'window' ? roomTokens : Math.min(roomTokens, sum(messages) * REFUSED_SHARE)
  return {
    messages,
    windowTokens,
    budgetTokens: Math.max(0, Math.floor(largest)),
    tokensOf,
    previousSummary: messages.findLast((message) => message.role === 'user' && message.kind === 'summary')?.text,
    summarise: (prompt: string) => summarise(turn, prompt),
    now: app.now(),
  }
}

/** Asks the same model, without tools and without the conversation. */
const summarise = async (turn: SessionTurn, prompt: string): Promise<string> => {
  const at = turn.agent.app.now()
  const asked: LiveMessage = { role: 'user', position: 0, at, isActive: true, text: prompt, isSynthetic: true }
  for await (const event of turn.agent.model.streamStep({ messages: [asked], signal: turn.signal })) {
    if (event.type !== 'finish') continue
    const { usage } = event.answer
    turn.usage = addedUsage(turn.usage, usage)
    turn.spentTokens += usage?.inputTokens ?? tokensOf(asked)
    turn.spentTokens += usage?.outputTokens ?? estimateTokens(event.answer.text)
    await say(turn, [], usage)
    if (event.answer.text.trim() === '') break
    return event.answer.text
  }
  throw new Error('the model gave no summary')
}

const LEFT_OUT = '[Earlier messages of this conversation were left out to make room. What follows is complete.]'

/**
 * Adds a message that marks the compaction: it tells the model, and shows a later reader of the session where the
 * compaction was.
 */
const withMark = (
  { retire, insert }: Compaction,
  ordered: readonly LiveMessage[],
  { trigger, strategy, before }: { trigger: string; strategy: CompactionStrategy; before: number },
): Compaction => {
  const compaction = { strategy: strategy.name, trigger, tokensBefore: before }
  const at = insert.findIndex((message) => message.role === 'user' && message.kind === 'summary')
  if (at >= 0) return { retire, insert: insert.map((each, index) => (index === at ? { ...each, compaction } : each)) }
  const first = ordered.find(({ position }) => retire.includes(position))
  const mark: NewMessage = {
    role: 'user',
    at: ordered.at(-1)?.at ?? 0,
    text: LEFT_OUT,
    isSynthetic: true,
    kind: 'summary',
    ...(first === undefined ? {} : { place: placeOf(first) }),
    compaction,
  }
  return { retire, insert: [mark, ...insert] }
}

/** The reason why a compaction must not be committed; undefined if it may. */
const problemOf = (made: Compaction, ordered: readonly LiveMessage[], before: number): string | undefined => {
  const retired = new Set(made.retire)
  const asked = ordered.findLast((message) => message.role === 'user' && !message.isSynthetic)
  if (asked !== undefined && retired.has(asked.position)) return "it would take out the user's last message"
  const known = new Set(ordered.map(({ position }) => position))
  if (made.retire.some((position) => !known.has(position))) return 'it names messages that are not there'
  const after = afterwards(made, ordered)
  const [fault] = faultsIn(after)
  if (fault !== undefined) return `it would leave a conversation that is refused: ${fault}`
  if (sum(after) > before * (1 - LEAST_SAVED)) return 'it would save next to nothing'
  return undefined
}

const afterwards = ({ retire, insert }: Compaction, ordered: readonly LiveMessage[]): LiveMessage[] => {
  const retired = new Set(retire)
  const kept = ordered.filter(({ position }) => !retired.has(position))
  const next = ordered.reduce((highest, { position }) => Math.max(highest, position), -1) + 1
  const added = insert.map((message, index) => ({ ...message, position: next + index, isActive: true }) as LiveMessage)
  return inSendingOrder([...kept, ...added])
}

/** Retires only messages that the strategy saw: what the user said meanwhile stays. */
const commit = async (turn: SessionTurn, made: Compaction, ordered: readonly LiveMessage[]): Promise<number> => {
  const { agent, session } = turn
  const seed = lostSeed(made, ordered)
  await write(turn, async (transaction) => {
    await retireMessages(transaction, session.id, made.retire)
    const again =
      seed === undefined ? [] : ((await agent.warm?.again(transaction, warmSession(agent, session, ''))) ?? [])
    const placed = again.map((message) => ({ ...message, place: seed === undefined ? 0 : placeOf(seed) }))
    await appendMessages(transaction, session.id, [...placed, ...made.insert])
  })
  return sum(await readAnew(turn))
}

/** A seed that the compaction retired is given again, unless that would undo what the compaction saved. */
const lostSeed = (made: Compaction, ordered: readonly LiveMessage[]): LiveMessage | undefined => {
  const retired = new Set(made.retire)
  const lost = ordered.filter(
    (message) => retired.has(message.position) && message.role === 'user' && message.kind === 'seed',
  )
  const isWorthIt = sum(afterwards(made, ordered)) + sum(lost) <= sum(ordered) * (1 - LEAST_SAVED)
  return isWorthIt ? lost[0] : undefined
}
