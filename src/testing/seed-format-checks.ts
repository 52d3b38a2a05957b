import assert from 'node:assert/strict'
import type { Format } from '../provision/format.ts'
import { lint } from '../provision/lint/lint.ts'
import { type Check, check } from './check.ts'
import { drawnTalks, drawnTemplates } from './drawn-seeds.ts'
import {
  assertConversation,
  assertMessageLast,
  assertRefused,
  assertSeed,
  type ConversationForm,
  type SeedDose,
} from './seed-cases.ts'

const CASES = 40
const NO_CONVERSATIONS: readonly unknown[] = [[{ role: 'nobody' }], 'words', 7, { messages: 3 }, [null]]
const UNREADABLE: readonly unknown[] = [
  undefined,
  null,
  7,
  '',
  [],
  {},
  [[]],
  [null],
  [{}],
  { messages: [{ role: {} }] },
]

/** What the contract of seed formats asks for, checked with made-up templates and conversations. A format that takes conversations needs a form. */
export const seedFormatChecks = (format: Format, form?: ConversationForm): Check[] => {
  const templates = (): [ReturnType<typeof drawnTemplates>[number], SeedDose, number][] =>
    drawnTemplates(CASES).map((template, index) => [template, doseOf(index), index])
  return [
    check('any template gives a seed that the linter takes, the same bytes every time', () => {
      for (const [template, dose] of templates()) assertSeed(format, template, dose)
    }),
    check('whatever it is given to read, it says what is wrong instead of throwing', () => {
      for (const value of UNREADABLE) {
        assert.doesNotThrow(() => format.read(value))
        assert.equal(lint(value, format).format, format.name)
      }
    }),
    ...(format.takesMessage
      ? [
          check('the real message comes last, whatever it says', () => {
            for (const [template, dose, index] of templates())
              assertMessageLast(format, form ?? {}, {
                template,
                dose,
                message: MESSAGES[index % MESSAGES.length] ?? '',
              })
          }),
        ]
      : []),
    ...(format.takesConversation ? conversationChecks(format, form) : []),
  ]
}

const MESSAGES = ['and now?', '# Not a heading\n---', '\u0000 \ud83d "quoted"?', '<b>&amp;</b> \u202E']

const doseOf = (index: number): SeedDose => ({
  form: index % 2 === 0 ? undefined : 'text',
  dose: 1 + (index % 6),
  workflows: index % 3,
})

const conversationChecks = (format: Format, form: ConversationForm | undefined): Check[] => [
  check('any conversation stays whole and in order around the seed, and valid', () => {
    assert.ok(form !== undefined, `there is no conversation in the form of ${format.name}`)
    const talks = drawnTalks(CASES)
    for (const [index, template] of drawnTemplates(CASES).entries())
      assertConversation(format, form, {
        template,
        talk: talks[index] ?? talks[0]!,
        message: index % 2 === 0 ? 'and now?' : undefined,
        dose: doseOf(index),
      })
  }),
  check('a conversation that is refused without a seed is not seeded', () => {
    for (const conversation of NO_CONVERSATIONS) assertRefused(format, conversation)
  }),
]
