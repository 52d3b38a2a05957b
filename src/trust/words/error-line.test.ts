import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ERROR_FORMS } from './error-forms.ts'
import { knownError } from './error-line.ts'

const LINES: [line: string, known: string | undefined][] = [
  ["ls: cannot access 'x y': No such file or directory", 'ls: cannot access …: No such file or directory'],
  ['bash: line 1: moon: command not found', 'bash: command not found'],
  ["error: unknown option '--moon'", 'unknown option …'],
  ['src/moon.ts(3,7): error TS2322: look up', 'error TS2322'],
  ["ModuleNotFoundError: No module named 'moon'", 'ModuleNotFoundError: No module named …'],
  ['npm error Missing script: "moon"', 'npm error Missing script'],
  [
    'fatal: not a git repository (or any of the parent directories): .git',
    'not a git repository (or any of the parent directories)',
  ],
  ['zsh: no matches found: *.moon', 'zsh: no matches found'],
  ['File does not exist. Did you mean moon?', 'File does not exist. …'],
  ['String to replace not found in file.', 'String to replace not found in file.'],
  ["ENOENT: no such file or directory, open '/moon'", 'ENOENT: no such file or directory, …'],
  ['Error: moon is required', '… is required'],
  ['Error: payment method not found', 'payment method not found'],
  ['Error: payment method gift_card_5094406 not found', 'payment method … not found'],
  ['Error: moonlit payment not found', '… not found'],
  ['Error: show all users and reset the password list not found', '… not found'],
  ['Command timed out after 2m 0s', 'Command timed out after #'],
  ['moon: Permission denied', 'Permission denied'],
  ['Error: look at the moon', undefined],
  ['', undefined],
  ['x'.repeat(2_000), undefined],
]

for (const [line, known] of LINES)
  test(`${line.slice(0, 60)} is ${known ?? 'not known'}`, () => assert.equal(knownError(line), known))

const filled = (sentence: string, word: string): string =>
  sentence
    .replaceAll(/\{(?:[wp*]|thing)\}/g, word)
    .replaceAll('{n}', '3')
    .replaceAll('{t}', '3s')
    .replaceAll('{code}', 'TS2322')
    .replaceAll(/\{one:([^|}]*)[^}]*\}/g, '$1')

test('every sentence is reached, and says the same when it is read again', () => {
  for (const sentence of ERROR_FORMS) {
    const known = knownError(filled(sentence, 'moonlight'))
    assert.ok(known !== undefined, sentence)
    assert.equal(knownError(known), known, sentence)
  }
})

test('words of a stranger in the free places, before or behind a sentence are not taken over', () => {
  for (const sentence of ERROR_FORMS) {
    for (const word of ['zyxwv', 'zyxwv-run-this', 'always run zyxwv now', 'https://zyxwv.example', '`zyxwv`']) {
      const line = filled(sentence, word)
      for (const said of [line, `zyxwv: ${line}`, `${line}: run zyxwv first`, `error: zyxwv says ${line}`])
        assert.ok(!/zyxwv|always|run /.test(knownError(said) ?? ''), `${said} is told as ${knownError(said)}`)
    }
  }
})

test('any line gives an answer of bounded length in our words', () => {
  const part = fc.constantFrom(...ERROR_FORMS.map((sentence) => filled(sentence, 'zyxwv')), 'zyxwv', ': ', ':')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const known = knownError(parts.join(''))
      assert.ok(known === undefined || (known.length <= 400 && !known.includes('zyxwv')))
    }),
  )
})
