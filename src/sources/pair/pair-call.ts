import { hashOf, mixOf } from '../../lib/hash.ts'
import type { ToolCall } from '../../schema/session-event.ts'
import { argumentText } from './call-subject.ts'
import type { Assembly } from './assembly.ts'
import { type OpenCall, toFact } from './open-call.ts'
import { pairResult } from './pair-result.ts'
import { conversationKey, openKey, type Pairing } from './pairing.ts'
import { isRandomId } from './random-id.ts'
import type { Conversation, SessionMemory } from './session-memory.ts'

/** Gives a call its identity and lets it wait for its result. Another sighting of a known call changes nothing. */
export const pairCall = (
  pairing: Pairing,
  event: ToolCall,
  session: SessionMemory,
  conversation: Conversation,
): void => {
  const { open, early, late, facts, assembly } = pairing
  const call = openCall(pairing, event, session, conversation)
  if (call === undefined) return
  if (event.usageFollows === true && call.contextTokens === undefined) late.add(conversationKey(event), call)
  const key = openKey(event)
  // A call that never got a result, in whose place another one waits now, is a call all the same.
  const unanswered = open.get(key)
  if (unanswered?.isNew === true) facts.calls.push(toFact(unanswered, assembly.rank))
  open.set(key, call)
  const before = early.get(key)
  if (before === undefined) return
  early.delete(key)
  pairResult(pairing, before, session)
}

/** The call as it waits; undefined where it was seen before. */
const openCall = (
  pairing: Pairing,
  event: ToolCall,
  session: SessionMemory,
  conversation: Conversation,
): OpenCall | undefined => {
  const { assembly } = pairing
  const callId = event.callId ?? `#${conversation.position + 1}`
  const args = event.argsText ?? argumentText(event.args)
  const argsHash = event.isNested === true ? NESTED_HASH : hashOf(event.tool, args)
  // Some copies were changed on the way (redacted, normalised); where an id is one call's alone, that changes nothing.
  const isUnique = !assembly.callIdsRepeat && isRandomId(callId)
  const identity = session.sightings.idOf(session.id, callId, argsHash, event.at, isUnique)
  if (identity === undefined) return undefined
  const announced = takeAnnounced(pairing, event, identity.id)
  if (announced === undefined) conversation.position++
  return {
    id: identity.id,
    session: event.session,
    sessionId: session.id,
    agent: event.agent,
    callId,
    tool: event.tool,
    args: event.args,
    argsText: args,
    at: event.at,
    line: event.line,
    block: event.block ?? 0,
    position: announced?.position ?? conversation.position,
    turn: announced?.turn ?? conversation.turn,
    contextTokens: event.usageFollows === true ? announced?.contextTokens : conversation.contextTokens,
    intent: announced?.intent ?? conversation.said,
    copyKey: copyKeyOf(
      assembly,
      event.copyScope,
      mixOf(assembly.owner, assembly.source, callId, isUnique ? '' : argsHash, event.copyScope, identity.nth),
    ),
    result: undefined,
    resultLine: 0,
    resultAt: undefined,
    cwd: event.cwd ?? session.cwd,
    input: assembly.flagIsComplete ? { flagIsComplete: true } : {},
    isNew: true,
    wasTaken: false,
  }
}

/** The first call under one of the ids that an event replaces. All of them go: from here, and from the store. */
const takeAnnounced = ({ open, late, facts }: Pairing, event: ToolCall, id: string): OpenCall | undefined => {
  let first: OpenCall | undefined
  for (const callId of event.replaces ?? []) {
    const key = openKey({ session: event.session, callId })
    const call = open.get(key)
    if (call === undefined) continue
    first ??= call
    open.delete(key)
    late.drop(call)
    if (call.wasTaken) facts.renamed.push({ id: call.id, by: id })
  }
  return first
}

/** Takes the place of the hash of a call's arguments where they take no part in its identity. */
const NESTED_HASH = hashOf('nested')

/** Keys of one scope begin alike: they are looked for and written together. */
const copyKeyOf = (assembly: Assembly, scope: string | undefined, mixed: string): string =>
  scope === undefined ? mixed : `${mixOf(assembly.source, scope).slice(0, 6)}${mixed}`
