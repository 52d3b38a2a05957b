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

/** What asking came to: the calls of an answer that is stored, or why there is none. */
export type Asked =
  | { end: undefined; text: string; calls: readonly LiveCall[] }
  | { end: 'aborted'; text: string }
  | { end: 'failed'; error: AppError }

/** Asks the model once, hands on what it says as it comes, and stores the answer before any call in it is run. */
export const askModel = async (turn: SessionTurn): Promise<Asked> => {
  for (;;) {
    const ordered = await catchUp(turn)
    turn.seen = lastPlace(ordered)
    const heard = { text: '' }
    try {
      const answer = await listen(turn, ordered, heard)
      // Stopped while the last words came in: they are there, so they count.
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

/** The answer stands behind what the model had seen, so that what was said meanwhile comes after it. */
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
  // Without calls they are the last of the turn.
  await (calls.length === 0 ? sayLast : say)(turn, [message], usage)
  return calls
}

const contextTokensOf = ({ session, agent }: SessionTurn, ordered: readonly LiveMessage[]): number =>
  estimateContext(ordered, overheadTokens(session.systemPrompt, agent.tools))

/**
 * Small models give the same id to many calls, and some imitate the ids of examples. Results are found by the id and examples are
 * known by it, so such a call gets an id of its own.
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

/** With the letter nine: the shortest that any provider takes is also the longest that one of them takes. */
const OWN_ID_CHARS = 8

const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('agent-failed', messageOf(error), { cause: error })
