import { AppError } from '../lib/error.ts'
import type { LiveMessage } from '../schema/live-session.ts'
import { appendMessages } from '../store/live/live-message.ts'
import type { Agent } from './agent.ts'
import { askModel } from './ask-model.ts'
import { compactWhenDue } from './compact.ts'
import { mend } from './mend.ts'
import { MODEL_ERRORS } from './models/model.ts'
import { runCalls } from './run-calls.ts'
import { catchUp, newTurn, type SessionTurn, synthetic, write } from './session-turn.ts'
import { stop } from './stop.ts'
import { storeRequest } from './store-request.ts'
import { answerTo, lastPlace, lastWords, waitsForModel } from './transcript.ts'
import type { TurnEnd, TurnRequest, TurnResult } from './turn.ts'
import { claimTurn, createEarlyClaim } from './turn-lease.ts'

/** Longer than a lease, so that a turn whose program died is continued as soon as its lease has run out. */
const TURN_WAIT_MS = 60_000

/**
 * Runs one turn: stores what the user said, then asks the model and runs its calls until it makes no more. Every
 * message is stored before it is acted on, so the next turn, or `isResumed`, can continue after the program is killed
 * at any moment. A failure of the model is a result; a failure of the store is thrown.
 */
export const takeTurn = async (agent: Agent, request: TurnRequest): Promise<TurnResult> => {
  const early = createEarlyClaim(agent, request.session)
  const { session, position } = await storeRequest(agent, request, early)
  const lease = await claimTurn(agent, {
    session: session.id,
    early,
    waitMs: TURN_WAIT_MS,
    signal: request.signal,
    onWait: () =>
      request.on?.({ type: 'notice', text: 'another turn of this session is going on; waiting for its end' }),
  })
  const turn = newTurn(agent, { session, request, lease })
  try {
    const ordered = await catchUp(turn)
    turn.seen = lastPlace(ordered)
    // Another turn may have answered the message while this one waited, or the platform brings the message a second
    // time.
    const answer = position === undefined ? undefined : answerTo(ordered, position)
    if (answer !== undefined)
      return resultOf(turn, 'answered', { text: answer.role === 'assistant' ? answer.text : '' })
    await mend(turn)
    return await runSteps(turn)
  } finally {
    await lease.release()
  }
}

const runSteps = async (turn: SessionTurn): Promise<TurnResult> => {
  const { limits } = turn.agent
  for (;;) {
    await takeNotices(turn)
    const ordered = await catchUp(turn)
    if (!waitsForModel(ordered)) return resultOf(turn, 'answered', { text: lastWords(ordered) })
    if (turn.signal.aborted) return stopped(turn, '')
    if (turn.steps >= limits.steps) return resultOf(turn, 'step-limit', { text: saidSoFar(ordered) })
    if (turn.spentTokens >= (limits.tokens ?? Number.POSITIVE_INFINITY))
      return resultOf(turn, 'token-limit', { text: saidSoFar(ordered) })
    await compactWhenDue(turn, ordered)
    const asked = await askModel(turn)
    turn.steps++
    if (asked.end !== undefined) return asked.end === 'aborted' ? stopped(turn, asked.text) : failed(turn, asked.error)
    // What the user said meanwhile gets a turn of its own.
    if (asked.calls.length === 0) return resultOf(turn, 'answered', { text: asked.text })
    await runCalls(turn, asked.calls)
  }
}

/** Stores notices of background processes since the last step. */
const takeNotices = async (turn: SessionTurn): Promise<void> => {
  const { notices } = turn.agent
  const key = turn.request.sessionKey ?? turn.session.id
  if (notices === undefined || !(await notices.areWaiting(key))) return
  const texts = await write(turn, async (transaction) => {
    const claimed = await notices.claim(key, transaction)
    const messages = claimed.map((text) => synthetic(turn, 'notice', text))
    await appendMessages(transaction, turn.session.id, messages)
    return claimed
  })
  for (const text of texts) turn.emit({ type: 'notice', text })
}

/** The model's words beside its calls, for a turn that ends before an answer. */
const saidSoFar = (ordered: readonly LiveMessage[]): string => {
  const last = ordered.findLast(
    (message) => message.role === 'assistant' || (message.role === 'user' && !message.isSynthetic),
  )
  return last?.role === 'assistant' ? last.text : ''
}

const stopped = async (turn: SessionTurn, text: string): Promise<TurnResult> => {
  // A turn that lost the lease may write nothing: the turn that has the lease now completes the open calls.
  if (turn.lease.lost.aborted)
    return resultOf(turn, 'failed', { text, error: 'another program has gone on with this session' })
  await stop(turn, text)
  return resultOf(turn, 'aborted', { text })
}

const failed = (turn: SessionTurn, error: AppError): TurnResult => {
  // The error is ours and not the model's.
  if (!Object.values<string>(MODEL_ERRORS).includes(error.code) && error.code !== 'model-silent') throw error
  return resultOf(turn, 'failed', { text: '', error: error.message, code: error.code, hint: error.hint })
}

const resultOf = (
  { session, steps, usage }: SessionTurn,
  end: TurnEnd,
  rest: Pick<TurnResult, 'text' | 'error' | 'code' | 'hint'>,
): TurnResult => ({ session: session.id, steps, usage, end, ...rest })
