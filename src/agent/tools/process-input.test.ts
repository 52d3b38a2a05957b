import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import { type Answered, call, terminalContext, type TerminalContext } from '../../../tests/support/terminal-context.ts'
import type { StartRequest } from '../../processes/processes.ts'
import { createProcessTool } from './process.ts'

interface Typing extends TerminalContext {
  act(args: Readonly<Record<string, unknown>>): Promise<Answered>
}

const NO: { says?: boolean; startedAt?: number } = { says: false }

/** A process that is known by its command, and a tool to type into it. */
const typing = async (
  t: { after(clean: () => void): void },
  command: string,
  { says = true, startedAt = 0, ...request }: Partial<StartRequest> & typeof NO = {},
): Promise<Typing> => {
  const directory = scratch(t)
  mkdirSync(join(directory, 'inner'))
  writeFileSync(join(directory, 'package.json'), '{}')
  const base = terminalContext(t, directory, { says, startedAt })
  const { cwd, session } = base.context
  const own = { workdir: cwd, owner: session.owner, sessionKey: session.key, scope: base.live.scopeOf(session) }
  // Whatever the process is said to be, it is one that lasts.
  const { id } = await base.processes.start({ ...own, ...request, command: 'sleep 600' })
  Object.assign(base.processes.views.get(id) ?? {}, { command })
  const tool = createProcessTool(base.live)
  return { ...base, act: (args) => call(tool, base.context, { session_id: id, ...args }) }
}

test('nothing is asked about text for a process whose command is harmless: no such program runs what it reads', async (t) => {
  for (const command of ['cat', 'sleep 600', 'cat | head -3', 'grep --line-buffered x', 'cd inner && cat']) {
    const { act, asked, processes } = await typing(t, command, NO)
    assert.equal((await act({ action: 'submit', data: 'rm -rf src' })).fields['status'], 'ok', command)
    assert.equal((await act({ action: 'write', data: 'please, "all' })).fields['status'], 'ok', command)
    assert.deepEqual([asked, processes.written], [[], 'rm -rf src\nplease, "all'])
  }
})

test('all that is typed into any other process is asked about, and no is an answer', async (t) => {
  for (const command of [
    'sh',
    'bash -i',
    'python3 -i',
    'node',
    'ssh box',
    'frob',
    'cat | sh',
    'env sh',
    'cat; sh',
    'cat > x',
    'sqlite3 a.db',
  ]) {
    const { act, asked, processes } = await typing(t, command, NO)
    for (const [data, reason] of [
      ['rm -rf src', /runs rm, which is not known/],
      ['yes', /runs yes, which is not known/],
      ['cat ~/.netrc', /may hold secrets/],
      // What a harmless line does depends on what was typed before it: `find . ` and then `test -delete`.
      ['ls', /^is typed into a process that may run it$/],
      ['test -delete', /^is typed into a process that may run it$/],
    ] as const) {
      const { fields, isError } = await act({ action: 'submit', data })
      assert.ok(isError, `${command}: ${data}`)
      const request = asked.at(-1)
      assert.match(request?.reason ?? '', reason)
      assert.match(String(fields['error']), /^not allowed \(.*\): it needs a person's permission, which was not given/)
      assert.equal(request?.tool, 'process')
      assert.ok(request?.what.startsWith(`type into ${command} (in `) && request.what.endsWith(`: ${data}\n`))
    }
    assert.deepEqual([processes.written, asked.length], ['', 5])
  }
  const allowed = await typing(t, 'sh')
  assert.equal((await allowed.act({ action: 'submit', data: 'rm -rf src' })).fields['status'], 'ok')
  assert.equal(allowed.processes.written, 'rm -rf src\n')
})

test('on a terminal a harmless program may open a pager, which takes commands', async (t) => {
  const { act, asked, processes } = await typing(t, 'git log', { ...NO, pty: true })
  await act({ action: 'send-keys', keys: ['!', 'r', 'm', 'Space', 'x', 'Enter'] })
  await act({ action: 'paste', data: 'rm x', bracketed: true })
  await act({ action: 'submit', data: 'x' })
  assert.deepEqual([processes.written, asked.length], ['', 3])
  assert.ok(asked[0]?.what.endsWith('the keys ! r m Space x Enter'))
  assert.ok(asked[1]?.what.endsWith('^[[200~rm x^[[201~'), 'what is sent is shown, with its control characters')
})

test('keys that neither type, change nor bring back a line are not asked about', async (t) => {
  const { act, asked } = await typing(t, 'bash', { ...NO, pty: true })
  const plain = [
    'Enter',
    'C-c',
    'C-d',
    'C-l',
    'C-u',
    'C-z',
    'Left',
    'Right',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'Tab',
    'Space',
    'Escape',
  ]
  for (const key of plain) assert.equal((await act({ action: 'send-keys', keys: [key] })).isError, false, key)
  assert.equal((await act({ action: 'send-keys', keys: plain })).isError, false)
  assert.deepEqual(asked, [])
  const others = [
    ['Up', 'Enter'],
    ['Down'],
    ['C-p'],
    ['C-r'],
    ['C-y'],
    ['C-o'],
    ['C-w'],
    ['Backspace'],
    ['Delete'],
    ['M-.'],
    ['F1'],
    ['C-Up'],
    ['C-Space'],
  ]
  for (const keys of others) assert.equal((await act({ action: 'send-keys', keys })).isError, true, keys.join(' '))
  assert.equal(asked.length, others.length)
})

test('a command inside a terminal sequence is seen', async (t) => {
  const { act, asked, processes } = await typing(t, 'sh', NO)
  for (const data of ['\u001b]\nrm x\n\u0007', '\u001b[\n', '\u001bP;ls\u001b\\', '\u0000ls'])
    assert.ok((await act({ action: 'write', data })).isError, JSON.stringify(data))
  assert.deepEqual([processes.written, asked.length], ['', 4])
})

test('a process whose command rests on changed files, is older than the session or hides a part may run what it reads', async (t) => {
  const task = await typing(t, 'npm test', NO)
  assert.ok((await task.act({ action: 'submit', data: 'x' })).isError, 'package.json was written in this session')
  const old = await typing(t, 'cat', { says: false, startedAt: Date.now() + 60_000 })
  assert.ok((await old.act({ action: 'submit', data: 'x' })).isError)
  const hidden = await typing(t, "echo 'key: <SECRET:token>'; cat", NO)
  assert.ok((await hidden.act({ action: 'submit', data: 'x' })).isError)
  const outside = await typing(t, 'cat', { ...NO, workdir: '/' })
  assert.equal((await outside.act({ action: 'submit', data: 'x' })).isError, false, 'a directory takes no commands')
})
