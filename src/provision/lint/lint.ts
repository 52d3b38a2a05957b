import { messageOf } from '../../lib/error.ts'
import type { LintReport } from '../../schema/listing/lint-report.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import type { Format } from '../format.ts'
import {
  checkContent,
  checkDowngrade,
  checkIds,
  checkRoles,
  checkSize,
  checkSystem,
  checkThinking,
  checkTools,
  countHistory,
} from './checks.ts'
import { checkPairs } from './pairs.ts'
import type { Toolset } from './tools.ts'
import { CHECKS, type Problem, problem, type Turn } from '../view.ts'

export interface LintOptions {
  tools?: Toolset | undefined
  budget?: number | undefined
  /** Counts tokens; without it the number is estimated. */
  count?: ((text: string) => number) | undefined
  /**
   * `form` checks only what makes a provider refuse the history, `content` only what the history says (L10); both by
   * default.
   */
  only?: 'form' | 'content' | undefined
}

/** A history with more problems than this is broken as a whole, and a longer list would not help its reader. */
const MOST_PROBLEMS = 500

/**
 * Tells whether a provider would accept a history of any origin, and lists the problems. Never throws, whatever the
 * value.
 */
export const lint = (value: unknown, format: Format, options: LintOptions = {}): LintReport => {
  let problems: Problem[] = []
  let tokens = 0
  try {
    const { turns, problems: found } = format.read(value)
    tokens = countHistory(turns, options.count ?? estimateTokens)
    problems = [
      ...(options.only === 'content' ? [] : formProblems(turns, found, { format, options, tokens })),
      ...(options.only === 'form' ? [] : checkContent(turns)),
    ]
  } catch (error) {
    problems.push(problem('size', '', `it could not be examined to its end: ${messageOf(error)}`))
  }
  return {
    format: format.name,
    valid: problems.every(({ severity }) => severity !== 'error'),
    problems: sorted(problems),
    tokens,
  }
}

const formProblems = (
  turns: readonly Turn[],
  found: readonly Problem[],
  { format, options, tokens }: { format: Format; options: LintOptions; tokens: number },
): Problem[] => [
  ...found,
  ...checkPairs(turns, format.rules),
  ...checkIds(turns, format.rules),
  ...checkTools(turns, format.rules, options.tools),
  // If the list could not be read, that problem is already reported.
  ...(found.length > 0 && turns.length === 0 ? [] : checkRoles(turns, format.rules)),
  ...checkSystem(turns, format.rules),
  ...checkThinking(turns),
  ...checkSize(turns, tokens, options.budget),
  ...checkDowngrade(turns),
]

const ORDER: string[] = Object.values(CHECKS)

/** Sorts by check, then in the order of the document. */
const sorted = (problems: Problem[]): Problem[] => {
  const ranked = problems.toSorted((a, b) => ORDER.indexOf(a.check) - ORDER.indexOf(b.check))
  if (ranked.length <= MOST_PROBLEMS) return ranked
  const rest = problem('size', '', `${ranked.length - MOST_PROBLEMS} more problems are not shown`, 'warning')
  return [...ranked.slice(0, MOST_PROBLEMS), rest]
}
