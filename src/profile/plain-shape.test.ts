import assert from 'node:assert/strict'
import { test } from 'node:test'
import { miningKey } from './mining-key.ts'
import { plainShape } from './plain-shape.ts'

const SHAPES: [command: string, shape: string][] = [
  ['make lint', 'make lint'],
  ['npm run lint -- --fix', 'npm run lint'],
  ['npx eslint@9 src', 'eslint'],
  ['cd app && go test ./cart 2>&1 | tail -5', 'go test'],
  ['timeout 60 python3 -m pytest -q', 'pytest'],
  ["git log --format='%h %s'", 'git log'],
  ['uv run ruff check .', 'ruff check'],
  ['/usr/bin/git status; ls', 'git status'],
]

test('a plain command line has the shape that mining finds', () => {
  for (const [subject, shape] of SHAPES) {
    const call = { tool: 'Bash', kind: 'terminal' as const, subject }
    assert.equal(plainShape(call), shape, subject)
    assert.equal(miningKey(call), shape, subject)
  }
})

test('what needs the grammar is a shell, and a tool that is no shell is itself', () => {
  for (const subject of ['echo $(date)', 'for f in *; do cat "$f"; done', '', 'ls &&'])
    assert.equal(plainShape({ tool: 'Bash', kind: 'terminal', subject }), 'shell')
  assert.equal(plainShape({ tool: 'Read', kind: 'file', subject: 'src/a.ts' }), 'Read')
})
