import { hashOf, mixOf } from '../../lib/hash.ts'
import type { CallFact, CompactionFact, MessageUsageFact, SessionFact, TurnFact } from '../../schema/facts.ts'
import type { Compaction, SessionEvent, ToolCall, ToolResult, Usage, UserMessage } from '../../schema/session-event.ts'
import { clip } from '../../lib/excerpt.ts'
import { readMemory, saveMemory } from './assembly-memory.ts'
import { argumentText } from './call-subject.ts'
import { createMessageUsages } from './message-usages.ts'
import { isRandomId } from './random-id.ts'
import { takeSystemTurn } from './system-rules.ts'
import { addResult, type OpenCall, toFact } from './open-call.ts'
import type { ProjectPlace } from '../project.ts'
import { type Conversation, createSession, noteEvent, type SessionMemory, sessionFact } from './session-memory.ts'

/** What one stretch of a file came to. */
export interface Facts {
  sessions: SessionFact[]
  calls: CallFact[]
  usages: MessageUsageFact[]
  turns: TurnFact[]
  compactions: CompactionFact[]
  /** Calls that were handed out before and count no more, each with the call in its place. */
  renamed: { id: string; by: string }[]
}

export interface Assembly {
  source: string
  callIdsRepeat: boolean
  flagIsComplete: boolean
  /** The local user; sessions may name another owner. */
  owner: string
  rank: number
  projectOf(cwd: string | undefined, root: string | undefined): ProjectPlace
}

/** Calls judged by their text alone that a later event may still speak of; kept in memory only, so few and small. */
const GUESSES = 32
const GUESS_CHARS = 100_000

/** Longest excerpt of a user's message that is kept. */
const TURN_CHARS = 1_000

/**
 * Turns the events of one file into facts: pairs calls with results by id however far apart, counts messages once,
 * numbers calls and turns. A call without a result stays open; `save` carries it to the next run.
 */
export const createAssembler = (assembly: Assembly, saved?: unknown) => {
  const memory = readMemory(assembly, saved)
  const { sessions, open, early, late, refused } = memory
  const closed = new Map<string, OpenCall>()
  const usages = createMessageUsages(assembly)
  let facts = noFacts()

  const sessionOf = (event: SessionEvent): SessionMemory => {
    let session = sessions.get(event.session)
    if (session === undefined) {
      session = createSession(assembly, event.session)
      sessions.set(event.session, session)
    }
    return session
  }

  const forgetSession = (nativeId: string): void => {
    sessions.delete(nativeId)
    for (const [key, call] of open) if (call.session === nativeId) open.delete(key)
  }

  const onUserMessage = (event: UserMessage, session: SessionMemory, conversation: Conversation) => {
    conversation.turn++
    conversation.said = ''
    if (event.synthetic !== true) for (const call of refused.tell(conversationKey(event), event.text)) tellAgain(call)
    facts.turns.push({
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

  /** A later word changed a call that was handed out, or is about to be. */
  const tellAgain = (call: OpenCall): void => {
    const fact = toFact(call, assembly.rank)
    const index = facts.calls.findLastIndex((one) => one.id === call.id)
    if (index < 0) facts.calls.push(fact)
    else facts.calls[index] = fact
  }

  /** Lines of parallel work can change places: a result may stand before its call. Only where an id means one call. */
  const keepEarly = (key: string, event: ToolResult): void => {
    if (assembly.callIdsRepeat || event.text === undefined || event.text.length > GUESS_CHARS) return
    early.set(key, event)
    const [oldest] = early.keys()
    if (early.size > GUESSES && oldest !== undefined) early.delete(oldest)
  }

  const onCall = (event: ToolCall, session: SessionMemory, conversation: Conversation) => {
    const callId = event.callId ?? `#${conversation.position + 1}`
    const args = event.argsText ?? argumentText(event.args)
    const argsHash = event.isNested === true ? NESTED_HASH : hashOf(event.tool, args)
    // Some copies were changed on the way (redacted, normalised); where an id is one call's alone, that changes nothing.
    const isUnique = !assembly.callIdsRepeat && isRandomId(callId)
    const identity = session.sightings.idOf(session.id, callId, argsHash, event.at, isUnique)
    if (identity === undefined) return
    const announced = takeAnnounced(event, identity.id)
    if (announced === undefined) conversation.position++
    const call: OpenCall = {
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
    if (event.usageFollows === true && call.contextTokens === undefined) late.add(conversationKey(event), call)
    const key = openKey(event.session, event.callId ?? `${event.agent ?? ''}#`, event.callId === undefined)
    // A call that never got a result, in whose place another one waits now, is a call all the same.
    const unanswered = open.get(key)
    if (unanswered?.isNew === true) facts.calls.push(toFact(unanswered, assembly.rank))
    open.set(key, call)
    const before = early.get(key)
    if (before === undefined) return
    early.delete(key)
    onResult(before, session)
  }

  /** The first call under one of the ids that an event replaces. All of them go: from here, and from the store. */
  const takeAnnounced = (event: ToolCall, id: string): OpenCall | undefined => {
    let first: OpenCall | undefined
    for (const callId of event.replaces ?? []) {
      const key = openKey(event.session, callId, false)
      const call = open.get(key)
      if (call === undefined) continue
      first ??= call
      open.delete(key)
      late.drop(call)
      if (call.wasTaken) facts.renamed.push({ id: call.id, by: id })
    }
    return first
  }

  const onResult = (event: ToolResult, session: SessionMemory) => {
    const key = openKey(event.session, event.callId ?? `${event.agent ?? ''}#`, event.callId === undefined)
    const call = open.get(key) ?? closed.get(key)
    if (call === undefined) {
      keepEarly(key, event)
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
    if (event.part === true && !isCertain(fact)) {
      call.isNew = false
      return
    }
    open.delete(key)
    if (call.input.status === 'rejected')
      refused.add(conversationKey({ ...event, agent: call.agent } as ToolResult), call)
    // Some formats write the result first and say how it ended right after; what is certain already needs no more.
    closed.delete(key)
    if (!isCertain(fact) && (call.result?.length ?? 0) < GUESS_CHARS) closed.set(key, call)
    const [oldest] = closed.keys()
    if (closed.size > GUESSES && oldest !== undefined) closed.delete(oldest)
  }

  const onUsage = (event: Usage, session: SessionMemory) => {
    usages.add(session.id, event)
    if (event.contextTokens === undefined) return
    for (const call of late.tell(conversationKey(event), event.contextTokens)) {
      const waiting = facts.calls.filter((fact) => fact.id === call.id)
      for (const fact of waiting) fact.contextTokens = event.contextTokens
      if (waiting.length === 0 && call.wasTaken) facts.calls.push(toFact(call, assembly.rank))
    }
  }

  const onCompaction = (event: Compaction, session: SessionMemory, conversation: Conversation) => {
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

  return {
    push(event: SessionEvent): void {
      const session = sessionOf(event)
      const conversation = noteEvent(session, event)
      if (event.type === 'assistant-message' || event.type === 'tool-call') refused.drop(conversationKey(event))
      if (event.type === 'user-message') onUserMessage(event, session, conversation)
      else if (event.type === 'tool-call') onCall(event, session, conversation)
      else if (event.type === 'tool-result') onResult(event, session)
      else if (event.type === 'usage') onUsage(event, session)
      else if (event.type === 'compaction') onCompaction(event, session, conversation)
    },
    /** Facts made so far that can be written, to keep batches small. */
    get size(): number {
      return facts.calls.length + facts.turns.length + usages.size
    },
    /** Hands out what has come together since the last time, calls that still wait for a result included. */
    take(): Facts {
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
        facts.turns.push(...takeSystemTurn(session.id, session.system))
        if (session.ended) forgetSession(session.nativeId)
      }
      const taken = { ...facts, usages: usages.take() }
      facts = noFacts()
      return taken
    },
    save: (): unknown => saveMemory(memory),
    /** For databases, whose sessions are always read whole: nothing is carried from one to the next. */
    forget(): void {
      sessions.clear()
      open.clear()
      closed.clear()
      early.clear()
      late.clear()
      refused.clear()
    },
  }
}

const isCertain = (fact: CallFact): boolean => fact.verdict.rung === 'flag' || fact.verdict.rung === 'exit'

/** Takes the place of the hash of a call's arguments where they take no part in its identity. */
const NESTED_HASH = hashOf('nested')

export type Assembler = ReturnType<typeof createAssembler>

const noFacts = (): Facts => ({ sessions: [], calls: [], usages: [], turns: [], compactions: [], renamed: [] })

/** Calls without an id wait under their conversation; the latest one gets the result. */
const openKey = (session: string, callId: string, anonymous: boolean): string =>
  `${session}\u0001${anonymous ? '?' : '='}${callId}`

const conversationKey = (event: SessionEvent): string => `${event.session}\u0001${event.agent ?? ''}`

/** Keys of one scope begin alike: they are looked for and written together. */
const copyKeyOf = (assembly: Assembly, scope: string | undefined, mixed: string): string =>
  scope === undefined ? mixed : `${mixOf(assembly.source, scope).slice(0, 6)}${mixed}`
