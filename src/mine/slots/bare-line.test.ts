import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bareLine, hidesCheck } from './bare-line.ts'

const LINES: readonly (readonly [line: string, bare: string])[] = [
  ['uvx ty check . 2>&1 | tail -40', 'uvx ty check .'],
  ['ruff check|tail -2; pytest -q 2>&1|tail -4', 'ruff check; pytest -q'],
  ['npm test || true', 'npm test'],
  ['cd web && npm test > /dev/null 2>&1 && echo OK', 'cd web && npm test'],
  ['pytest -q; echo "EXIT $?"', 'pytest -q'],
  ['cargo test 2>&1 | grep -v warning && cargo fmt', 'cargo test && cargo fmt'],
  // What no check is, and what more than a filter is, stays.
  ['cat a.txt | head', 'cat a.txt | head'],
  ['git status 2>/dev/null | head', 'git status 2>/dev/null | head'],
  ['npm test > out.log 2>&1; tail out.log', 'npm test > out.log 2>&1; tail out.log'],
  ['npm test | node upload.js', 'npm test | node upload.js'],
  ['make test &', 'make test &'],
  ['npm  test', 'npm  test'],
  ['npm test <<EOF | tail\nx\nEOF', 'npm test <<EOF | tail\nx\nEOF'],
]

for (const [line, bare] of LINES) test(`bare: ${line.split('\n', 1)[0]}`, () => assert.equal(bareLine(line), bare))

const HIDDEN: readonly (readonly [line: string, shape: string, hidden: boolean])[] = [
  ['npm test', 'npm test', false],
  ['npm test 2>&1 | tail', 'npm test', true],
  ['set -o pipefail; npm test | tail', 'npm test', false],
  ['npm test; echo done', 'npm test', true],
  ['npm test && echo done', 'npm test', false],
  ['cargo test | tail && cargo fmt', 'cargo test', true],
  ['uv run pytest -q || true', 'pytest', true],
  ['git log | head', 'git log', false],
  ['git status | head', 'git status', false],
]

for (const [line, shape, hidden] of HIDDEN)
  test(`${hidden ? 'hides' : 'tells'} how ${shape} ended: ${line}`, () => assert.equal(hidesCheck(line, shape), hidden))

test('a bare line is bare, whatever the line', () => {
  const word = fc.constantFrom(
    'npm test',
    'cat x',
    '|',
    'tail -3',
    ';',
    '&&',
    '||',
    'true',
    '2>&1',
    'echo a',
    '> f',
    '(',
    ')',
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const bare = bareLine(words.join(' '))
      assert.equal(bareLine(bare), bare)
    }),
  )
})
