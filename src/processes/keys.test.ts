import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodeKey, encodeKeys, bytesOfPaste, wantsBrackets } from './keys.ts'
import { commandLine } from './quote-words.ts'

test('keys send what keyboards send', () => {
  const cases: [string, string | undefined][] = [
    ['Enter', '\r'],
    ['enter', '\r'],
    ['Tab', '\t'],
    ['S-Tab', '\u001b[Z'],
    ['Escape', '\u001b'],
    ['Up', '\u001b[A'],
    ['C-Left', '\u001b[1;5D'],
    ['C-c', '\u0003'],
    ['C-C', '\u0003'],
    ['C-d', '\u0004'],
    ['C-[', '\u001b'],
    ['C-Space', '\u0000'],
    ['M-x', '\u001bx'],
    ['C-M-a', '\u001b\u0001'],
    ['S-a', 'A'],
    ['F1', '\u001bOP'],
    ['F12', '\u001b[24~'],
    ['a', 'a'],
    ['-', '-'],
    ['😀', '😀'],
    ['Backspace', '\u007f'],
    ['PageDown', '\u001b[6~'],
    ['', undefined],
    ['Entr', undefined],
    ['C-', undefined],
    ['C-Enter-x', undefined],
    ['F13', undefined],
    ['C-1', undefined],
  ]
  for (const [name, bytes] of cases) assert.equal(encodeKey(name), bytes, name)
})

test('names are read however they are written, and one that nobody knows types nothing at all', () => {
  assert.equal(encodeKeys(['ctrl-d', 'ALT-x', 'shift-tab', 'c-[']), '\u0004\u001bx\u001b[Z\u001b')
  for (const name of ['hello', 'C-ü', 'Entr', '', 'C-']) assert.throws(() => encodeKeys(['a', name]), { code: 'usage' })
})

test('a bracketed paste ends where it says, whatever was pasted', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\u001b[201~', '\u001b', '[201~', 'a', '\n', '\r\n')), (parts) => {
      const bytes = bytesOfPaste(parts.join(''), true)
      assert.ok(bytes.startsWith('\u001b[200~'))
      assert.equal(bytes.indexOf('\u001b[201~'), bytes.length - 6)
    }),
  )
  assert.equal(bytesOfPaste('a\nb\r\nc', false), 'a\rb\rc')
  assert.equal(wantsBrackets('\u001b[?2004h$ '), true)
  assert.equal(wantsBrackets('\u001b[?2004h$ ls\u001b[?2004l'), false)
  assert.equal(wantsBrackets(''), false)
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
