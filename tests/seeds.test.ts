import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Form } from '../src/provision/format.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { makeSeed } from '../src/provision/load.ts'
import { SEED_ID_PREFIX } from '../src/schema/seed.ts'
import { assertConversation, assertMessageLast, assertSeed } from '../src/testing/seed-cases.ts'
import { seedFormatChecks } from '../src/testing/seed-format-checks.ts'
import { anyTalk, anyTemplate, anyText, fullTemplate } from './support/seed-fixture.ts'
import { TALK_FORMS } from './support/talk-forms.ts'

const NOW = Date.UTC(2026, 3, 1)
const RUNS = { numRuns: 150 }

const anyForm = fc.constantFrom<Form | undefined>(undefined, 'text')
const anyDose = fc.record({ form: anyForm, dose: fc.integer({ min: 1, max: 6 }), workflows: fc.nat(2) })
const anyMessage = fc.option(fc.constant('and now?'), { nil: undefined })

for (const format of FORMATS) {
  const conversation = TALK_FORMS[format.name]
  const form = conversation === undefined ? undefined : { conversation }

  describe(format.name, () => {
    for (const check of seedFormatChecks(format, form)) test(check.name, check.run)

    test('any drawn template gives a seed that the linter takes, the same bytes every time', () => {
      fc.assert(
        fc.property(anyTemplate, anyDose, (template, dose) => assertSeed(format, template, dose)),
        RUNS,
      )
    })

    if (format.takesMessage)
      test('the real message comes last, whatever was drawn for it', () => {
        fc.assert(
          fc.property(anyTemplate, anyText, anyDose, (template, words, dose) =>
            assertMessageLast(format, {}, { template, message: `${words}?`, dose }),
          ),
          RUNS,
        )
      })

    if (format.takesConversation && form !== undefined)
      test('any drawn conversation stays whole and in order around the seed, and valid', () => {
        fc.assert(
          fc.property(anyTemplate, anyTalk, anyMessage, anyDose, (template, talk, message, dose) =>
            assertConversation(format, form, { template, talk, message, dose }),
          ),
          RUNS,
        )
      })
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
