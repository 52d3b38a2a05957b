import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../lib/error.ts'
import { doseArms, readArms } from './arms.ts'

test('every kind of arm can be written as a word', () => {
  const arms = readArms(
    'cold,warm,warm=shop-go,dose-5,history,only-rules,without-lessons,code-first,placebo,foreign=other',
    {
      template: 'shop',
    },
  )
  assert.deepEqual(
    arms.map(({ name, treatment }) => [name, treatment]),
    [
      ['cold', { kind: 'cold' }],
      ['warm', { kind: 'warm', template: 'shop' }],
      ['warm-shop-go', { kind: 'warm', template: 'shop-go' }],
      ['dose-5', { kind: 'warm', template: 'shop', dose: 5 }],
      ['history', { kind: 'warm', template: 'shop', form: 'history' }],
      ['only-rules', { kind: 'only', component: 'rules' }],
      ['without-lessons', { kind: 'without', component: 'lessons' }],
      ['code-first', { kind: 'code-first' }],
      ['placebo', { kind: 'placebo' }],
      ['foreign-other', { kind: 'foreign', project: 'other' }],
    ],
  )
})

test('doses become arms, the smallest first, and dose 0 is cold', () => {
  assert.deepEqual(
    doseArms('5, 0,1,5', { template: 'shop' }).map(({ name }) => name),
    ['cold', 'dose-1', 'dose-5'],
  )
})

test('one arm, two of one name and words that are none are refused in a sentence', () => {
  for (const words of ['cold', 'cold,cold', 'cold,hot', 'cold,dose-99', 'cold,only-everything', 'cold,foreign=', ''])
    assert.throws(() => readArms(words), AppError, words)
  for (const doses of ['0,x', '1,-1', '0,99', '']) assert.throws(() => doseArms(doses, {}), AppError, doses)
})
