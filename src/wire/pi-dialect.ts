import type { JsonRecord } from '../lib/json.ts'
import type { ImportIssue } from '../schema/facts.ts'
import type { SessionEvent, ToolResult } from '../schema/session-event.ts'

/** What differs between the agents that write pi's format. */
export interface PiDialect {
  /** Used until a header names the session, or always when `sessionIsCertain`. */
  session: string
  sessionIsCertain?: boolean
  platform?: string
  /** Owner by evidence outside the transcript. A name wins over what messages say; null: a chat whose writer only messages can tell. */
  owner?: string | null
  /** What a result says about its outcome, beside its text and flag. */
  outcomeOf(result: PiResult): PiOutcome
  /** What a user message tells about where it came from. */
  originOf?(text: string, message: JsonRecord): PiOrigin
  /** True for an assistant message that no model wrote. */
  isEcho?(message: JsonRecord): boolean
  /** The call that is meant, where a call of one tool stands for a call of another. */
  unwrapCall?(call: PiCall): PiCall
  /** The result that is meant, for the same calls: a `toolResult` message of the tool that ran. */
  unwrapResult?(message: JsonRecord): JsonRecord
  /** Takes out of a result what is not text. */
  cleanText?(text: string, isError: boolean): string
}

export interface PiCall {
  callId?: string
  tool: string
  args: unknown
}

export interface PiResult {
  tool: string
  text: string
  isError: boolean
  details: JsonRecord
}

export type PiOutcome = Pick<ToolResult, 'exitCode' | 'status' | 'fields'>

export interface PiOrigin {
  synthetic?: boolean
  platform?: string
  /** Who wrote a message of a chat; null: the message does not say. Absent: a message of the local user, or of no person. */
  owner?: string | null
}

export interface PiEmit {
  event(event: SessionEvent): void
  issue(issue: ImportIssue): void
}

export interface PiReader {
  read(record: unknown, line: number): void
  save(): unknown
}
