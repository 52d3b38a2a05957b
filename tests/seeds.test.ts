import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../src/lib/error.ts'
import { isRecord } from '../src/lib/json.ts'
import type { Form, Format } from '../src/provision/format.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { lint } from '../src/provision/lint/lint.ts'
import { makeSeed, type MadeSeed, type SeedOptions } from '../src/provision/load.ts'
import { SEED_ID_PREFIX } from '../src/schema/seed.ts'
import type { Template } from '../src/schema/listing/template.ts'
import { anyTalk, anyTemplate, anyText, fullTemplate, type Talk } from './support/seed-fixture.ts'
import { TALK_FORMS } from './support/talk-forms.ts'

const NOW = Date.UTC(2026, 3, 1)
const RUNS = { numRuns: 150 }

/** The messages of a document, whatever they are called there. */
const messagesOf = (value: unknown): unknown[] => {
  const list = isRecord(value) ? (value['messages'] ?? value['contents'] ?? value['input']) : value
  assert.ok(Array.isArray(list))
  return list as unknown[]
}

/** The last words of a message. */
const lastText = (message: unknown): unknown => {
  assert.ok(isRecord(message))
  const content = message['content'] ?? message['parts']
  if (!Array.isArray(content)) return content
  const last: unknown = content.at(-1)
  return isRecord(last) ? last['text'] : last
}

const printable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\u2400')

const errorsOf = (value: unknown, format: Format, { ignoring = [] as string[] } = {}): string[] =>
  lint(value, format)
    .problems.filter(({ severity, check }) => severity === 'error' && !ignoring.includes(check))
    .map(({ check, message, at }) => `${check} ${at}: ${message}`)

/** Undefined where the template, such as one with recoveries alone and no form for them, has nothing to give. */
const made = (template: Template, options: Omit<SeedOptions, 'now'>): MadeSeed | undefined => {
  try {
    return makeSeed(template, { ...options, now: NOW })
  } catch (error) {
    if (error instanceof AppError && error.code === 'empty-template') return undefined
    throw error
  }
}

const anyForm = fc.constantFrom<Form | undefined>(undefined, 'text')
const anyOptions = fc.record({ form: anyForm, dose: fc.integer({ min: 1, max: 6 }), workflows: fc.nat(2) })

const intoConversations = (format: Format): void => {
  const form = TALK_FORMS[format.name]
  assert.ok(form !== undefined, `there is no conversation in the form of ${format.name}`)

  test('any conversation stays whole and in order around the seed, and valid', () => {
    const message = fc.option(fc.constant('and now?'), { nil: undefined })
    fc.assert(
      fc.property(anyTemplate, anyTalk, message, anyOptions, (template, talk, message, options) => {
        const conversation = form(talk)
        if (messagesOf(conversation).length === 0) return
        const before = JSON.stringify(conversation)
        assert.deepEqual(errorsOf(conversation, format, { ignoring: ['L10-content'] }), [])
        const seed = made(template, { format: format.name, conversation, message, ...options })
        if (seed === undefined) return
        assert.equal(JSON.stringify(conversation), before, 'what was handed in is not changed')
        assert.deepEqual(errorsOf(seed.value, format, { ignoring: ['L10-content'] }), [])
        assertAround(messagesOf(conversation), messagesOf(seed.value), {
          talk,
          message: format.takesMessage ? message : undefined,
        })
      }),
      RUNS,
    )
  })

  test('a conversation that is refused without a seed is not seeded', () => {
    for (const conversation of [[{ role: 'nobody' }], 'words', 7, { messages: 3 }, [null]])
      assert.throws(
        () => makeSeed(fullTemplate(), { format: format.name, conversation, now: NOW }),
        (error) => error instanceof AppError && ['invalid-conversation', 'usage'].includes(error.code),
      )
  })
}

/** Leading system messages, the seed, the rest, and the real message, alone or at the end of what the user had begun. */
const assertAround = (
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
  assert.equal(lastText(last), message)
  const isMerged = talk.open !== undefined && json(last).includes(json(talk.open).slice(1, -1))
  const kept = isMerged ? rest.slice(0, -1) : rest
  assert.deepEqual(end.slice(0, -1).slice(end.length - 1 - kept.length), kept)
}

for (const format of FORMATS) {
  describe(format.name, () => {
    test('any template gives a seed that the linter takes, the same bytes every time', () => {
      fc.assert(
        fc.property(anyTemplate, anyOptions, (template, options) => {
          const seed = made(template, { format: format.name, ...options })
          if (seed === undefined) return
          assert.deepEqual(errorsOf(seed.value, format), [])
          const again = made(structuredClone(template), { format: format.name, ...options })
          assert.equal(again?.text, seed.text)
          assert.equal(
            seed.text,
            format.output === 'json'
              ? `${JSON.stringify(seed.value)}
`
              : seed.value,
          )
        }),
        RUNS,
      )
    })

    if (format.takesMessage)
      test('the real message comes last, whatever it says', () => {
        fc.assert(
          fc.property(anyTemplate, anyText, anyOptions, (template, words, options) => {
            const message = `${words}?`
            const seed = made(template, { format: format.name, message, ...options })
            if (seed === undefined) return
            if (format.output === 'text') return assert.ok(seed.text.endsWith(`\n\n${printable(message)}\n`))
            const last = messagesOf(seed.value).at(-1)
            assert.ok(isRecord(last) && last['role'] === 'user')
            assert.equal(lastText(last), printable(message))
            assert.deepEqual(errorsOf(seed.value, format, { ignoring: ['L10-content'] }), [])
          }),
          RUNS,
        )
      })

    if (format.takesConversation) intoConversations(format)
  })
}

test('ids of seeded calls have the prefix and are nowhere else in the conversation', () => {
  const { patterns } = fullTemplate()
  const [first] = patterns
  assert.ok(first !== undefined)
  const id = `${SEED_ID_PREFIX}${first.id}`
  const conversation = [
    { role: 'user', content: 'hello' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: 'Bash', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: '' },
  ]
  const { text } = makeSeed(fullTemplate(), { format: 'openai-chat', conversation, dose: 1, now: NOW })
  assert.deepEqual(
    [...text.matchAll(/"tool_call_id":"(\w+)"/g)].map(([, each]) => each),
    [`${id}x2`, id],
  )
})
