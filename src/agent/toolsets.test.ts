import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localProcesses } from '../../tests/support/local-processes.ts'
import type { Tool } from './tool.ts'
import { chooseTools, createTools, TOOLSETS } from './toolsets.ts'

const named = (name: string): Tool => ({ name, description: name, parameters: {}, run: async () => ({ text: '' }) })

const all = (): Tool[] =>
  createTools({
    code: { processes: localProcesses(), scopeOf: () => ({ kind: 'episode', id: 'e' }) },
    more: ['terminal', 'process', 'warm_session'].map(named),
  })

test('tools are chosen by name or by set, each once and in their own order', () => {
  const chosen = (wanted: string | undefined): string =>
    chooseTools(all(), wanted)
      .map(({ name }) => name)
      .join(' ')
  const everything = 'read_file write_file patch search_files execute_code session_search terminal process warm_session'
  assert.equal(chosen(undefined), everything)
  assert.equal(chosen('all'), everything)
  assert.equal(chosen('patch, read_file,patch'), 'read_file patch')
  assert.equal(chosen('file'), 'read_file write_file patch search_files')
  assert.equal(chosen('Terminal,read'), 'read_file search_files terminal process')
  assert.equal(chosen('none'), '')
  assert.deepEqual(
    chooseTools(createTools({}), 'sessions').map(({ name }) => name),
    ['session_search'],
  )
})

test('a name that is none is refused with the list', () => {
  for (const wanted of ['bash', 'file,bash', 'toString', '__proto__']) {
    assert.throws(
      () => chooseTools(all(), wanted),
      (error: Error & { code?: string; hint?: string }) => {
        assert.equal(error.code, 'unknown-tool')
        assert.match(
          error.hint ?? '',
          /^tools: read_file, .*warm_session; sets: file, read, terminal, code, sessions, all, none$/,
        )
        return true
      },
    )
  }
  assert.throws(() => chooseTools(createTools({}), 'terminal'), { code: 'unknown-tool' })
})

test('every tool of a set exists, and what a model is told of a tool is a schema of an object', () => {
  const names = new Set(all().map(({ name }) => name))
  for (const set of Object.values(TOOLSETS)) for (const name of set) assert.ok(names.has(name), name)
  for (const { name, description, parameters } of createTools({})) {
    assert.match(name, /^[a-z_]+$/)
    assert.ok(description.length > 40 && description.length < 600, name)
    assert.equal(parameters['type'], 'object')
  }
})
