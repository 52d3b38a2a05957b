import type { LintReport } from '../schema/listing/lint-report.ts'

export type Problem = LintReport['problems'][number]

/**
 * A history in any provider's form, read as turns. Parts that could not be understood become problems; the rest is
 * kept.
 */
export interface View {
  turns: Turn[]
  problems: Problem[]
}

export interface Turn {
  role: 'system' | 'user' | 'assistant' | 'tool'
  at: string
  parts: Part[]
}

export type Part =
  | { kind: 'text'; at: string; text: string }
  | { kind: 'call'; at: string; id: string | undefined; name: string; arguments: unknown; text: string }
  | { kind: 'result'; at: string; id: string | undefined; name: string | undefined; text: string }
  /** `own`: the model that made it may accept it back. `foreign`: no model accepts it. */
  | { kind: 'thinking'; at: string; is: 'own' | 'foreign'; text: string }
  /** Pictures and other content without text. */
  | { kind: 'other'; at: string; name: string }

export type Call = Extract<Part, { kind: 'call' }>
export type Result = Extract<Part, { kind: 'result' }>

/** The rules in which providers differ. */
export interface Rules {
  /**
   * Where the results of a turn stand: in tool turns right after it, first in the next user turn, or anywhere after
   * the call.
   */
  results: 'tool-turns' | 'next-turn' | 'behind'
  /** The form that ids must have; undefined if results are matched by the name of the function. */
  id: RegExp | undefined
  name: RegExp
  /** `merged`: the provider joins two turns of one side, but other servers with its format may refuse them. */
  alternates: boolean | 'merged'
  /** Whether system messages may stand at the head of the list; if refused, they need a field of their own. */
  leadingSystem: 'allowed' | 'discouraged' | 'refused'
}

/** Names of the checks, as reports show them. */
export const CHECKS = {
  pairing: 'L1-pairing',
  adjacency: 'L2-adjacency',
  ids: 'L3-ids',
  tools: 'L4-tools',
  roles: 'L5-roles',
  system: 'L6-system',
  thinking: 'L7-thinking',
  size: 'L8-size',
  determinism: 'L9-determinism',
  content: 'L10-content',
  downgrade: 'L11-downgrade',
} as const

export const problem = (
  check: keyof typeof CHECKS,
  at: string,
  message: string,
  severity: Problem['severity'] = 'error',
): Problem => ({ check: CHECKS[check], severity, message, at })
