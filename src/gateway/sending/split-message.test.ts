import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitMessage, splitPieces } from './split-message.ts'

test('a text that fits is one message, and a blank one is none', () => {
  assert.deepEqual(splitMessage('hello', 4096), ['hello'])
  assert.deepEqual(splitMessage(' \n ', 4096), [])
  assert.deepEqual(splitMessage('', 4096), [])
})

test('a long text is cut between paragraphs, else lines, else sentences, else words', () => {
  const paragraph = 'word '.repeat(12).trim()
  const cases: [text: string, first: string][] = [
    [`${paragraph}\n\n${paragraph}`, `${paragraph}\n\n`],
    [`${paragraph}\n${paragraph}`, `${paragraph}\n`],
    [`${paragraph}. ${paragraph}`, `${paragraph}. `],
    [`${'a'.repeat(60)} ${'b'.repeat(60)}`, `${'a'.repeat(60)} `],
  ]
  for (const [text, first] of cases) assert.equal(splitMessage(text, 80)[0], first)
})

test('a fenced block that is cut is closed and opened again in its language', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `const value${line} = ${line}`)
  const parts = splitMessage(`Look:\n\`\`\`ts\n${lines.join('\n')}\n\`\`\`\nDone.`, 200)
  assert.ok(parts.length > 2)
  for (const part of parts) assert.equal((part.match(/^```/gm) ?? []).length % 2, 0, part)
  assert.ok(parts.slice(1, -1).every((part) => part.startsWith('```ts\n')))
})

test('one family of emoji is never torn', () => {
  const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'
  for (const part of splitMessage(family.repeat(60), 100)) assert.equal(part.length % family.length, 0)
})

const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60, size: 'max' }),
      fc.constantFrom(
        '\n',
        '\n\n',
        '```\n',
        '\n```ts\n',
        '~~~~\n',
        '. ',
        ' ',
        '\u{1F469}\u200D\u{1F680}',
        'e\u0301\u0302',
      ),
      fc.string({ unit: 'binary', maxLength: 200, size: 'max' }),
    ),
    { minLength: 5, maxLength: 60, size: 'max' },
  )
  .map((parts) => parts.join(''))

test('whatever the text, its pieces follow each other without a gap and every part keeps to the limit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 64, max: 500 }), (text, limit) => {
      const pieces = splitPieces(text, limit)
      assert.equal(pieces.map(({ from, to }) => text.slice(from, to)).join(''), text)
      for (const { from, to, opening, closing } of pieces) {
        assert.ok(to > from)
        assert.ok(opening.length + (to - from) + closing.length <= limit)
      }
      const sent = splitMessage(text, limit)
      for (const part of sent) assert.ok(part.length <= limit && part.trim() !== '')
      // What was well formed stays so: no pair of surrogates is torn.
      if (text.isWellFormed()) for (const part of sent) assert.ok(part.isWellFormed())
    }),
  )
})

test('parts of a text without fences, joined, are the text', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 64, max: 500 }), (raw, limit) => {
      const text = raw.replaceAll(/[`~]/g, '')
      const joined = splitMessage(text, limit).join('')
      assert.equal(joined.replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''))
    }),
  )
})

test('no visible character is torn unless it alone is longer than a message', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 100, maxLength: 600, size: 'max' }), (text) => {
      const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index))
      for (const { from } of splitPieces(text, 64)) assert.ok(boundaries.has(from), `cut at ${from}`)
    }),
  )
})
