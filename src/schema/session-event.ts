/**
 * The narrow waist. Every source turns its native lines or rows into these events, in the order of the file; everything
 * after it (pairing, judging, counting) knows only this type. Events are a stream and are never stored as such.
 */
export type SessionEvent =
  | SessionStart
  | SystemMessage
  | UserMessage
  | AssistantMessage
  | ToolCall
  | ToolResult
  | Usage
  | Compaction
  | SessionEnd

/** How a session came out of another one. `trial`: one of several tries at a task, whose name stands for the parent. */
export type ParentKind = 'compression' | 'branch' | 'subagent' | 'reset' | 'trial'

interface EventBase {
  /** The native session id. */
  session: string
  /** Sub-agent inside that session; absent for the main conversation. */
  agent?: string
  /** Milliseconds since 1970, where the format records a time. `readTime` of lib/clock.ts turns garbage into undefined. */
  at?: number
  /** Where it came from: 1-based line of a file, row id of a database, 1-based message number of a document. */
  line: number
  /** Index of the content block inside that line, where a line holds several. */
  block?: number
}

/** What is known about a session. May come several times; later non-empty fields fill or replace earlier ones. */
export interface SessionStart extends EventBase {
  type: 'session-start'
  /** Where it was held: cli, vscode, telegram, cron, subagent, ... */
  platform?: string
  /** Chat sessions: `platform:user`, or null if the history does not say who wrote. Absent: the local user. */
  owner?: string | null
  /** Several people write here: the session has no owner, whatever earlier records say. */
  isShared?: boolean
  cwd?: string
  /** Repository root, only where the format itself names it. Otherwise it is derived from `cwd`. */
  projectRoot?: string
  /** Address of the repository's remote, where the format records it. */
  repository?: string
  /** Address of a repository that the session worked with, most likely its own: that of a pull request it made. */
  mentionedRepository?: string
  model?: string
  title?: string
  /** Version of the agent that wrote the file. */
  agentVersion?: string
  parent?: { session: string; kind: ParentKind }
  /** This file holds only a fragment, such as a sub-agent's file: it may create the session and never describes it. */
  partial?: boolean
}

/** What a system or developer message told the model before, or between, the messages of the conversation. Counts as no message. */
export interface SystemMessage extends EventBase {
  type: 'system-message'
  text: string
}

export interface UserMessage extends EventBase {
  type: 'user-message'
  text: string
  /** Not typed by a person: hook output, injected context, a compaction summary, a system notice. */
  synthetic?: boolean
}

/** One message of the model. Split lines of one API message share `messageId` and count once. */
export interface AssistantMessage extends EventBase {
  type: 'assistant-message'
  text: string
  messageId?: string
  model?: string
}

export interface ToolCall extends EventBase {
  type: 'tool-call'
  /** The native id. Absent: the importer numbers the call. */
  callId?: string
  tool: string
  /** Parsed arguments (an object where the format has one), or the raw string where it is not JSON. */
  args: unknown
  /** Directory of the shell at the time of the call. Absent: that of the session. */
  cwd?: string
  /** The arguments as text, where every copy of the call has them letter for letter: saves making it again. */
  argsText?: string
  /**
   * Copies of one call in several sessions have the same id, tool and arguments. Where ids are not unique across
   * sessions this narrows the search: only calls with an equal scope can be copies (a time, a lineage, a history hash).
   */
  copyScope?: string
  /** Made inside a script: the id alone tells the call apart, because its arguments are only what can be read off the script. */
  isNested?: boolean
  /**
   * Ids under which this call was announced, with others that then did not run. The announced calls no longer count;
   * this call takes the place of the first.
   */
  replaces?: readonly string[]
  /** The next usage event belongs to the request that asked for this call. Absent: the usage event before it does. */
  usageFollows?: boolean
}

/**
 * A result, or a later word about one. Several may come for one call (Codex writes an output and an end event): texts
 * replace an absent text, every other field fills what is still unknown.
 */
export interface ToolResult extends EventBase {
  type: 'tool-result'
  callId?: string
  /** The result as the model saw it. Absent when this event only adds an exit code or a flag. */
  text?: string
  /** The format's own word on the outcome. */
  flag?: 'ok' | 'error'
  exitCode?: number
  /** `running`: no outcome yet. `rejected`, `interrupted`: by the user. `not-run`: never started. */
  status?: 'running' | 'rejected' | 'interrupted' | 'not-run'
  /** The text goes on where the last one ended, and more may come: a poll of a command that was still running. */
  part?: boolean
  /** Structured outcome fields beside the text (`success`, `status`, `error`, ...), small. */
  fields?: Record<string, string | number | boolean | null>
}

/**
 * Token counts of one API message. Split lines of one message repeat them, and so do forks of the session: same
 * `messageId`, counted once in all sessions of the source. So only an id that no other message ever gets may stand there.
 */
export interface Usage extends EventBase {
  type: 'usage'
  messageId?: string
  /** Everything the model had in front of it at this point, cache included. */
  contextTokens?: number
  inputTokens?: number
  outputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
  costUsd?: number
  /** The figures are totals of the whole session so far, not of one message. */
  cumulative?: boolean
}

export interface Compaction extends EventBase {
  type: 'compaction'
  /** How the format names it: compact_boundary, microcompact_boundary, compacted, in-place, ... */
  kind: string
  trigger?: string
  tokensBefore?: number
}

/** Nothing more of this session will come in this file, so its memory can be dropped. */
export interface SessionEnd extends EventBase {
  type: 'session-end'
  /** How it ended, in the format's own word; absent where the record is merely complete. */
  reason?: string
}
