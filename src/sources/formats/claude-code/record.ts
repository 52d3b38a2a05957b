import { isRecord } from '../../../lib/json.ts'

/**
 * The fields of a line that we read. All have the type unknown: the files belong to another program, span years of
 * versions, and may have been edited, redacted or cut.
 */
export interface ClaudeLine {
  type?: unknown
  subtype?: unknown
  uuid?: unknown
  sessionId?: unknown
  timestamp?: unknown
  cwd?: unknown
  version?: unknown
  entrypoint?: unknown
  /** `{role, content, id?, model?, usage?}` of user and assistant lines. */
  message?: unknown
  isSidechain?: unknown
  agentId?: unknown
  isMeta?: unknown
  isCompactSummary?: unknown
  isVisibleInTranscriptOnly?: unknown
  isApiErrorMessage?: unknown
  /** Who put a user line there, in newer versions: `origin.kind` and `turnOrigin`. */
  origin?: unknown
  turnOrigin?: unknown
  /** The tool's own record of its result; a string when the call failed. */
  toolUseResult?: unknown
  /** Why a call was kept from running, in newer versions. */
  toolDenialKind?: unknown
  forkedFrom?: unknown
  /** The session that made the request; of a line that a fork copied, the session it was copied from. */
  requestSessionId?: unknown
  /** `bg` on every line of a session that went on in the background, copied lines included. */
  sessionKind?: unknown
  /** On `cost-state` lines: what the session has cost so far. */
  totalCostUSD?: unknown
  attachment?: unknown
  /** On progress lines. */
  data?: unknown
  /** On system lines. */
  content?: unknown
  compactMetadata?: unknown
  microcompactMetadata?: unknown
  summary?: unknown
  leafUuid?: unknown
  customTitle?: unknown
  aiTitle?: unknown
  /** On lines about a working tree that the session moved into: `originalCwd` is where it came from. */
  worktreeSession?: unknown
  /** On lines about a pull request that the session made. */
  prUrl?: unknown
}

/** Reads any JSON value as a line; undefined when it is not an object. */
export const asLine = (value: unknown): ClaudeLine | undefined => (isRecord(value) ? value : undefined)

/**
 * Whether the line's own marks allow that a person wrote it. `sdk` is the prompt of a program that runs the agent:
 * the task itself, so it counts as the user's. Every other named origin (a task notice, another agent) is not.
 */
export const mayBePersons = (line: ClaudeLine): boolean =>
  line.isMeta !== true &&
  line.isCompactSummary !== true &&
  line.isVisibleInTranscriptOnly !== true &&
  isPersonsOrigin(line.turnOrigin) &&
  isPersonsOrigin(isRecord(line.origin) ? line.origin.kind : undefined)

const isPersonsOrigin = (kind: unknown): boolean => typeof kind !== 'string' || kind === 'human' || kind === 'sdk'
