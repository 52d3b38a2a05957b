import type { CallFact, ComplaintFact, SessionFact } from '../../src/schema/facts.ts'
import type { Cause, Outcome } from '../../src/schema/outcome.ts'
import { readToolFacts } from '../../src/outcome/tool-facts.ts'
import { callSubject } from '../../src/sources/pair/call-subject.ts'
import { writeCalls } from '../../src/store/facts/call.ts'
import type { Connection } from '../../src/store/connection.ts'
import { callRow, complaintRow, sessionRow, turnRow } from '../../src/store/facts/rows.ts'
import { recountSessions, writeSessions } from '../../src/store/facts/session.ts'
import { writeTurns } from '../../src/store/facts/turn.ts'

/** A call in a made-up session: what it was given and what came back. */
export interface MadeCall {
  tool: string
  args: Record<string, unknown>
  outcome?: Outcome
  cause?: Cause
  result?: string
  intent?: string
  agent?: string
  /** Words that a person typed right before it. */
  asked?: string
  evidence?: string
  /** Given: its failure was hidden. */
  masked?: boolean
  cwd?: string
  complaints?: Partial<ComplaintFact>[]
}

export type MadeSession = Partial<SessionFact> & { id: string; calls: MadeCall[] }

export const START = Date.UTC(2026, 2, 1)
const MINUTE = 60_000
const NO_COMPLAINT: ComplaintFact = { program: '', code: '', subject: '', line: '', key: '', place: '' }

/** A shell call that worked. */
export const bash = (command: string, more: Partial<MadeCall> = {}): MadeCall => ({
  tool: 'Bash',
  args: { command },
  result: `ran ${command}`,
  ...more,
})

/** Writes sessions as an import would: a call each minute from the session's start on. */
export const writeHistory = async (store: Connection, sessions: readonly MadeSession[]): Promise<void> => {
  for (const [index, { calls, ...given }] of sessions.entries()) {
    const startedAt = given.startedAt ?? START + index * 60 * MINUTE
    const fact: SessionFact = {
      source: 'codex',
      nativeId: given.id,
      owner: 'sam',
      project: '/home/sam/shop',
      platform: 'cli',
      root: given.project ?? '/home/sam/shop',
      repository: undefined,
      cwd: '/home/sam/shop',
      model: 'model-large-2',
      title: undefined,
      agentVersion: undefined,
      lastAt: startedAt + calls.length * MINUTE,
      endReason: undefined,
      parentSession: undefined,
      parentKind: undefined,
      messages: Math.max(30, calls.length * 2),
      userMessages: 1,
      inputTokens: undefined,
      outputTokens: undefined,
      cacheReadTokens: undefined,
      cacheWriteTokens: undefined,
      costUsd: undefined,
      rank: 0,
      partial: false,
      ...given,
      startedAt: 'startedAt' in given ? given.startedAt : startedAt,
    }
    await writeSessions(store, [sessionRow(fact, { fileId: 'file-1', madeBy: 'made@1' })])
    const turns = calls.flatMap((call, at) =>
      call.asked === undefined
        ? []
        : [{ at, text: call.asked, turn: calls.slice(0, at + 1).filter((one) => one.asked !== undefined).length }],
    )
    await writeTurns(
      store,
      turns.map(({ at, text, turn }) =>
        turnRow(
          {
            sessionId: fact.id,
            agent: undefined,
            turn,
            at: startedAt + at * MINUTE,
            line: at,
            synthetic: false,
            chars: text.length,
            text,
          },
          { fileId: 'file-1', rank: 0 },
        ),
      ),
    )
    let turn = 0
    const rows = calls.map((call, at) => {
      if (call.asked !== undefined) turn++
      return callRow(callFact(call, { session: fact.id, at, turn, time: startedAt + at * MINUTE }), {
        fileId: 'file-1',
        madeBy: 'made@1',
        seenIn: 1,
      })
    })
    const complaints = calls.map(({ complaints: found = [] }, call) => ({
      call,
      rows: found.map((one, at) => complaintRow(String(rows[call]?.[0]), { ...NO_COMPLAINT, ...one }, at + 1)),
    }))
    await writeCalls(store, rows, { complaints })
    await recountSessions(store, [fact.id])
  }
}

const callFact = (
  call: MadeCall,
  { session, at, turn, time }: { session: string; at: number; turn: number; time: number },
): CallFact => {
  const { kind, trivial } = readToolFacts(call.tool, call.args)
  const text = JSON.stringify(call.args)
  const outcome = call.outcome ?? 'ok'
  return {
    id: `${session}-${String(at).padStart(4, '0')}`,
    sessionId: session,
    agent: call.agent,
    callId: `call-${at}`,
    tool: call.tool,
    kind,
    trivial,
    verdict: {
      outcome,
      ...(outcome === 'error' ? { cause: call.cause ?? 'agent' } : {}),
      rung: 'flag',
      rule: 'flag',
      evidence: call.evidence ?? '',
      masked: call.masked ?? false,
    } as CallFact['verdict'],
    position: at + 1,
    contextTokens: undefined,
    seeded: false,
    at: time,
    line: at + 1,
    block: 0,
    resultLine: at + 1,
    rank: 0,
    copyKey: `${session}-${at}`,
    turn,
    subject: callSubject(call.args).replace(/\s+/g, ' ').slice(0, 120),
    intent: call.intent ?? '',
    args: { head: text, tail: '', chars: text.length },
    result: { head: call.result ?? '', tail: '', chars: (call.result ?? '').length },
    resultAt: time + 1_000,
    cwd: call.cwd ?? '/home/sam/shop',
    complaints: [],
    input: {},
  }
}
