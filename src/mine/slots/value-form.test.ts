import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { valueForm } from './value-form.ts'

const FORMS: readonly (readonly [form: string | undefined, values: readonly string[]])[] = [
  ['#W<7 digits>', ['#W2378156', '#W9110023']],
  ['<word>_<word>_<4 digits>', ['mia_li_3668', 'omar_davis_1190']],
  ['2026-05-<2 digits>', ['2026-05-20', '2026-05-21']],
  ['credit_card_<7 digits>', ['credit_card_1000001', 'credit_card_2000002']],
  ['<5 digits>', ['10115', '80331']],
  ['<3 capitals>', ['JFK', 'SEA']],
  ['<6 capitals or digits>', ['ZFA04Y', 'QQ1AB2']],
  // Not alike, of one session alone, a sentence, a word.
  [undefined, ['#W2378156', 'none']],
  [undefined, ['#W2378156']],
  [undefined, ['no longer needed', 'by mistake']],
  [undefined, ['müller', 'østby']],
  [undefined, ['日本-語', '中文']],
]

for (const [form, values] of FORMS)
  test(`${values.join(', ')} ${form === undefined ? 'have no form' : `are ${form}`}`, () => {
    assert.equal(valueForm(values[0] ?? '', values), form)
  })

test('a form holds no word that anybody chose, and no number that names a thing', () => {
  const word = fc.stringMatching(/^[g-z]{3,9}zq$/)
  const id = fc.stringMatching(/^[1-9]\d{4,9}$/)
  fc.assert(
    fc.property(word, word, id, id, fc.constantFrom('_', '-', '#', '.', ':'), (one, other, first, second, mark) => {
      const form = valueForm(`${one}${mark}${first}`, [`${one}${mark}${first}`, `${other}${mark}${second}`]) ?? ''
      assert.ok(!form.includes('zq') && !/\d{5}/.test(form), form)
    }),
  )
})

test('whatever the values are, a form is found or not, and never thrown over', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 }), (values) => {
      const form = valueForm(values[0] ?? '', values)
      assert.ok(form === undefined || form.length > 0)
    }),
  )
})
