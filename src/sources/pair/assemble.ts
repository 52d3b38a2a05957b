import { clip } from '../../lib/excerpt.ts'
import type { Compaction, SessionEvent, Usage, UserMessage } from '../../schema/session-event.ts'
import { type Assembly, type Facts, noFacts } from './assembly.ts'
import { saveMemory } from './assembly-memory.ts'
import { toFact } from './open-call.ts'
import { pairCall } from './pair-call.ts'
import { pairResult } from './pair-result.ts'
import { conversationKey, createPairing, type Pairing, replaceFact } from './pairing.ts'
import { type Conversation, createSession, noteEvent, type SessionMemory, sessionFact } from './session-memory.ts'
import { takeSystemTurn } from './system-message.ts'

/** Longest excerpt of a user's message that is kept. */
const TURN_CHARS = 1_000

export interface Assembler {
  push(event: SessionEvent): void
  /** Facts made so far that can be written, to keep batches small. */
  readonly size: number
  /** Hands out what has come together since the last time, calls that still wait for a result included. */
  take(): Facts
  /** What the next run must know, as JSON. */
  save(): unknown
  /** For databases, whose sessions are always read whole: nothing is carried from one to the next. */
  forget(): void
}

/**
 * Turns the events of one file into facts: pairs calls with results by id however far apart, counts messages once,
 * numbers calls and turns. A call without a result stays open; `save` carries it to the next run.
 */
export const createAssembler = (assembly: Assembly, saved?: unknown): Assembler => {
  const pairing = createPairing(assembly, saved)
  return {
    push: (event) => pushEvent(pairing, event),
    get size() {
      return pairing.facts.calls.length + pairing.facts.turns.length + pairing.usages.size
    },
    take: () => takeFacts(pairing),
    save: () => saveMemory(pairing),
    forget: () => forgetAll(pairing),
  }
}

const pushEvent = (pairing: Pairing, event: SessionEvent): void => {
  const session = sessionOf(pairing, event)
  const conversation = noteEvent(session, event)
  if (event.type === 'assistant-message' || event.type === 'tool-call') pairing.refused.drop(conversationKey(event))
  if (event.type === 'user-message') addTurn(pairing, event, session, conversation)
  else if (event.type === 'tool-call') pairCall(pairing, event, session, conversation)
  else if (event.type === 'tool-result') pairResult(pairing, event, session)
  else if (event.type === 'usage') addUsage(pairing, event, session)
  else if (event.type === 'compaction') addCompaction(pairing, event, session, conversation)
}

const sessionOf = ({ sessions, assembly }: Pairing, event: SessionEvent): SessionMemory => {
  let session = sessions.get(event.session)
  if (session === undefined) {
    session = createSession(assembly, event.session)
    sessions.set(event.session, session)
  }
  return session
}

const addTurn = (pairing: Pairing, event: UserMessage, session: SessionMemory, conversation: Conversation): void => {
  conversation.turn++
  conversation.said = ''
  if (event.synthetic !== true)
    for (const call of pairing.refused.tell(conversationKey(event), event.text)) replaceFact(pairing, call)
  pairing.facts.turns.push({
    sessionId: session.id,
    agent: event.agent,
    turn: conversation.turn,
    at: event.at,
    line: event.line,
    synthetic: event.synthetic === true,
    chars: event.text.length,
    text: clip(event.text, TURN_CHARS),
  })
}

const addUsage = ({ usages, late, facts, assembly }: Pairing, event: Usage, session: SessionMemory): void => {
  usages.add(session.id, event)
  if (event.contextTokens === undefined) return
  for (const call of late.tell(conversationKey(event), event.contextTokens)) {
    const waiting = facts.calls.filter((fact) => fact.id === call.id)
    for (const fact of waiting) fact.contextTokens = event.contextTokens
    if (waiting.length === 0 && call.wasTaken) facts.calls.push(toFact(call, assembly.rank))
  }
}

const addCompaction = (
  { facts }: Pairing,
  event: Compaction,
  session: SessionMemory,
  conversation: Conversation,
): void => {
  facts.compactions.push({
    sessionId: session.id,
    agent: event.agent,
    line: event.line,
    at: event.at,
    kind: event.kind,
    trigger: event.trigger,
    tokensBefore: event.tokensBefore,
    position: conversation.position,
  })
}

const takeFacts = (pairing: Pairing): Facts => {
  const { facts, open, sessions, usages, assembly } = pairing
  for (const call of open.values()) {
    if (!call.isNew) continue
    call.isNew = false
    call.wasTaken = true
    facts.calls.push(toFact(call, assembly.rank))
  }
  for (const session of sessions.values()) {
    if (!session.touched || !session.hasMessages) continue
    session.touched = false
    facts.sessions.push(sessionFact(session, assembly))
    facts.turns.push(...takeSystemTurn(session))
    if (session.ended) forgetSession(pairing, session.nativeId)
  }
  pairing.facts = noFacts()
  return { ...facts, usages: usages.take() }
}

const forgetSession = ({ sessions, open }: Pairing, nativeId: string): void => {
  sessions.delete(nativeId)
  for (const [key, call] of open) if (call.session === nativeId) open.delete(key)
}

const forgetAll = ({ sessions, open, closed, early, late, refused }: Pairing): void => {
  for (const each of [sessions, open, closed, early, late, refused]) each.clear()
}
