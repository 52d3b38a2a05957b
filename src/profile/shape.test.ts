import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ToolKind } from '../schema/outcome.ts'
import { CHECKING_WORK, isShell, shapeOf, classifyWork } from './shape.ts'

const call = (tool: string, subject: string, kind: ToolKind = 'terminal') => ({ tool, subject, kind })

const COMMANDS: [command: string, shape: string, work: string][] = [
  ['git status --short', 'git status', 'h'],
  ['git -C ../other log --oneline', 'git log', 'h'],
  ['git rev-parse HEAD', 'git rev-parse', 'h'],
  ['git commit -m "say why"', 'git commit', 'v'],
  ['git add a.ts && git commit -m x', 'git commit', 'v'],
  ['git add a.ts', 'git add', 'v'],
  ['cd web && npm run build', 'npm run build', 't'],
  ['npm --silent run build', 'npm run build', 't'],
  ['npm test -- --watch=false', 'npm test', 't'],
  ['npm install left-pad', 'npm install', 'c'],
  ['NODE_ENV=test npx vitest run', 'vitest', 't'],
  ['sudo apt-get install -y jq', 'apt-get install', 's'],
  ['bash -lc "pytest -q"', 'pytest', 't'],
  ['python3 -m pytest tests/', 'pytest', 't'],
  ['python -m pip install requests', 'pip install', 'c'],
  ['python3 tools/make_table.py --all', 'make_table.py', 'c'],
  ['./tools/make_table.py', 'make_table.py', 'c'],
  ["python3.12 -c 'print(1)'", 'python -c', 'c'],
  ['timeout 60 go test ./... | tail -5', 'go test', 't'],
  ['ls -la && make -j4 test', 'make test', 't'],
  ['cargo clippy --all', 'cargo clippy', 't'],
  ['docker compose up -d', 'docker compose up', 'n'],
  ['gh pr view 12 --json url', 'gh pr view', 'n'],
  ['curl -s https://example.org/x', 'curl', 'n'],
  ['cat a.txt | grep x', 'cat', 'f'],
  ['mkdir -p out && cp a out', 'cp', 'f'],
  ['rg -n "to do" src', 'rg', 'l'],
  ['find . -name "*.ts"', 'find', 'l'],
  ['npx eslint@9 src', 'eslint', 't'],
  ['warehouse sync --all', 'warehouse sync', 's'],
  ['cd /somewhere', 'cd', 's'],
  ['git add notes.md && g…', 'git add', 'v'],
  ["apply_patch << 'P' *** Begin Patch *** Update File: src/a.py @@ -x", 'apply_patch src/a.py', 'e'],
  ['', 'shell', 's'],
]

test('a command line is named by what it is for', () => {
  for (const [command, shape, work] of COMMANDS) {
    assert.equal(shapeOf(call('Bash', command)), shape, command)
    assert.equal(classifyWork(call('exec_command', command)), work, command)
  }
})

test('a plain command has the same shape alone and in front of a pipe', () => {
  for (const command of ['git status', 'sed -n 1,5p a', 'npm test', 'cargo build', 'python3 a.py', 'warehouse sync']) {
    assert.equal(shapeOf(call('Bash', command)), shapeOf(call('Bash', `${command} | cat`)))
    assert.equal(classifyWork(call('Bash', command)), classifyWork(call('Bash', `${command} | cat`)))
  }
})

const TOOLS: [tool: string, kind: ToolKind, subject: string, shape: string, work: string][] = [
  ['Read', 'file', './src/a.ts', 'Read src/a.ts', 'r'],
  ['Edit', 'file', 'src/a.ts', 'Edit src/a.ts', 'e'],
  ['apply_patch', 'file', '*** Begin Patch *** Add File: b.md +x', 'apply_patch b.md', 'e'],
  ['Write', 'file', '', 'Write', 'e'],
  ['Grep', 'file', 'needle', 'Grep', 'q'],
  ['WebFetch', 'research', 'https://example.org', 'WebFetch', 'w'],
  ['mcp__browser__open', 'research', 'x', 'mcp__browser__open', 'w'],
  ['Agent', 'meta', 'look around', 'Agent', 'a'],
  ['execute_code', 'code', 'print(1)', 'execute_code', 'c'],
  ['exec', 'code', 'await tools.read()', 'exec', 'c'],
  ['write_stdin', 'terminal', 'git status', 'write_stdin', 's'],
  ['book_table', 'general', 'Monday', 'book_table', 'o'],
]

test('other tools are named by themselves, file tools with their file', () => {
  for (const [tool, kind, subject, shape, work] of TOOLS) {
    assert.equal(shapeOf(call(tool, subject, kind)), shape, tool)
    assert.equal(classifyWork(call(tool, subject, kind)), work, tool)
  }
})

test('only tools that take a command line are shells', () => {
  assert.equal(isShell(call('Bash', '')), true)
  assert.equal(isShell(call('exec', '', 'code')), false)
  assert.equal(isShell(call('write_stdin', '')), false)
  assert.equal(isShell(call('Read', '', 'file')), false)
})

test('work that can be checked has a letter of its own', () => {
  assert.equal(classifyWork(call('Bash', 'pytest')), CHECKING_WORK)
})

test('any text has a shape and one letter of work, the same each time', () => {
  const words = fc.array(
    fc.constantFrom('git', 'cd', 'x', '&&', '|', "'", '"', '$(', ')', '-C', '#', '…', 'run', '\ud800', '=', '\\'),
  )
  const anything = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
    words.map((list) => list.join(' ')),
  )
  fc.assert(
    fc.property(fc.constantFrom('Bash', 'Read', 'patch', 'nothing', '__proto__'), anything, (tool, subject) => {
      const first = [shapeOf(call(tool, subject)), classifyWork(call(tool, subject))]
      assert.match(first[1] ?? '', /^[tcflhvnesrqwao]$/)
      assert.deepEqual([shapeOf(call(tool, subject)), classifyWork(call(tool, subject))], first)
    }),
  )
})
