import { clip } from '../../lib/excerpt.ts'
import { hashOf } from '../../lib/hash.ts'
import { redact } from '../../lib/redact/redact.ts'
import type {
  CallFact,
  CompactionFact,
  ComplaintFact,
  ImportIssue,
  MessageUsageFact,
  SessionFact,
  TurnFact,
} from '../../schema/facts.ts'
import type { Value } from '../connection.ts'
import { toValues } from '../table.ts'
import { CALL, COMPACTION, COMPLAINT, ISSUE, MESSAGE_USAGE, SESSION, TURN } from '../tables.ts'

/*
 * Facts as the values of their rows. Pure, so that the thread that reads makes them: lists of plain values pass between
 * threads at a fraction of the cost of objects.
 */

export const sessionRow = (fact: SessionFact, origin: { fileId: string; madeBy: string }): Value[] =>
  toValues(SESSION, {
    id: fact.id,
    source: fact.source,
    native_id: short(fact.nativeId),
    owner: short(fact.owner),
    project: optionalShort(fact.project, PATH_CHARS),
    platform: optionalShort(fact.platform),
    cwd: optionalShort(fact.cwd, PATH_CHARS),
    model: fact.model === undefined ? null : nameOf(fact.model),
    title: optional(fact.title),
    agent_version: optionalShort(fact.agentVersion),
    started_at: fact.startedAt ?? null,
    last_at: fact.lastAt ?? null,
    end_reason: optionalShort(fact.endReason),
    parent_session: optionalShort(fact.parentSession),
    parent_kind: fact.parentKind ?? null,
    messages: fact.messages,
    user_messages: fact.userMessages,
    input_tokens: whole(fact.inputTokens),
    output_tokens: whole(fact.outputTokens),
    cache_read_tokens: whole(fact.cacheReadTokens),
    cache_write_tokens: whole(fact.cacheWriteTokens),
    cost_usd: fact.costUsd ?? null,
    rank: fact.partial ? PARTIAL_RANK : fact.rank,
    file_id: origin.fileId,
    made_by: origin.madeBy,
    found_owner: short(fact.owner),
    found_project: optionalShort(fact.project, PATH_CHARS),
    root: optionalShort(fact.root, PATH_CHARS),
    repository: optionalShort(fact.repository, PATH_CHARS),
  })

/** A fragment describes its session only as long as nothing else does. */
const PARTIAL_RANK = 100

export const callRow = (fact: CallFact, origin: { fileId: string; madeBy: string; seenIn: number }): Value[] =>
  toValues(CALL, {
    id: fact.id,
    session_id: fact.sessionId,
    agent: optionalShort(fact.agent),
    call_id: short(fact.callId),
    tool: nameOf(fact.tool),
    kind: fact.kind,
    trivial: fact.trivial ? 1 : 0,
    outcome: fact.verdict.outcome,
    cause: fact.verdict.cause ?? null,
    rung: fact.verdict.rung,
    rule: fact.verdict.rule,
    evidence: clean(fact.verdict.evidence),
    masked: fact.verdict.masked ? 1 : 0,
    position: fact.position,
    context_tokens: whole(fact.contextTokens),
    seeded: fact.seeded ? 1 : 0,
    at: fact.at ?? null,
    file_id: origin.fileId,
    line: fact.line,
    block: fact.block,
    result_line: fact.resultLine,
    rank: fact.rank,
    copy_key: fact.copyKey,
    copies: 0,
    turn: fact.turn,
    made_by: origin.madeBy,
    seen_in: origin.seenIn,
    subject: clean(fact.subject),
    intent: clean(fact.intent),
    input: clean(JSON.stringify(fact.input)),
    args_chars: fact.args?.chars ?? null,
    result_chars: fact.result?.chars ?? null,
    // Excerpts are clean when they are made.
    args_head: fact.args?.head ?? null,
    args_tail: fact.args?.tail ?? null,
    result_head: fact.result?.head ?? null,
    result_tail: fact.result?.tail ?? null,
    result_at: fact.resultAt ?? null,
    cwd: optionalShort(fact.cwd, PATH_CHARS),
  })

/** Complaints are redacted and cut when they are made. */
export const complaintRow = (callId: string, fact: ComplaintFact, ordinal: number): Value[] =>
  toValues(COMPLAINT, {
    call_id: callId,
    ordinal: ordinal,
    program: nameOf(fact.program),
    code: nameOf(fact.code),
    subject: clean(fact.subject),
    line: clean(fact.line),
    key: clean(fact.key),
    place: clean(fact.place),
  })

export const messageUsageRow = (fact: MessageUsageFact): Value[] =>
  toValues(MESSAGE_USAGE, {
    session_id: fact.sessionId,
    key: fact.key,
    input_tokens: whole(fact.inputTokens),
    output_tokens: whole(fact.outputTokens),
    cache_read_tokens: whole(fact.cacheReadTokens),
    cache_write_tokens: whole(fact.cacheWriteTokens),
  })

export const turnRow = (fact: TurnFact, origin: { fileId: string; rank: number }): Value[] =>
  toValues(TURN, {
    session_id: fact.sessionId,
    agent: short(fact.agent ?? ''),
    turn: fact.turn,
    at: fact.at ?? null,
    file_id: origin.fileId,
    rank: origin.rank,
    line: fact.line,
    synthetic: fact.synthetic ? 1 : 0,
    chars: fact.chars,
    text: clean(fact.text),
  })

export const compactionRow = (fact: CompactionFact, fileId: string): Value[] =>
  toValues(COMPACTION, {
    session_id: fact.sessionId,
    agent: short(fact.agent ?? ''),
    line: fact.line,
    at: fact.at ?? null,
    file_id: fileId,
    kind: short(fact.kind),
    trigger_word: optionalShort(fact.trigger),
    tokens_before: whole(fact.tokensBefore),
    position: fact.position,
  })

export const issueRow = (issue: ImportIssue, fileId: string): Value[] =>
  toValues(ISSUE, {
    file_id: fileId,
    line: whole(issue.line) ?? 0,
    code: issue.code,
    message: clip(issue.message, ISSUE_CHARS),
  })

/** PostgreSQL refuses NUL and lone surrogates; both engines get the same text without them. */
const clean = (text: string): string => (isPlain(text) ? text : text.replaceAll('\u0000', '\u2400').toWellFormed())

const isPlain = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** Names and ids of foreign files can be of any length; an index takes only so much, and a reader too. */
const NAME_CHARS = 200
const PATH_CHARS = 1_000
const ISSUE_CHARS = 300

/** A longer name keeps its beginning and is told apart by a hash of the whole. */
const short = (text: string, limit = NAME_CHARS): string =>
  clean(text.length <= limit ? text : `${text.slice(0, limit - 21)}~${hashOf(text)}`)

const names = new Map<string, string>()
/** Names are few, but a hostile file may hold a new one on every line. */
const MOST_NAMES = 1_000

/** Names of tools and models, redacted: a name can hold anything. */
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = redact(short(text))
    if (names.size < MOST_NAMES) names.set(text, name)
  }
  return name
}

const optionalShort = (text: string | undefined, limit?: number): string | null =>
  text === undefined ? null : short(text, limit)

const optional = (text: string | undefined): string | null => (text === undefined ? null : clean(text))

/** Counts of foreign files may be fractions or out of range: a bigint column takes neither. */
const whole = (count: number | undefined): number | null =>
  count === undefined || !Number.isFinite(count) || Math.abs(count) > Number.MAX_SAFE_INTEGER ? null : Math.round(count)
