import { AppError, messageOf } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'
import type { LiveCall, LiveMessage } from '../schema/live-session.ts'
import { SEED_ID_PREFIX } from '../schema/seed.ts'
import { begunCalls } from '../store/live/live-message.ts'
import { compact } from './compact.ts'
import { contextTokens as estimateContext, overheadTokens, tokensOf } from './context-size.ts'
import { MODEL_ERRORS, type StepAnswer } from './models/model.ts'
import { addedUsage, catchUp, say, sayLast, type SessionTurn } from './session-turn.ts'
import { lastPlace } from './transcript.ts'

/** The result of asking: the calls of a stored answer, or the reason why there is no answer. */
export type Asked =
  | { end: undefined; text: string; calls: readonly LiveCall[] }
  | { end: 'aborted'; text: string }
  | { end: 'failed'; error: AppError }

/** Asks the model once, streams its words to the listener, and stores the answer before any of its calls runs. */
export const askModel = async (turn: SessionTurn): Promise<Asked> => {
  for (;;) {
    const ordered = await catchUp(turn)
    turn.seen = lastPlace(ordered)
    const heard = { text: '' }
    try {
      const answer = await listen(turn, ordered, heard)
      // The user stopped the turn while the last words arrived. The answer is complete, so it counts.
      return { end: undefined, text: answer.text, calls: await keep(turn, ordered, answer) }
    } catch (error) {
      if (turn.signal.aborted) return { end: 'aborted', text: heard.text }
      const failure = asAppError(error)
      const isTooLong = failure.code === MODEL_ERRORS.contextTooLong
      if (!isTooLong || !(await compact(turn, ordered, { trigger: 'refused' })))
        return { end: 'failed', error: failure }
    }
  }
}

const listen = async (
  turn: SessionTurn,
  messages: readonly LiveMessage[],
  heard: { text: string },
): Promise<StepAnswer> => {
  const { model, tools, limits } = turn.agent
  let answer: StepAnswer | undefined
  const events = model.streamStep({
    system: turn.session.systemPrompt,
    messages,
    tools,
    maxOutputTokens: limits.outputTokens,
    signal: turn.signal,
  })
  for await (const event of events) {
    if (event.type === 'text') {
      heard.text += event.text
      turn.emit({ type: 'text', text: event.text })
    } else if (event.type === 'retry') {
      heard.text = ''
      turn.emit({ type: 'retry', reason: event.reason, waitMs: event.waitMs })
    } else if (event.type === 'finish') answer = event.answer
  }
  if (answer === undefined) throw new AppError(MODEL_ERRORS.cut, 'the model ended without an answer')
  return answer
}

/** Stores the answer right after the messages that the model saw. What the user said meanwhile comes after it. */
const keep = async (
  turn: SessionTurn,
  ordered: readonly LiveMessage[],
  answer: StepAnswer,
): Promise<readonly LiveCall[]> => {
  const { text, providerParts, model, usage, contextTokens, finishReason } = answer
  turn.usage = addedUsage(turn.usage, usage)
  const calls = await ownIds(turn, answer.calls)
  if (text.trim() === '' && calls.length === 0) {
    await say(turn, [], usage)
    throw new AppError('model-silent', `the model answered nothing (${finishReason})`, {
      hint: 'ask again, or allow longer answers',
    })
  }
  const message = {
    role: 'assistant' as const,
    at: turn.agent.app.now(),
    text,
    calls,
    isSynthetic: false,
    finishReason,
    place: turn.seen,
    ...(providerParts === undefined ? {} : { providerParts }),
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  }
  turn.spentTokens += usage?.inputTokens ?? contextTokensOf(turn, ordered)
  turn.spentTokens += usage?.outputTokens ?? tokensOf(message)
  // An answer without calls ends the turn.
  await (calls.length === 0 ? sayLast : say)(turn, [message], usage)
  return calls
}

const contextTokensOf = ({ session, agent }: SessionTurn, ordered: readonly LiveMessage[]): number =>
  estimateContext(ordered, overheadTokens(session.systemPrompt, agent.tools))

/**
 * Small models give the same id to many calls, and some imitate the ids of examples. Results are matched by id and
 * examples are recognised by it, so such a call gets a new id.
 */
const ownIds = async (turn: SessionTurn, calls: readonly LiveCall[]): Promise<LiveCall[]> => {
  if (calls.length === 0) return []
  const taken = await begunCalls(turn.agent.store, turn.session.id)
  for (const message of turn.messages)
    if (message.role === 'assistant') for (const { id } of message.calls) taken.add(id)
  return calls.map((call, index) => {
    let { id } = call
    for (let attempt = 0; id === '' || id.startsWith(SEED_ID_PREFIX) || taken.has(id); attempt++)
      id = `c${hashOf(turn.session.id, turn.unread, index, attempt).slice(0, OWN_ID_CHARS)}`
    taken.add(id)
    return id === call.id ? call : { ...call, id }
  })
}

/** Nine characters with the letter in front: one provider takes no shorter id, and another no longer one. */
const OWN_ID_CHARS = 8

const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('agent-failed', messageOf(error), { cause: error })
