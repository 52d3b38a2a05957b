import type { CallFact } from '../../schema/facts.ts'
import type { ToolResult } from '../../schema/session-event.ts'
import { addResult, type OpenCall, toFact } from './open-call.ts'
import { conversationKey, GUESS_CHARS, GUESSES, openKey, type Pairing } from './pairing.ts'
import type { SessionMemory } from './session-memory.ts'

/** Gives a result to the call that waits for it, and the call to the facts once its result is there. */
export const pairResult = (pairing: Pairing, event: ToolResult, session: SessionMemory): void => {
  const { open, closed, facts, assembly } = pairing
  const key = openKey(event)
  const call = open.get(key) ?? closed.get(key)
  if (call === undefined) {
    keepEarly(pairing, key, event)
    return
  }
  addResult(call, event)
  session.touched = true
  if (event.text === undefined && call.result === undefined) return
  // A command that goes on running may be spoken of again, any number of lines later.
  if (call.input.status === 'running') return
  const fact = toFact(call, assembly.rank)
  facts.calls.push(fact)
  call.wasTaken = true
  // A poll tells what is known by now; the next one finds the call where this one did.
  if (event.part === true && !isCertain(fact)) call.isNew = false
  else closeCall(pairing, { key, call, fact, event })
}

/** Lines of parallel work can change places: a result may stand before its call. Only where an id means one call. */
const keepEarly = ({ assembly, early }: Pairing, key: string, event: ToolResult): void => {
  if (assembly.callIdsRepeat || event.text === undefined || event.text.length > GUESS_CHARS) return
  early.set(key, event)
  const [oldest] = early.keys()
  if (early.size > GUESSES && oldest !== undefined) early.delete(oldest)
}

/** The call waits no more. Only what a later event may say of it is still waited for. */
const closeCall = (
  { open, closed, refused }: Pairing,
  { key, call, fact, event }: { key: string; call: OpenCall; fact: CallFact; event: ToolResult },
): void => {
  open.delete(key)
  if (call.input.status === 'rejected')
    refused.add(conversationKey({ session: event.session, agent: call.agent }), call)
  // Some formats write the result first and say how it ended right after; what is certain already needs no more.
  closed.delete(key)
  if (!isCertain(fact) && (call.result?.length ?? 0) < GUESS_CHARS) closed.set(key, call)
  const [oldest] = closed.keys()
  if (closed.size > GUESSES && oldest !== undefined) closed.delete(oldest)
}

const isCertain = (fact: CallFact): boolean => fact.verdict.rung === 'flag' || fact.verdict.rung === 'exit'
