import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { piecesOf, segmentsOf } from './pieces.ts'

const LINES: [line: string, values: string[]][] = [
  ['git add a.ts', ['git', 'add', 'a.ts']],
  ['git commit -m "say why"', ['git', 'commit', '-m', 'say why']],
  ["rg -n 'to do' src", ['rg', '-n', 'to do', 'src']],
  ['make test 2>&1 | tail -5', ['make', 'test', 'tail', '-5']],
  ['a && b; c || d', ['a', 'b', 'c', 'd']],
  ['echo "$(cat "x y")" z', ['echo', '$(cat "x y")', 'z']],
  ['git commit -m "$(cat <<\'EOF\'\nFix (this)\nEOF\n)"', ['git', 'commit', '-m', "$(cat <<'EOF'\nFix (this)\nEOF\n)"]],
  ['--name="a b"', ['--name="a b"']],
  ['say "never closed', ['say', 'never closed']],
]

test('a command line falls into its words', () => {
  for (const [line, values] of LINES) {
    const words = piecesOf(line).filter((piece) => piece.kind === 'word')
    assert.deepEqual(
      words.map((piece) => piece.value),
      values,
      line,
    )
  }
})

test('commands are parted by operators, not by redirections', () => {
  const pieces = piecesOf('cd a && make test > log 2>&1 | tail')
  assert.deepEqual(
    segmentsOf(pieces).map((segment) => segment.map((index) => pieces[index]?.value)),
    [['cd', 'a'], ['make', 'test', 'log'], ['tail']],
  )
})

test('no character is lost, whatever the line', () => {
  const parts = fc.constantFrom(
    'a',
    ' ',
    '"',
    "'",
    '$(',
    ')',
    '`',
    '\\',
    '|',
    '&&',
    '>',
    '2>&1',
    '\n',
    ';',
    '\ud800',
    '<<',
  )
  const lines = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 80 }),
    fc.array(parts, { maxLength: 40 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(lines, (line) => {
      assert.equal(
        piecesOf(line)
          .map((piece) => piece.text)
          .join(''),
        line,
      )
    }),
  )
})
