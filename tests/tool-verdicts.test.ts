import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ToolContext } from '../src/agent/tool.ts'
import { createTools } from '../src/agent/toolsets.ts'
import { judge } from '../src/outcome/judge.ts'
import type { Cause, Outcome } from '../src/schema/outcome.ts'
import { openStore } from '../src/store/open.ts'
import { localProcesses } from './support/local-processes.ts'
import { toolBench } from './support/tool-context.ts'

type Row = [tool: string, args: Record<string, unknown>, outcome: Outcome, cause?: Cause]

/** The person in the test says yes to other programs than these. */
const NOT_ALLOWED = 'import shutil; shutil.rmtree("src")'

const ROWS: Row[] = [
  ['read_file', { path: 'errors.log' }, 'ok'],
  ['read_file', { path: 'answer.json' }, 'ok'],
  ['read_file', { path: 'errors.log', offset: 2, limit: 1 }, 'ok'],
  ['read_file', { path: 'empty' }, 'ok'],
  ['read_file', { path: 'missing.json' }, 'error', 'agent'],
  ['read_file', { path: 'src' }, 'error', 'agent'],
  ['read_file', { path: 'blob' }, 'error', 'agent'],
  ['read_file', { path: 'errors.log', offset: 99 }, 'error', 'agent'],
  ['read_file', { path: '/etc/hostname' }, 'error', 'environment'],
  ['read_file', { path: '.env' }, 'error', 'environment'],
  ['read_file', { file: 'errors.log' }, 'error', 'agent'],
  ['read_file', { path: '' }, 'error', 'agent'],
  ['write_file', { path: 'new.txt', content: 'Error: not found' }, 'ok'],
  ['write_file', { path: 'new.txt', content: 'failed' }, 'ok'],
  ['write_file', { path: 'src', content: '' }, 'error', 'agent'],
  ['write_file', { path: 'errors.log/x', content: '' }, 'error', 'agent'],
  ['write_file', { path: '../x', content: '' }, 'error', 'environment'],
  ['write_file', { path: 'x' }, 'error', 'agent'],
  ['patch', { path: 'errors.log', old_string: 'no such file', new_string: 'Error: not found' }, 'ok'],
  ['patch', { path: 'errors.log', old_string: 'nowhere', new_string: 'x' }, 'error', 'agent'],
  ['patch', { path: 'errors.log', old_string: 'o', new_string: 'x' }, 'error', 'agent'],
  ['patch', { path: 'missing', old_string: 'error', new_string: 'x' }, 'error', 'agent'],
  ['patch', { path: 'errors.log', old_string: 'x', new_string: 'x' }, 'error', 'agent'],
  ['patch', { path: 'errors.log' }, 'error', 'agent'],
  ['patch', { mode: 'patch', patch: 'not one' }, 'error', 'agent'],
  [
    'patch',
    { mode: 'patch', patch: '*** Begin Patch\n*** Update File: errors.log\n@@\n-nowhere\n+x\n*** End Patch' },
    'error',
    'agent',
  ],
  ['patch', { mode: 'patch', patch: '*** Begin Patch\n*** Add File: errors.log\n+x\n*** End Patch' }, 'error', 'agent'],
  ['patch', { mode: 'patch', patch: '*** Begin Patch\n*** Add File: made.txt\n+Error: x\n*** End Patch' }, 'ok'],
  ['search_files', { pattern: 'error' }, 'ok'],
  ['search_files', { pattern: 'error', output_mode: 'content' }, 'ok'],
  ['search_files', { pattern: 'nothing of the kind' }, 'ok'],
  ['search_files', { pattern: 'failed', target: 'files' }, 'ok'],
  ['search_files', { pattern: '(' }, 'error', 'agent'],
  ['search_files', { pattern: '(', output_mode: 'content' }, 'error', 'agent'],
  ['search_files', { pattern: 'x', path: 'nowhere', output_mode: 'content' }, 'error', 'agent'],
  ['search_files', { pattern: 'x', path: '/etc' }, 'error', 'environment'],
  ['search_files', {}, 'error', 'agent'],
  ['execute_code', { code: 'print("Error: not found")' }, 'ok'],
  ['execute_code', { code: 'print("Traceback\\nValueError: x")' }, 'ok'],
  ['execute_code', { code: 'for i in range(20000): print("{\\"error\\": 1}")' }, 'ok'],
  ['execute_code', { code: 'raise ValueError("x")' }, 'error', 'agent'],
  ['execute_code', { code: 'for i in range(20000): print("all is well")\nraise ValueError("x")' }, 'error', 'agent'],
  ['execute_code', { code: 'sleep 30', language: 'shell', timeout: 1 }, 'error', 'environment'],
  ['execute_code', { code: NOT_ALLOWED }, 'error', 'environment'],
  ['execute_code', { code: 'rm -rf src', language: 'shell' }, 'error', 'environment'],
  ['execute_code', { language: 'python' }, 'error', 'agent'],
  ['session_search', { query: 'error' }, 'ok'],
  ['session_search', { query: '' }, 'error', 'agent'],
  ['session_search', { query: 'x', role_filter: 'system' }, 'error', 'agent'],
  ['session_search', {}, 'error', 'agent'],
]

test('what a tool answers is judged as what it was, by its words alone', async (t) => {
  const store = await openStore('sqlite::memory:')
  t.after(() => void store.close())
  const { context: bench, cwd } = toolBench(t, { store })
  const context: ToolContext = {
    ...bench,
    approve: async ({ tool, what }) =>
      tool === 'execute_code' && !what.includes('rm -rf') && !what.includes(NOT_ALLOWED),
  }
  mkdirSync(join(cwd, 'src'))
  writeFileSync(join(cwd, 'errors.log'), 'Error: no such file\nerror again\n')
  writeFileSync(join(cwd, 'answer.json'), '{"error": "not found"}\n')
  writeFileSync(join(cwd, 'blob'), 'a\0b')
  writeFileSync(join(cwd, 'empty'), '')
  const tools = createTools({ code: { processes: localProcesses(), scopeOf: () => ({ kind: 'episode', id: 'e' }) } })
  for (const [name, args, outcome, cause] of ROWS) {
    const tool = tools.find((one) => one.name === name)
    assert.ok(tool !== undefined)
    const { text, isError } = await tool.run(args, context)
    const verdict = judge({ tool: name, args, result: text })
    const told = `${name} ${JSON.stringify(args)}: ${text.slice(0, 200)} -> ${JSON.stringify(verdict)}`
    assert.equal(verdict.outcome, outcome, told)
    assert.equal(verdict.cause, cause, told)
    assert.equal(isError === true, outcome === 'error', told)
  }
})
