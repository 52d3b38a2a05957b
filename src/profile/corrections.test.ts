import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isCorrection, plainly } from './corrections.ts'

const CORRECTIONS = [
  'no, put it into the other folder',
  'No. The table belongs below the chart.',
  'no I am talking about the second screen',
  "Hmm, that's wrong",
  'wait, that’s not what I asked for',
  'ok but you forgot the tests',
  'I said tabs, four wide',
  "I didn't ask you to rename it. Put the old name back.",
  'stop',
  'stop adding comments everywhere',
  'undo that',
  'please revert the last change',
  "don't touch the lock file",
  'actually, use the smaller one',
  'instead of a list give me a table',
  'the header looks good, but do not change the footer',
  'the port should be 8080, not 80',
  'use spaces instead of tabs',
  'did you change the settings? i meant the example',
  'it still fails on the second page',
  'nope, still the old colour',
  'Nein, das gehört in die andere Datei',
  'das ist falsch',
  "non, c'est l'autre fichier",
  "arrête, ce n'est pas ça",
  'eso no, usa la otra tabla',
  'no hagas eso',
  '不对,应该用另一个文件',
  '不要改这个文件',
]

const NO_CORRECTIONS = [
  '',
  'no',
  'yes',
  'No, thank you!',
  "no, that's all for now",
  'no problem, go on',
  'no idea, what do you think?',
  'oh no, I ordered the wrong one! can you help?',
  'continue',
  "I don't know which one is better",
  "don't worry about the tests",
  'can we use a map instead of a list?',
  'would this work better as a hook instead of a command',
  'not sure if it is obvious, but there should be a test',
  'stop the development server',
  'what does revert do?',
  '/undo',
  '```\nno, this is output\n```',
  'actually works great',
  `Build a page that lists all orders. ${'It shows the name and the date of each order. '.repeat(6)}Don't use a framework. No, really.`,
  '再加一个按钮',
]

for (const text of CORRECTIONS) test(`"${text}" corrects`, () => assert.equal(isCorrection(text), true))
for (const text of NO_CORRECTIONS)
  test(`"${text.slice(0, 60)}" does not correct`, () => assert.equal(isCorrection(text), false))

test('a rejection at the start of a long message corrects', () => {
  assert.equal(isCorrection(`no, that is wrong.\n\n${'Here is how it should look. '.repeat(100)}`), true)
})

test('case, apostrophes and blanks make no difference', () => {
  for (const text of CORRECTIONS) {
    assert.equal(isCorrection(`  ${text.toUpperCase().replaceAll("'", '’').replaceAll(' ', ' \n')}`), true, text)
  }
  assert.equal(plainly(' It’s\n  FINE '), "it's fine")
})

test('any text is either a correction or not', () => {
  const word = fc.constantFrom(
    'no',
    ',',
    "don't",
    'not',
    'use',
    ' ',
    'hm',
    'stop',
    'ing',
    '.',
    '?',
    'instead',
    'should be ',
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.array(word, { maxLength: 400 }).map((list) => list.join('')),
  )
  fc.assert(fc.property(anything, (text) => assert.equal(isCorrection(text), isCorrection(text))))
})
