import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownForm } from './known-form.ts'

const shell = (shape: string) => ({ tool: 'Bash', kind: 'terminal' as const, shape })

test('reading, looking around and one-off code are known to every model', () => {
  for (const shape of [
    'cat',
    'ls',
    'cd',
    'pwd',
    'echo',
    'grep',
    'rg',
    'find',
    'head',
    'sed',
    'mkdir',
    'python -c',
    'node -e',
    'shell',
    'apply_patch',
  ])
    assert.equal(isKnownForm(shell(shape)), true, shape)
  for (const tool of ['Read', 'Edit', 'Write', 'Grep', 'WebFetch'])
    assert.equal(isKnownForm({ tool, kind: 'file', shape: tool }), true, tool)
})

test("a project's commands and the tools of its domain are not", () => {
  for (const shape of [
    'git status',
    'git log',
    'mise run lint',
    'go test',
    'npm run build',
    'pytest',
    'gh pr view',
    'warehouse sync',
    'make_table.py',
  ])
    assert.equal(isKnownForm(shell(shape)), false, shape)
  assert.equal(isKnownForm({ tool: 'get_order', kind: 'general', shape: 'get_order' }), false)
})
