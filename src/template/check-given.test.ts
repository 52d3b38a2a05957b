import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../lib/error.ts'
import { checkGiven } from './check-given.ts'
import { type GivenTemplate, templateGiven } from './hand-made.ts'

const PATTERN = { tool: 'terminal', arguments: { command: 'make lint' }, intent: 'lint', result: '0 issues.' }

const without = (field: keyof typeof PATTERN) => {
  const { [field]: _, ...rest } = PATTERN
  return rest
}

const CASES: [what: string, given: unknown, says: RegExp][] = [
  [
    'a pattern without intent',
    { name: 'a', patterns: [PATTERN, without('intent')] },
    /patterns\[1\]\.intent is missing/,
  ],
  ['a pattern without result', { name: 'a', patterns: [without('result')] }, /patterns\[0\]\.result is missing/],
  ['a pattern without tool', { name: 'a', patterns: [without('tool')] }, /patterns\[0\]\.tool is missing/],
  ['a pattern without arguments', { name: 'a', patterns: [without('arguments')] }, /\.arguments is missing/],
  [
    'an intent that says nothing',
    { name: 'a', patterns: [{ ...PATTERN, intent: ' ' }] },
    /intent is not a text with words/,
  ],
  ['an intent that is a number', { name: 'a', patterns: [{ ...PATTERN, intent: 7 }] }, /intent is not a text/],
  ['arguments that are a list', { name: 'a', patterns: [{ ...PATTERN, arguments: [] }] }, /arguments is not an object/],
  ['a type that nobody knows', { name: 'a', patterns: [{ ...PATTERN, type: 'x' }] }, /type is not one of init/],
  [
    'a mined pattern that lost half of itself',
    { name: 'a', patterns: [{ ...PATTERN, id: 'x' }] },
    /patterns\[0\]\.type is missing/,
  ],
  ['a pattern that is none', { name: 'a', patterns: [null] }, /patterns\[0\] is not an object/],
  ['patterns that are no list', { name: 'a', patterns: PATTERN }, /patterns is not a list/],
  ['a workflow without steps', { name: 'a', workflows: [{ intent: 'x' }] }, /workflows\[0\]\.steps is missing/],
  ['a convention that is a text', { name: 'a', conventions: ['use tabs'] }, /conventions\[0\] is not an object/],
  ['no name', { patterns: [PATTERN] }, /name is missing/],
  ['nothing at all', undefined, /it is not an object/],
]

for (const [what, given, says] of CASES)
  test(`${what} is refused with the place where it is`, () => {
    assert.throws(
      () => checkGiven(given as GivenTemplate),
      (error) =>
        error instanceof AppError && error.code === 'usage' && says.test(error.message) && error.hint !== undefined,
    )
  })

test('whatever passes makes a template, and whatever does not is an error of ours', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(
        'name',
        'description',
        'tags',
        'taskType',
        'patterns',
        'workflows',
        'recoveries',
        'conventions',
        'addendum',
      ),
      fc.oneof(fc.jsonValue(), fc.constant([PATTERN])),
      fc.option(
        fc.record({
          field: fc.constantFrom('tool', 'arguments', 'intent', 'result', 'type', 'id'),
          value: fc.jsonValue(),
        }),
      ),
      (field, value, odd) => {
        const pattern = odd === null ? PATTERN : { ...PATTERN, [odd.field]: odd.value }
        const given = { name: 'a', patterns: [pattern], [field]: value } as unknown as GivenTemplate
        try {
          checkGiven(given)
        } catch (error) {
          assert.ok(error instanceof AppError)
          return
        }
        assert.equal(templateGiven(given, { owner: 'sam', now: 0 }).patternCount, given.patterns?.length ?? 0)
      },
    ),
  ))
