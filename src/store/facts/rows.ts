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

/*
 * Facts as rows, in the column order of tables.ts. Pure, so that the thread that reads makes them: rows of plain values
 * pass between threads at a fraction of the cost of nested objects.
 */

export const sessionRow = (fact: SessionFact, origin: { fileId: string; madeBy: string }): Value[] => [
  fact.id,
  fact.source,
  short(fact.nativeId),
  short(fact.owner),
  optionalShort(fact.project, PATH_CHARS),
  optionalShort(fact.platform),
  optionalShort(fact.cwd, PATH_CHARS),
  fact.model === undefined ? null : nameOf(fact.model),
  optional(fact.title),
  optionalShort(fact.agentVersion),
  fact.startedAt ?? null,
  fact.lastAt ?? null,
  optionalShort(fact.endReason),
  optionalShort(fact.parentSession),
  fact.parentKind ?? null,
  fact.messages,
  fact.userMessages,
  whole(fact.inputTokens),
  whole(fact.outputTokens),
  whole(fact.cacheReadTokens),
  whole(fact.cacheWriteTokens),
  fact.costUsd ?? null,
  fact.partial ? PARTIAL_RANK : fact.rank,
  origin.fileId,
  origin.madeBy,
  short(fact.owner),
  optionalShort(fact.project, PATH_CHARS),
  optionalShort(fact.root, PATH_CHARS),
  optionalShort(fact.repository, PATH_CHARS),
]

/** A fragment describes its session only as long as nothing else does. */
const PARTIAL_RANK = 100

export const callRow = (fact: CallFact, origin: { fileId: string; madeBy: string; seenIn: number }): Value[] => [
  fact.id,
  fact.sessionId,
  optionalShort(fact.agent),
  short(fact.callId),
  nameOf(fact.tool),
  fact.kind,
  fact.trivial ? 1 : 0,
  fact.verdict.outcome,
  fact.verdict.cause ?? null,
  fact.verdict.rung,
  fact.verdict.rule,
  clean(fact.verdict.evidence),
  fact.verdict.masked ? 1 : 0,
  fact.position,
  whole(fact.contextTokens),
  fact.seeded ? 1 : 0,
  fact.at ?? null,
  origin.fileId,
  fact.line,
  fact.block,
  fact.resultLine,
  fact.rank,
  fact.copyKey,
  0,
  fact.turn,
  origin.madeBy,
  origin.seenIn,
  clean(fact.subject),
  clean(fact.intent),
  clean(JSON.stringify(fact.input)),
  fact.args?.chars ?? null,
  fact.result?.chars ?? null,
  // Excerpts are clean when they are made.
  fact.args?.head ?? null,
  fact.args?.tail ?? null,
  fact.result?.head ?? null,
  fact.result?.tail ?? null,
  fact.resultAt ?? null,
  optionalShort(fact.cwd, PATH_CHARS),
]

/** Complaints are redacted and cut when they are made. */
export const complaintRow = (callId: string, fact: ComplaintFact, ordinal: number): Value[] => [
  callId,
  ordinal,
  nameOf(fact.program),
  nameOf(fact.code),
  clean(fact.subject),
  clean(fact.line),
  clean(fact.key),
  clean(fact.place),
]

export const messageUsageRow = (fact: MessageUsageFact): Value[] => [
  fact.sessionId,
  fact.key,
  whole(fact.inputTokens),
  whole(fact.outputTokens),
  whole(fact.cacheReadTokens),
  whole(fact.cacheWriteTokens),
]

export const turnRow = (fact: TurnFact, origin: { fileId: string; rank: number }): Value[] => [
  fact.sessionId,
  short(fact.agent ?? ''),
  fact.turn,
  fact.at ?? null,
  origin.fileId,
  origin.rank,
  fact.line,
  fact.synthetic ? 1 : 0,
  fact.chars,
  clean(fact.text),
]

export const compactionRow = (fact: CompactionFact, fileId: string): Value[] => [
  fact.sessionId,
  short(fact.agent ?? ''),
  fact.line,
  fact.at ?? null,
  fileId,
  short(fact.kind),
  optionalShort(fact.trigger),
  whole(fact.tokensBefore),
  fact.position,
]

export const issueRow = (issue: ImportIssue, fileId: string): Value[] => [
  fileId,
  whole(issue.line) ?? 0,
  issue.code,
  clip(issue.message, ISSUE_CHARS),
]

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
