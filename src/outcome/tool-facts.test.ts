import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskKind } from './task-kind.ts'
import { readToolFacts } from './tool-facts.ts'

test('knows the tools of every source by name, in any case', () => {
  const rows: [string, string, string, boolean][] = [
    ['Bash', 'terminal', 'shell', false],
    ['exec_command', 'terminal', 'shell', false],
    ['run_shell_command', 'terminal', 'shell', false],
    ['terminal', 'terminal', 'shell', false],
    ['Read', 'file', 'read', false],
    ['READ_FILE', 'file', 'read', false],
    ['apply_patch', 'file', 'edit', false],
    ['replace', 'file', 'edit', false],
    ['Grep', 'file', 'search', false],
    ['WebFetch', 'research', 'web', false],
    ['browser_hover', 'research', 'web', false],
    ['execute_code', 'code', 'script', false],
    ['Agent', 'meta', 'agent', false],
    ['skill_manage', 'code', 'plan', false],
    ['TodoWrite', 'meta', 'plan', true],
    ['skill_view', 'meta', 'plan', true],
    ['AskUserQuestion', 'meta', 'ask', true],
    ['mcp__playwright__click', 'research', 'other', false],
    ['mcp__tickets__create', 'general', 'other', false],
    ['functions.shell', 'terminal', 'shell', false],
    ['get_user_details', 'general', 'other', false],
    ['', 'general', 'other', false],
  ]
  for (const [tool, kind, family, trivial] of rows)
    assert.deepEqual(readToolFacts(tool), { kind, family, trivial }, tool)
})

test('exec is a shell with a command and a program with raw text', () => {
  assert.equal(readToolFacts('exec', { command: 'ls' }).family, 'shell')
  assert.equal(readToolFacts('exec', 'const a = await tools.read()').family, 'script')
})

test('a shell call takes the kind of its program', () => {
  const rows: [string, string][] = [
    ['cd app && go test ./... | tail -5', 'code'],
    ['npm run build', 'code'],
    ['cat a.txt | grep x', 'file'],
    ['sed -n 1,20p a.txt', 'file'],
    ['curl -s https://example.org | head', 'research'],
    ['git commit -m x', 'terminal'],
    ['echo hi', 'terminal'],
  ]
  for (const [command, kind] of rows) assert.equal(taskKind('Bash', { command }), kind, command)
  assert.equal(taskKind('Read', {}), 'file')
  assert.equal(taskKind('Bash', 7), 'terminal')
})
