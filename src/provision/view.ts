import type { LintReport } from '../schema/listing/lint-report.ts'

export type Problem = LintReport['problems'][number]

/** A history in any provider's form, seen as turns. What could not be understood is a problem, and the rest is there. */
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
  /** `own`: it may be what its own model takes back. `foreign`: no model takes it. */
  | { kind: 'thinking'; at: string; is: 'own' | 'foreign'; text: string }
  /** Pictures and whatever else has no text. */
  | { kind: 'other'; at: string; name: string }

export type Call = Extract<Part, { kind: 'call' }>
export type Result = Extract<Part, { kind: 'result' }>

/** What providers differ in. */
export interface Rules {
  /**
   * Where the results of a turn stand: in tool turns right behind it, first in the next turn of the user, or anywhere
   * behind the call.
   */
  results: 'tool-turns' | 'next-turn' | 'behind'
  /** What ids must look like; undefined: results are found by the name of the function. */
  id: RegExp | undefined
  name: RegExp
  /** `merged`: two turns of one side are put together by the provider, while servers that speak its format may refuse them. */
  alternates: boolean | 'merged'
  /** System messages may lead the list; else they are a field of their own. */
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
