import assert from 'node:assert/strict'
import { AppError } from '../lib/error.ts'
import { isRecord } from '../lib/json.ts'
import type { Form, Format } from '../provision/format.ts'
import { lint } from '../provision/lint/lint.ts'
import { makeSeedIn, type MadeSeed, type SeedChoices } from '../provision/load.ts'
import type { Template } from '../schema/listing/template.ts'
import { fullTemplate } from './made-templates.ts'
import { assertSame } from './check.ts'
import type { Talk } from './talk.ts'

/** How the conversations of a format look. A format that is read and written as text alone needs none of it. */
export interface ConversationForm {
  /** A talk as a conversation of the format. */
  conversation(talk: Talk): unknown
  /** The messages of a conversation; without it a list, or the list that is called messages, contents or input. */
  messages?(conversation: unknown): unknown[]
  /** The last text of a message; without it that of its content or its parts. */
  lastText?(message: unknown): unknown
}

/** How much a seed holds, and in which form. */
export interface SeedDose {
  form: Form | undefined
  dose: number
  workflows: number
}

const NOW = Date.UTC(2026, 3, 1)

/** Users may say to the model what they like, so their words are not examined. */
const USERS_WORDS = { ignoring: ['L10-content'] }

/** The linter takes the seed, and the same template gives the same bytes. */
export const assertSeed = (format: Format, template: Template, dose: SeedDose): void => {
  const seed = made(format, template, dose)
  if (seed === undefined) return
  assertValid(seed.value, format)
  const again = made(format, structuredClone(template), dose)
  assertSame('the same template was compiled twice (+ second seed, - first seed)', again?.text, seed.text)
  const text = format.output === 'json' ? `${JSON.stringify(seed.value)}\n` : seed.value
  assertSame("the seed's text is not its value written out (+ text, - value)", seed.text, text)
}

/** The real message of the user comes last, as it was said. */
export const assertMessageLast = (
  format: Format,
  form: Partial<ConversationForm>,
  { template, message, dose }: { template: Template; message: string; dose: SeedDose },
): void => {
  const seed = made(format, template, { message, ...dose })
  if (seed === undefined) return
  if (format.output === 'text')
    return assert.ok(
      seed.text.endsWith(`\n\n${printable(message)}\n`),
      `the seed must end with an empty line and the message; it ends with ${JSON.stringify(seed.text.slice(-80))}`,
    )
  const last = messagesOf(form, seed.value).at(-1)
  assert.ok(isRecord(last) && last['role'] === 'user', `the last message is not the user's: ${JSON.stringify(last)}`)
  assertSame('the last text of the seed (+ seed, - message)', lastTextOf(form, last), printable(message))
  assertValid(seed.value, format, USERS_WORDS)
}

/** The conversation stays whole and in order around the seed, and the linter takes all of it. */
export const assertConversation = (
  format: Format,
  form: ConversationForm,
  { template, talk, message, dose }: { template: Template; talk: Talk; message: string | undefined; dose: SeedDose },
): void => {
  const conversation = form.conversation(talk)
  if (messagesOf(form, conversation).length === 0) return
  const before = JSON.stringify(conversation)
  assertValid(conversation, format, USERS_WORDS)
  const seed = made(format, template, { conversation, message, ...dose })
  if (seed === undefined) return
  assert.equal(JSON.stringify(conversation), before, 'the compiler changed the conversation that it was given')
  assertValid(seed.value, format, USERS_WORDS)
  assertAround(form, messagesOf(form, conversation), messagesOf(form, seed.value), {
    talk,
    message: format.takesMessage ? message : undefined,
  })
}

/** What would be refused without a seed is refused in words. */
export const assertRefused = (format: Format, conversation: unknown): void =>
  assert.throws(
    () => makeSeedIn(format, fullTemplate(), { conversation, now: NOW }),
    (error) => error instanceof AppError && ['invalid-conversation', 'usage'].includes(error.code),
  )

/**
 * Undefined if the template has nothing to give in this form, such as recoveries alone in a format without a form for
 * them.
 */
const made = (format: Format, template: Template, choices: Omit<SeedChoices, 'now'>): MadeSeed | undefined => {
  try {
    return makeSeedIn(format, template, { ...choices, now: NOW })
  } catch (error) {
    if (error instanceof AppError && error.code === 'empty-template') return undefined
    throw error
  }
}

const assertValid = (value: unknown, format: Format, { ignoring = [] as string[] } = {}): void => {
  const errors = lint(value, format)
    .problems.filter(({ severity, check }) => severity === 'error' && !ignoring.includes(check))
    .map(({ check, message, at }) => `${check} ${at}: ${message}`)
  assert.ok(errors.length === 0, `the linter refuses the ${format.name}:\n${errors.join('\n')}`)
}

const printable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\u2400')

const messagesOf = ({ messages }: Partial<ConversationForm>, value: unknown): unknown[] => {
  if (messages !== undefined) return messages(value)
  const list = isRecord(value) ? (value['messages'] ?? value['contents'] ?? value['input']) : value
  assert.ok(Array.isArray(list), 'there is no list of messages')
  return list as unknown[]
}

const lastTextOf = ({ lastText }: Partial<ConversationForm>, message: unknown): unknown => {
  if (lastText !== undefined) return lastText(message)
  assert.ok(isRecord(message))
  const content = message['content'] ?? message['parts']
  if (!Array.isArray(content)) return content
  const last: unknown = content.at(-1)
  return isRecord(last) ? last['text'] : last
}

/** Leading system messages, the seed, the rest, and the real message, alone or at the end of what the user had begun. */
const assertAround = (
  form: ConversationForm,
  before: readonly unknown[],
  after: readonly unknown[],
  { talk, message }: { talk: Talk; message: string | undefined },
): void => {
  const json = (value: unknown): string => JSON.stringify(value)
  const leading = before.findIndex((each) => !isRecord(each) || !['system', 'developer'].includes(String(each['role'])))
  const start = leading < 0 ? before.length : leading
  assert.deepEqual(after.slice(0, start).map(json), before.slice(0, start).map(json))
  const rest = before.slice(start).map(json)
  const end = after.map(json)
  if (message === undefined) return assert.deepEqual(end.slice(end.length - rest.length), rest)
  const last = after.at(-1)
  assert.equal(lastTextOf(form, last), message)
  const isMerged = talk.open !== undefined && json(last).includes(json(talk.open).slice(1, -1))
  const kept = isMerged ? rest.slice(0, -1) : rest
  assert.deepEqual(end.slice(0, -1).slice(end.length - 1 - kept.length), kept)
}
