import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { keysText, pasteText } from './keys.ts'
import { commandLine } from './quote-words.ts'

test('keys are what a terminal sends for them', () => {
  const cases: [string[], string][] = [
    [['C-c'], '\u0003'],
    [['ctrl-d'], '\u0004'],
    [['Enter'], '\r'],
    [['Up', 'Down'], '\u001B[A\u001B[B'],
    [['M-x'], '\u001Bx'],
    [['C-['], '\u001B'],
    [['hello', 'Space', 'Enter'], 'hello \r'],
  ]
  for (const [keys, text] of cases) assert.equal(keysText(keys), text, keys.join(' '))
  assert.throws(() => keysText(['C-ü']), { code: 'usage' })
})

test('a pasted text cannot end its own pasting', () => {
  assert.equal(pasteText('a\nb'), '\u001B[200~a\nb\u001B[201~')
  assert.equal(pasteText('a\u001B[201~rm'), '\u001B[200~arm\u001B[201~')
})

test('one word is shell text, several are words whatever they hold', () => {
  assert.equal(commandLine(['echo $HOME | cat']), 'echo $HOME | cat')
  assert.equal(commandLine(['echo', '$HOME', "it's", '']), "echo '$HOME' 'it'\\''s' ''")
})

test('a shell reads back the very words', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const line = commandLine(['printf', '%s\\0', ...words])
      const printed = execFileSync('sh', ['-c', line], { encoding: 'utf8' })
      assert.deepEqual(
        printed.split('\0').slice(0, -1),
        words.map((each) => each.toWellFormed()),
      )
    }),
    { numRuns: 50 },
  )
})
