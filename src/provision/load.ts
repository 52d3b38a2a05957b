import { AppError, messageOf } from '../lib/error.ts'
import { isOutdated } from '../mine/miner-version.ts'
import type { Template } from '../schema/listing/template.ts'
import { wellFormed } from './clean.ts'
import type { Into } from './conversation.ts'
import { draftSeed, LARGEST_DOSE, withoutUnconfirmed } from './draft.ts'
import type { Form, Format } from './format.ts'
import { formatNamed } from './formats.ts'
import { lint } from './lint/lint.ts'
import type { Toolset } from './lint/tools.ts'
import { CHECKS, type Problem } from './view.ts'
import type { Seed } from './seed.ts'
import { seedIdsIn } from './seed-ids.ts'
import { blockParts } from './text-block.ts'

export interface SeedOptions extends SeedChoices {
  format: string
}

/** The options of a seed in any format. */
export interface SeedChoices {
  /** The default is the form that the format is made for. */
  form?: Form | undefined
  dose?: number | undefined
  budget?: number | undefined
  workflows?: number | undefined
  /** Whether to add how the user writes, preferred tools, and how often tools worked. */
  withProfile?: boolean | undefined
  /** The lessons about the project, with their preface. They come first in the text form. */
  lessons?: string | undefined
  message?: string | undefined
  conversation?: unknown
  /** The tools of the session. A history that uses other tools is then given as text. */
  tools?: Toolset | undefined
  now: number
}

export interface MadeSeed {
  /** The exact bytes to print. */
  text: string
  value: unknown
  form: Form
  /** Estimated tokens of the seed, without the conversation and the message. */
  tokens: number
  shown: { patterns: string[]; workflows: string[]; recoveries: string[] }
  /** Why a history became text; null if it did not. */
  downgraded: string | null
  seed: Seed
}

/**
 * Makes a seed that its provider accepts, or throws an error that says why there is none. A history that would be
 * refused becomes text. The same template and options give the same bytes.
 */
export const makeSeed = (template: Template, { format, ...choices }: SeedOptions): MadeSeed =>
  makeSeedIn(formatNamed(format), template, choices)

/** `makeSeed` for a format that need not be in the registry. */
export const makeSeedIn = (format: Format, template: Template, options: SeedChoices): MadeSeed => {
  const into = placeOf(format, options)
  requireContent(template)
  requireToday(template)
  const form = formOf(format, options.form)
  const made = compiled(template, { format, form, into, options })
  if (form === 'text') return accepted(made, null)
  if (made.seed.exchanges.length === 0 && made.seed.addendum === '' && made.seed.conventions.length === 0)
    return asText(template, { format, into, options }, 'there is no pattern in it that could be shown as a call')
  const [first] = made.problems
  if (first === undefined) return accepted(made, null)
  return asText(template, { format, into, options }, described(first))
}

interface Making {
  format: Format
  into: Place
  options: SeedChoices
}

const described = ({ message, check, at }: Problem): string => `${message} (${check}${at === '' ? '' : ` at ${at}`})`

const asText = (template: Template, making: Making, reason: string): MadeSeed =>
  accepted(compiled(template, { ...making, form: 'text' }), reason)

type Compiled = MadeSeed & { problems: Problem[] }

const accepted = ({ problems, ...made }: Compiled, downgraded: string | null): MadeSeed => {
  const [first] = problems
  if (first === undefined) return { ...made, downgraded }
  throw new AppError('invalid-seed', `this seed would be refused: ${described(first)}`, {
    hint: '`warmstart lint` says more about it; `warmstart load NAME --format text` gives words alone',
  })
}

const compiled = (template: Template, { format, form, into, options }: Making & { form: Form }): Compiled => {
  const { dose, budget, workflows, withProfile, lessons, now } = options
  const seed = draftSeed(template, { dose, budget, form, workflows, withProfile, lessons, now, taken: into.taken })
  if (form === 'text' && blockParts(seed).length === 0)
    throw template.patterns.length > 0
      ? muteError(template)
      : emptyError(template, 'holds nothing that could be given now')
  const compile = format.compile[form] ?? format.compile.text
  const value = compile(seed, into)
  const text = bytesOf(format, value)
  const isAlone = into.conversation === undefined && into.message === undefined
  const problems = problemsOf(format, { value, alone: isAlone ? value : compile(seed, {}), options })
  if (bytesOf(format, compile(seed, into)) !== text)
    problems.push({ check: CHECKS.determinism, severity: 'error', message: 'compiled twice it differs', at: '' })
  return { text, value, form, tokens: seed.tokens, shown: shownIn(seed), downgraded: null, seed, problems }
}

const bytesOf = (format: Format, value: unknown): string =>
  format.output === 'json' ? `${JSON.stringify(value)}\n` : String(value)

/**
 * What the provider refuses in the whole document, and secrets in our own part. The user may tell the model anything.
 */
const problemsOf = (
  format: Format,
  { value, alone, options }: { value: unknown; alone: unknown; options: SeedChoices },
): Problem[] => {
  const whole = lint(value, format, { tools: options.tools, only: 'form' }).problems
  const own = lint(alone, format, { only: 'content' }).problems
  return [...whole, ...own].filter(({ severity }) => severity === 'error')
}

const shownIn = ({ exchanges, recoveries }: Seed): MadeSeed['shown'] => ({
  patterns: exchanges.flatMap(({ from, id }) => (from === 'pattern' ? [id] : [])),
  workflows: exchanges.flatMap(({ from, id }) => (from === 'workflow' ? [id] : [])),
  recoveries: recoveries.map(({ id }) => id),
})

/** The form that the caller asks for, else the form that the format is made for. */
export const formOf = (format: Format, asked: Form | undefined): Form => {
  if (asked === 'history' && format.compile.history === undefined)
    throw new AppError('usage', `${format.name} has a text form only`, { hint: 'leave out --form history' })
  return asked ?? (format.compile.history === undefined ? 'text' : 'history')
}

interface Place extends Into {
  /** Call ids in the conversation that look like ours. */
  taken?: ReadonlySet<string> | undefined
}

/**
 * Checks the conversation before a seed is made, so that the seed is not blamed for a conversation that is refused
 * anyway.
 */
const placeOf = (format: Format, { conversation, message, tools }: SeedChoices): Place => {
  if (message !== undefined && message.trim() === '')
    throw new AppError('usage', 'the message of the user is empty', { hint: 'leave out --message, or say something' })
  if (conversation === undefined) return message === undefined ? {} : { message: placedMessage(format, message) }
  if (!format.takesConversation)
    throw new AppError('usage', `${format.name} is no conversation that a seed could go into`, {
      hint: 'leave out --into, or choose a format of messages',
    })
  const first = lint(conversation, format, { tools, only: 'form' }).problems.find(
    // An empty conversation can take a seed. Being empty is the only problem that has no place in the document.
    ({ severity, check, at }) => severity === 'error' && !(check === CHECKS.roles && at === ''),
  )
  if (first !== undefined)
    throw new AppError(
      'invalid-conversation',
      `the conversation would be refused even without a seed: ${described(first)}`,
      { hint: `\`warmstart lint --format ${format.name} FILE\` shows all of it` },
    )
  const taken = seedIdsIn(written(conversation))
  return { conversation, taken, ...(message === undefined ? {} : { message: placedMessage(format, message) }) }
}

const written = (conversation: unknown): string => {
  try {
    return JSON.stringify(conversation)
  } catch (error) {
    throw new AppError('invalid-conversation', `the conversation cannot be written as JSON: ${messageOf(error)}`, {
      hint: 'no provider takes lists and objects that are nested thousands of levels deep, or hold themselves',
      cause: error,
    })
  }
}

const placedMessage = (format: Format, message: string): string | undefined =>
  format.takesMessage ? wellFormed(message) : undefined

const requireContent = (template: Template): void => {
  const { patterns, workflows, recoveries, conventions, addendum } = withoutUnconfirmed(template)
  if (patterns.length + workflows.length + recoveries.length + conventions.length > 0 || addendum.trim() !== '') return
  throw emptyError(template, 'holds nothing that could be given')
}

const requireToday = (template: Template): void => {
  if (!isOutdated(template)) return
  throw new AppError(
    'template-outdated',
    `the template ${template.name} was made by an older version, which did not keep words of others out`,
    { hint: `make it anew with \`warmstart build ${template.name}\`, \`extract\` or \`propose\`` },
  )
}

/** The template's examples show neither a value nor a result, so they are given only on request. */
const muteError = ({ name, patterns }: Template): AppError =>
  new AppError('empty-template', `the examples of the template ${name} show neither a value nor a result`, {
    hint: `\`--dose ${Math.min(patterns.length, LARGEST_DOSE)}\` gives them all the same`,
  })

const emptyError = ({ name }: Template, what: string): AppError =>
  new AppError('empty-template', `the template ${name} ${what}`, {
    hint: `\`warmstart edit ${name} --addendum FILE\` or another \`warmstart build\` can fill it; recoveries expire 30 days after they were last seen`,
  })
