import formats from './formats.json' with { type: 'json' }

/** How each agent writes its history. */
export const SAMPLE_FORMATS: Record<SampleName, SampleFormat> = formats

/** The format in which tasks of a repository are written down. */
export const CODING_FORMAT = SAMPLE_FORMATS['claude-code']

export type SampleName = keyof typeof formats

/** Templates (see `fill`), and what differs between agents beyond words. */
export interface SampleFormat {
  /** Calls of one step are cancelled when a sibling fails. */
  cancelsSiblings: boolean
  /** A command that runs on leaves its outcome open. */
  leavesRunning: boolean
  callPrefix: string
  callDigits: number
  messageDigits: number
  chunkDigits: number
  /** Tokens of every step that no cache holds. */
  freshTokens: number
  path: string
  subagentPath: string
  /** The id of an entry. */
  entry: string
  envelope: object
  /** Which lines of its parent a continued session does not repeat, and where it puts its own id. */
  repeats: { not?: string; under?: string }
  open: Line[]
  user: Line[]
  step: Line[]
  result: Line[]
  compact: Line[]
  backup?: object
  thinking?: object
  tools: Record<string, object>
  /** By what became of a call; with `in full` where the session has the weight of a real one. */
  outcomes: Record<string, object>
}

/** A line to write, where `if` holds and once for each of `each`. Without a type it has no envelope. */
export interface Line {
  if?: string
  each?: string
  type?: string
  after?: number
  body: unknown
}
