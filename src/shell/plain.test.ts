import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseShell } from './grammar.ts'
import { readPlain } from './plain.ts'
import { readTokens } from './read-tokens.ts'
import { readTree } from './read-tree.ts'
import type { ShellToken } from './token.ts'

const byGrammar = (line: string): ShellToken[] | undefined => {
  const tree = parseShell(line)
  if (tree === undefined) return undefined
  const { tokens, sound } = readTree(line, tree)
  tree.delete()
  return sound ? tokens : undefined
}

const shown = (tokens: readonly ShellToken[] | undefined): unknown =>
  tokens?.map((token) => (token.kind === 'redirect' ? [token.descriptor, token.target] : [token.kind, token.text]))

test('the fast reader and the grammar find the same tokens in every line that the fast one reads', () => {
  const word = fc.constantFrom(
    'ls',
    'git',
    'a.b',
    './x',
    '--y=z',
    '-la',
    "'a b'",
    '"c d"',
    'e"f g"h',
    '""',
    'A=1',
    '10',
    '2',
    '@',
    'x:y,z',
  )
  const joiner = fc.constantFrom(
    ' ',
    '  ',
    ' && ',
    ' || ',
    ' | ',
    '; ',
    '|',
    '&&',
    ' 2>&1 ',
    ' >/dev/null ',
    ' 2>/dev/null ',
  )
  let read = 0
  fc.assert(
    fc.property(fc.array(fc.tuple(word, joiner), { minLength: 1, maxLength: 8 }), word, (pairs, last) => {
      const line = pairs.map(([one, join]) => one + join).join('') + last
      const plain = readPlain(line)
      const grammar = byGrammar(line)
      // The grammar refuses a few lines that bash runs, such as a program called `--y=z`.
      if (plain === undefined || grammar === undefined) return
      read += 1
      assert.deepEqual(shown(plain), shown(grammar), line)
    }),
    { numRuns: 800 },
  )
  assert.ok(read > 200, `${read} lines were read`)
})

test('lines that are made to hang or break the parser are unreadable, and the next one is read', () => {
  const parts = [
    '<(',
    'a|',
    '$(',
    '((',
    '`',
    '"',
    'a=(',
    '>',
    '<<<',
    '$[',
    '{ ',
    'if a;then ',
    'case a in ',
    '<<E\n',
    '\\',
    '\0',
    '|',
    '&',
  ]
  for (const part of parts) {
    for (const length of [8_190, 40_000]) readTokens(part.repeat(Math.ceil(length / part.length)).slice(0, length))
    assert.deepEqual(shown(readTokens('ls "$x"')?.tokens), [
      ['word', 'ls'],
      ['word', '$x'],
    ])
  }
})
