import type { Place } from '../schema/place.ts'
import type { SessionEvent } from '../schema/session-event.ts'
import type { ImportIssue } from '../schema/facts.ts'

/**
 * The contract of a source: an agent whose native history we can read. One folder per source, one line in registry.ts;
 * the conformance suite (tests/conformance) runs over the registry with the folder's own fixtures.
 *
 * A parser never throws, whatever is in the record: it reports an issue and goes on with the next one.
 */
export interface Source {
  /** kebab-case; the folder's name and the value of `--source`. */
  readonly name: string
  /** How people call the agent. */
  readonly title: string
  /** Raise when the parser reads something differently: stored cursors are then dropped and files read again. */
  readonly version: number
  /** Shapes of file it can read. A directly given file has its shape told by its content. */
  readonly shapes: readonly FileShape[]
  /** True where the same call id can name different calls within one session (ids made up by small models, tau-bench). */
  readonly callIdsRepeat: boolean
  /** True where the format's own flag can be believed when it says ok (OpenClaw's cannot). */
  readonly flagIsComplete: boolean
  /** What its records can tell. The conformance suite holds it against the fixtures. */
  readonly capabilities: Capabilities

  /** Files and directories where this agent keeps its history. They need not exist. */
  locations(place: Place): string[]
  /** Which files below a directory are ours, and how to read them. `path` is relative to the directory, with `/`. */
  accepts(path: string): FileShape | undefined
  /** Whether a file of unknown origin is ours, told from its content. */
  recognises(sample: Sample): boolean
  /** For `lines`: whether no other agent writes such a record, so that a file that begins with it is known at once. */
  owns?(record: unknown): boolean
  /** 0 (default): the session's own record. Higher: a lesser copy of it, which only fills what is missing. */
  rank?(path: string): number

  /** Loads the part that reads files. Most runs find nothing new, and then it is never loaded. */
  reader(): Promise<Reader>
  /** For `database`: how a large one is read by several threads at once. Without it one thread reads all of it. */
  parts?(): Promise<DatabaseParts>
}

/** A part and what is saved of it are JSON, and the source's own. */
export interface DatabaseParts {
  /** Splits it into at most `most` parts, in the order in which one thread would read them. Undefined: the database must be read as a whole. */
  split(path: string, most: number): unknown[] | undefined
  /** Takes what was saved of the first parts, all of them read to their end. Returns what reading them as a whole would have saved. */
  join(saved: readonly unknown[]): unknown
}

/**
 * `yes`: every record of today's versions tells it. `partly`: some records do, depending on version, tool or way of
 * working. `no`: no record does; figures about it are guessed from text or unknown.
 */
type Telling = 'yes' | 'partly' | 'no'

export interface Capabilities {
  /** Whether a call worked, by a flag, a status or a code, beside its result or in a result that is a JSON object. */
  readonly outcomes: Telling
  /** The code with which a command ended. */
  readonly exitCodes: Telling
  /** Tokens. */
  readonly usage: Telling
  /** Money, as the agent worked it out. */
  readonly cost: Telling
  readonly compactions: Telling
  /** Which calls or sessions are those of a sub-agent. */
  readonly subagents: Telling
  /** The directory or repository that was worked in. */
  readonly projects: Telling
  /** What the model was told before the first message. */
  readonly systemMessages: Telling
}

export interface Reader {
  /**
   * For `lines`: whether the line between two offsets is of a kind that holds nothing we read, told from its first bytes.
   * Such a line is neither decoded nor parsed, so a damaged line is not reported. In doubt: false.
   */
  skips?(bytes: Buffer, start: number, end: number): boolean
  /** For `lines` (called once a line) and `document` (called once, line 1). */
  createParser?(file: SourceFile, emit: Emit, saved?: unknown): Parser
  /** For `database`. */
  readDatabase?(file: SourceFile, emit: Emit, saved?: unknown): Iterable<Checkpoint>
}

/** `lines`: one JSON value a line, may grow. `document`: one JSON value. `database`: SQLite, or an archive or journal, which the source opens itself. */
export type FileShape = 'lines' | 'document' | 'database'

export interface SourceFile {
  /** Absolute. */
  path: string
  /** Last modification, ms. */
  modifiedAt: number
  /** Only this part of a database, one of those that `split` made. A damaged part is not salvaged: it ends without a last checkpoint. */
  part?: unknown
}

export interface Sample {
  path: string
  shape: FileShape
  /** The first records of the file: parsed lines, or the document. Empty for a database. */
  records: unknown[]
  /** Table names, for a database; names of the files in it, for an archive. */
  tables: string[]
}

export interface Emit {
  event(event: SessionEvent): void
  issue(issue: ImportIssue): void
}

export interface Parser {
  /** One parsed line, or the whole document. Emits what it understood. Never throws. */
  read(record: unknown, line: number): void
  /** What the parser needs to go on when the file has grown: small, JSON. Undefined if it needs nothing. */
  save(): unknown
}

/**
 * A place where reading can stop and go on later: every session emitted so far is complete up to here. The next run
 * gets `saved` back.
 */
export interface Checkpoint {
  saved: unknown
  /** Everything has been read. Without it the next run goes on from the last checkpoint. */
  isLast?: boolean
  /** Rows done and rows in all, for the progress bar; undefined if unknown. */
  done?: number
  total?: number
}
