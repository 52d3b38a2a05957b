import { AppError } from '../lib/error.ts'
import type { Pattern, Recovery, Template, Workflow } from '../schema/listing/template.ts'
import { isOwnForm } from '../mine/patterns/known-form.ts'
import { type Budget, createBudget } from './budget.ts'
import { clean, cleanArguments } from './clean.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import { saysWhatToDo } from './recovery-text.ts'
import { showsSomething } from './shows-something.ts'
import type { Exchange, Seed, SeedRecovery } from './seed.ts'
import { createSeedIds } from './seed-ids.ts'
import { styleOf } from './style.ts'

const DEFAULT_DOSE = 3
/** The first generation gave at most this many patterns. More do not help. */
export const LARGEST_DOSE = 15
const MOST_CONVENTIONS = 10
const MOST_RECOVERIES = 3
const MOST_TOOL_RATES = 5
/** Tokens of a call besides its own text: two ids, roles, braces. */
const CALL_OVERHEAD_TOKENS = 24
/** Tokens of an exchange besides its calls: its user message with the label. */
const EXCHANGE_OVERHEAD_TOKENS = 12
/** Tokens of the frame of a seed: the sentence that says what the examples are not, headings, the closing words. */
const FRAME_TOKENS = 64
/** Tokens of the closing words alone, for a seed without a preface. */
const CLOSING_TOKENS = 20
/** Extra tokens for a line in the preface, and for a rate beside the tool's name. */
const LINE_OVERHEAD_TOKENS = 2
const RATE_OVERHEAD_TOKENS = 16

export interface DraftOptions {
  dose?: number | undefined
  /** The most tokens that the whole seed may have. */
  budget?: number | undefined
  form: 'history' | 'text'
  workflows?: number | undefined
  /**
   * Whether to add a profile: how the user writes, which tools they prefer and how often tools worked. A profile helps
   * no session by itself.
   */
  withProfile?: boolean | undefined
  /** The lessons about the project, with their preface. Only the text form shows them. */
  lessons?: string | undefined
  now: number
  /** Call ids that the conversation already uses. */
  taken?: ReadonlySet<string> | undefined
}

/**
 * Chooses what a new session gets from a template. The same template and options give the same seed; the clock only
 * decides which recoveries have expired. Lessons and the addendum go in first, then the best pattern, the conventions,
 * and what else fits.
 */
export const draftSeed = (whole: Template, options: DraftOptions): Seed => {
  const template = shownUnasked(withoutUnconfirmed(whole), options)
  const dose = doseOf(options.dose)
  const { withProfile = false } = options
  const budget = createBudget(options.budget)
  const addendum = clean(template.addendum).trim()
  const lessons = options.form === 'text' ? (options.lessons ?? '') : ''
  const fixed = estimateTokens(lessons) + fixedTokens(template, options)
  budget.requireLeast(estimateTokens(lessons) + leastTokens(template, options))
  budget.take(fixed)
  const first = firstPattern(template.patterns, budget)
  const preface = prefaceOf(template, { budget, withProfile })
  const patterns = [...first]
  for (const pattern of template.patterns) {
    if (patterns.length >= dose) break
    if (!first.includes(pattern) && budget.take(patternTokens(pattern))) patterns.push(pattern)
  }
  const workflows = template.workflows
    // A template that has no patterns shows its workflows unasked.
    .slice(0, options.workflows ?? (template.patterns.length === 0 ? dose : 0))
    .filter(
      (workflow) =>
        options.workflows !== undefined || options.dose !== undefined || workflow.steps.every(showsSomething),
    )
    .filter((workflow) => budget.take(workflowTokens(workflow)))
  return {
    template: { name: template.name, description: clean(template.description), hash: template.hash },
    lessons,
    addendum,
    ...preface,
    recoveries: recoveriesOf(template.recoveries, options.now, budget),
    toolRates:
      withProfile && options.form === 'text'
        ? template.toolRates
            .slice(0, MOST_TOOL_RATES)
            .filter(({ tool }) => budget.take(estimateTokens(tool) + RATE_OVERHEAD_TOKENS))
        : [],
    exchanges: exchangesOf(patterns, workflows, options.taken),
    tokens: budget.spent(),
  }
}

/**
 * Unless the caller asks for a number of examples, gives only what is worth its tokens: examples with a value in their
 * arguments and a result, nothing that every model knows where the project has ways of its own, and recoveries that say
 * what to do. What a person chose to keep is always given.
 */
const shownUnasked = (template: Template, { dose }: Pick<DraftOptions, 'dose'>): Template => {
  if (dose !== undefined) return template
  const kept = new Set(template.pinned.kept)
  const telling = template.patterns.filter((pattern) => kept.has(pattern.id) || showsSomething(pattern))
  const own = telling.filter((pattern) => kept.has(pattern.id) || isOwnForm(pattern))
  const recoveries = template.recoveries.filter((recovery) => kept.has(recovery.id) || saysWhatToDo(recovery))
  return { ...template, patterns: own.some(isOwnForm) ? own : telling, recoveries }
}

/**
 * Removes what was not confirmed. A person's words need that person's yes to the very line; words of system messages
 * need a yes to their text.
 */
export const withoutUnconfirmed = (template: Template): Template => ({
  ...template,
  addendum: template.addendumYes?.confirmed === false ? '' : template.addendum,
  conventions: template.conventions.filter(({ confirmed }) => confirmed),
})

const doseOf = (dose = DEFAULT_DOSE): number => {
  if (Number.isInteger(dose) && dose > 0) return Math.min(dose, LARGEST_DOSE)
  throw new AppError('usage', `a dose is a whole number from 1 to ${LARGEST_DOSE}, not ${dose}`, {
    hint: 'a session that is to get no examples needs no seed',
  })
}

/** Tokens of the smallest possible seed of a template, without lessons. */
export const leastTokens = (
  template: Template,
  options: Pick<DraftOptions, 'form' | 'withProfile' | 'dose'>,
): number => {
  const { patterns } = shownUnasked(template, options)
  const least = patterns.length === 0 ? 0 : Math.min(...patterns.map(patternTokens))
  return fixedTokens(withoutUnconfirmed(template), options) + least
}

const fixedTokens = (template: Template, options: Pick<DraftOptions, 'form' | 'withProfile'>): number =>
  frameTokens(template, options) + estimateTokens(clean(template.addendum).trim())

const frameTokens = (
  { addendum, conventions, recoveries, userPatterns }: Template,
  { form, withProfile }: Pick<DraftOptions, 'form' | 'withProfile'>,
): number =>
  form === 'history' &&
  addendum === '' &&
  conventions.length + recoveries.length === 0 &&
  (withProfile !== true || userPatterns === null)
    ? CLOSING_TOKENS
    : FRAME_TOKENS

const patternTokens = ({ tokens }: Pattern): number => tokens + EXCHANGE_OVERHEAD_TOKENS + CALL_OVERHEAD_TOKENS
const workflowTokens = ({ tokens, steps }: Workflow): number =>
  tokens + EXCHANGE_OVERHEAD_TOKENS + CALL_OVERHEAD_TOKENS * steps.length

/**
 * One pattern goes in before everything except the addendum, because without a pattern there is little to learn from.
 */
const firstPattern = (patterns: readonly Pattern[], budget: Budget): Pattern[] => {
  for (const pattern of patterns) if (budget.take(patternTokens(pattern))) return [pattern]
  return []
}

const prefaceOf = (
  { conventions, userPatterns }: Template,
  { budget, withProfile }: { budget: Budget; withProfile: boolean },
): Pick<Seed, 'conventions' | 'style' | 'preferredTools'> => {
  const takeLine = (text: string): boolean => text !== '' && budget.take(estimateTokens(text) + LINE_OVERHEAD_TOKENS)
  const texts = new Set(conventions.map(({ text }) => clean(text).replaceAll(/\s+/g, ' ').trim()))
  const style = withProfile ? styleOf(userPatterns) : ''
  const tools = withProfile ? (userPatterns?.preferredTools ?? []).map(clean) : []
  return {
    conventions: [...texts].slice(0, MOST_CONVENTIONS).filter(takeLine),
    style: takeLine(style) ? style : '',
    preferredTools: takeLine(tools.join(', ')) ? tools : [],
  }
}

const recoveriesOf = (recoveries: readonly Recovery[], now: number, budget: Budget): SeedRecovery[] =>
  recoveries
    .filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now)
    .slice(0, MOST_RECOVERIES)
    .filter(({ tokens }) => budget.take(tokens + CALL_OVERHEAD_TOKENS))
    .map(({ id, tool, signature, strategy, failed, workedTool, worked, tokens }) => ({
      id,
      tool,
      signature: clean(signature),
      strategy: clean(strategy),
      failed: cleanArguments(failed),
      workedTool,
      worked: cleanArguments(worked),
      tokens,
    }))

/**
 * Workflows first, then patterns from the last chosen to the first. The example nearest to the real message weighs
 * most.
 */
const exchangesOf = (
  patterns: readonly Pattern[],
  workflows: readonly Workflow[],
  taken: ReadonlySet<string> | undefined,
): Exchange[] => {
  const idOf = createSeedIds(taken)
  const shown = workflows.toReversed().map(
    (workflow): Exchange => ({
      from: 'workflow',
      id: workflow.id,
      intent: clean(workflow.intent),
      calls: workflow.steps.map((step, at) => callOf(step, idOf(workflow.id, at))),
      tokens: workflowTokens(workflow),
    }),
  )
  const single = patterns.toReversed().map(
    (pattern): Exchange => ({
      from: 'pattern',
      id: pattern.id,
      intent: clean(pattern.intent),
      calls: [callOf(pattern, idOf(pattern.id))],
      tokens: patternTokens(pattern),
    }),
  )
  return [...shown, ...single]
}

const callOf = (call: Pick<Pattern, 'tool' | 'arguments' | 'result'>, id: string): Exchange['calls'][number] => ({
  id,
  tool: call.tool,
  arguments: cleanArguments(call.arguments),
  result: clean(call.result),
})
