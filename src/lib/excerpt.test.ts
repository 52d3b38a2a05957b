import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clip, excerpt } from './excerpt.ts'

// Put together at run time, so that no scanner finds a secret in this file.
const RANDOM = ['q7Xv', 'B2mK', 'z9Lp', 'T4wR', 'h8Nc', 'F3yD', 'j6Gs', 'W5tQ', 'k1Vb'].join('')
const LINE = RANDOM + RANDOM.slice(0, 28)
const SECRETS: Record<string, [secret: string, text: string]> = {
  token: [RANDOM, `ghp_${RANDOM}`],
  assignment: [RANDOM, `"api_key": "${RANDOM}"`],
  'long assignment': [RANDOM, `"api_key": "${RANDOM.repeat(30)}"`],
  url: [RANDOM, `https://bob:${RANDOM}@host.test/`],
  element: [RANDOM, `<password>${RANDOM}</password>`],
  cookies: [RANDOM, `Cookie: ${Array.from({ length: 40 }, (_, index) => `c${index}=${RANDOM}`).join('; ')}`],
  'key file': [LINE, `-----BEGIN RSA PRIVATE KEY-----\n${`${LINE}\n`.repeat(60)}-----END RSA PRIVATE KEY-----`],
  'key file without its end': [LINE, `-----BEGIN RSA PRIVATE KEY-----\n${`${LINE}\n`.repeat(60)}`],
  'key file in JSON': [
    LINE,
    JSON.stringify({ text: `-----BEGIN PRIVATE KEY-----\n${`${LINE}\n`.repeat(60)}-----END PRIVATE KEY-----` }),
  ],
}

test('a short text is its own head', () => {
  assert.deepEqual(excerpt('hello'), { head: 'hello', tail: '', chars: 5 })
  assert.deepEqual(excerpt(''), { head: '', tail: '', chars: 0 })
})

test('a text of up to twice the limit is kept whole in two parts', () => {
  assert.deepEqual(excerpt('abcdefghij', 6), { head: 'abcdef', tail: 'ghij', chars: 10 })
})

test('of a long text the first and the last part are kept', () => {
  const text = `start ${'middle '.repeat(10_000)}end`
  const { head, tail, chars } = excerpt(text, 20)
  assert.deepEqual([head, tail, chars], [text.slice(0, 20), text.slice(-20), text.length])
})

for (const [name, [secret, text]] of Object.entries(SECRETS)) {
  test(`no cut leaves a part of a secret behind: ${name}`, () => {
    const shortest = 8
    for (const filler of ['word ', 'line of words\n', 'x; ']) {
      for (let shift = 0; shift < text.length + 30; shift += text.length > 500 ? 97 : 7) {
        const whole = filler.repeat(2_000)
        const atHead = `${whole.slice(0, Math.max(0, 600 - shift))}\n${text}\n${whole}`
        const atTail = `${whole}\n${text}\n${whole.slice(0, Math.max(0, 600 - text.length + shift))}`
        for (const sample of [atHead, atTail]) {
          const { head, tail } = excerpt(sample, 600)
          for (let at = 0; at + shortest <= secret.length; at += 4) {
            const part = secret.slice(at, at + shortest)
            assert.ok(!head.includes(part) && !tail.includes(part), `${part} at shift ${shift}: ${head} ... ${tail}`)
          }
        }
      }
    }
  })
}

test('a placeholder that a cut would split is left out', () => {
  const { head } = excerpt('a password="hunter2" b', 24)
  assert.equal(head, 'a password="')
})

test('surrogate pairs are not split, half ones and NUL are replaced', () => {
  assert.deepEqual(excerpt('ab😀cd😀ef', 3), { head: 'ab', tail: 'ef', chars: 10 })
  assert.deepEqual(excerpt('a\ud800b\0c'), { head: 'a\ufffdb\u2400c', tail: '', chars: 5 })
})

test('a clipped text marks its cut, hides secrets and fits on a line if asked', () => {
  assert.equal(clip('short', 10), 'short')
  assert.equal(clip('a longer text', 8), 'a longe…')
  assert.equal(clip('😀😀😀', 4), '😀…')
  assert.equal(clip('  one\n\n  two\tthree ', 20, { singleLine: true }), 'one two three')
  assert.equal(clip(`use ghp_${RANDOM} now`, 40), 'use <SECRET:github-token> now'.slice(0, 25) + '…')
  assert.equal(clip(`use ghp_${RANDOM}`, 20), 'use …')
  assert.equal(clip('anything', 0), '')
})

const pieces = [
  ...Object.values(SECRETS).map(([, text]) => text),
  '😀',
  '\ud800',
  '\0',
  '\n',
  ' words ',
  '"',
  'x'.repeat(700),
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('\n'))

test('every excerpt is within its limit, well-formed and without NUL', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 900 }), (text, limit) => {
      const { head, tail, chars } = excerpt(text, limit)
      const line = clip(text, limit, { singleLine: true })
      for (const part of [head, tail, line, clip(text, limit)]) {
        assert.ok(part.length <= limit && part.isWellFormed() && !part.includes('\0'))
        assert.ok(!part.includes(RANDOM.slice(8, 20)), part)
      }
      assert.ok(!line.includes('\n'))
      assert.equal(chars, text.length)
    }),
    { numRuns: 300 },
  )
})
