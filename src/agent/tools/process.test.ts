import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventually } from '../../../tests/support/eventually.ts'
import { simpleProcesses } from '../../../tests/support/simple-processes.ts'
import { scratch } from '../../../tests/support/store.ts'
import { type Answered, call, type TerminalContext, terminalContext } from '../../../tests/support/terminal-context.ts'
import { AppError } from '../../lib/error.ts'
import type { ProcessView, StartRequest } from '../../processes/processes.ts'
import { ACTIONS } from './process-arguments.ts'
import { createProcessTool } from './process.ts'

interface Started extends TerminalContext {
  view: ProcessView
  act(args: Readonly<Record<string, unknown>>): Promise<Answered>
  ended(): Promise<void>
}

const started = async (
  t: { after(clean: () => void): void },
  command: string,
  more: Partial<StartRequest> & { says?: boolean; keptChars?: number } = {},
): Promise<Started> => {
  const { says = true, keptChars, ...request } = more
  const processes = simpleProcesses(keptChars === undefined ? {} : { keptChars })
  const base = terminalContext(t, scratch(t), { says, processes })
  const { cwd, session } = base.context
  const scope = base.live.scopeOf(session)
  const own = { command, workdir: cwd, owner: session.owner, sessionKey: session.key, scope }
  const view = await processes.start({ ...own, ...request })
  const tool = createProcessTool(base.live)
  return {
    ...base,
    view,
    act: (args) => call(tool, base.context, { session_id: view.id, ...args }),
    ended: async () => void (await processes.wait(view.id, { timeoutMs: 120_000 })),
  }
}

const printed = async ({ processes, view }: Started, text: string): Promise<void> => {
  await eventually(async () => (await processes.log(view.id)).text.includes(text), `it prints ${text}`)
}

test('an unknown or missing action, and a missing id, are answered with the actions there are', async (t) => {
  const { context, live } = terminalContext(t, scratch(t))
  const tool = createProcessTool(live)
  const cases: [Record<string, unknown>, RegExp][] = [
    [{}, /action is missing/],
    [{ action: 'restart' }, /no action restart/],
    [{ action: 7 }, /no action 7/],
    [{ action: {} }, /action is missing/],
    [{ action: 'poll' }, /poll needs session_id/],
    [{ action: 'kill', session_id: '' }, /kill needs session_id/],
    [{ action: 'log', session_id: 'x', offset: 'here' }, /offset must be a whole number/],
  ]
  for (const [args, words] of cases) {
    const { fields, isError } = await call(tool, context, args)
    assert.ok(isError)
    assert.match(String(fields['error']), words)
    assert.deepEqual(fields['actions'], ACTIONS)
    assert.match(String(fields['error']), /list, poll, log, wait, kill, write, submit, close/)
  }
})

test('an id nobody knows, and one of another owner, are not found by any action', async (t) => {
  const other = await started(t, 'sleep 600', { owner: 'alex' })
  for (const action of ACTIONS.filter((each) => each !== 'list'))
    for (const session_id of ['proc_ffffffffffff', 4711, other.view.id]) {
      const { fields, isError } = await other.act({ action, session_id, data: 'x', keys: ['Enter'] })
      assert.ok(isError, action)
      assert.equal(fields['status'], 'not_found')
      assert.match(String(fields['error']), new RegExp(`^No process with ID ${session_id}`))
    }
  assert.deepEqual((await other.act({ action: 'list' })).fields, { processes: [] })
  assert.deepEqual(other.processes.killed, [])
})

test('list shows what the episode started, and marks what the same chat started before', async (t) => {
  const own = await started(t, 'sleep 600', { notifyOnComplete: true, watchPatterns: ['up'] })
  const { processes, context, live } = own
  const request = { command: 'echo earlier', workdir: context.cwd, owner: 'sam', sessionKey: 'chat:1' }
  const earlier = await processes.start({
    ...request,
    scope: { kind: 'episode', id: 'e0' },
    backend: { name: 'docker', target: 'b' },
  })
  await processes.start({ ...request, sessionKey: 'chat:2', scope: { kind: 'episode', id: 'e9' } })
  await processes.wait(earlier.id, { timeoutMs: 120_000 })
  const { fields } = await call(createProcessTool(live), context, { action: 'list' })
  const rows = fields['processes'] as Record<string, unknown>[]
  assert.deepEqual(
    rows.map((row) => [row['session_id'], row['status'], row['session_scoped'], row['exit_code'], row['backend']]),
    [
      [own.view.id, 'running', undefined, undefined, undefined],
      [earlier.id, 'exited', true, 0, 'docker'],
    ],
  )
  assert.match(String(rows[1]?.['backend_note']), /experimental/)
  const [first] = rows
  assert.deepEqual([first?.['notify_on_complete'], first?.['watch_patterns']], [true, ['up']])
  for (const name of ['command', 'cwd', 'pid', 'started_at', 'uptime_seconds', 'output_preview'])
    assert.ok(first !== undefined && name in first, name)
})

test('poll tells the state and the newest output, and does not take away the announcement', async (t) => {
  const one = await started(t, 'printf "\\033[1mhello\\033[0m"; read x; exit 4')
  await printed(one, 'hello')
  const running = await one.act({ action: 'poll' })
  assert.deepEqual([running.fields['status'], running.fields['output_preview']], ['running', 'hello'])
  assert.ok(!('exit_code' in running.fields))
  await one.processes.close(one.view.id)
  await one.ended()
  const { fields } = await one.act({ action: 'poll', session_id: one.view.id.slice(0, 12) })
  assert.deepEqual([fields['status'], fields['exit_code'], fields['completion_reason']], ['exited', 4, 'exited'])
  assert.deepEqual(one.processes.consumed, [])
})

test('how it ended is told in the words users know, and unknown is not zero', async (t) => {
  const one = await started(t, 'true')
  await one.ended()
  const cases: [Partial<ProcessView>, unknown[]][] = [
    [{ state: 'exited', exitCode: 0 }, [0, 'exited']],
    [{ state: 'killed', exitCode: undefined, signal: 'SIGTERM', endedBy: 'tool' }, [-15, 'killed', 'tool']],
    [{ state: 'killed', exitCode: 143, signal: 'SIGTERM', endedBy: 'tool' }, [-15, 'killed', 'tool']],
    [{ state: 'killed', exitCode: 143, signal: undefined, endedBy: 'scope' }, [143, 'killed', 'scope']],
    [{ state: 'lost', exitCode: undefined, signal: undefined, endedBy: undefined }, [null, 'lost']],
    [{ state: 'failed-start', exitCode: undefined }, [null, 'failed_start']],
  ]
  for (const [change, expected] of cases) {
    Object.assign(one.processes.views.get(one.view.id) ?? {}, change)
    const { fields } = await one.act({ action: 'poll' })
    const told = [fields['exit_code'], fields['completion_reason'], fields['termination_source']]
    assert.deepEqual(told.slice(0, expected.length), expected)
    assert.equal(fields['status'], 'exited')
  }
})

test('log gives the last lines, the head, or any page, and consumes the end only when it was reached', async (t) => {
  const one = await started(t, 'i=0; while [ $i -lt 500 ]; do echo "line $i"; i=$((i+1)); done')
  await one.ended()
  const log = (args: Record<string, unknown>): Promise<Answered> => one.act({ action: 'log', ...args })
  const lines = ({ fields }: Answered): string[] => String(fields['output']).split('\n')
  const head = await log({ offset: 0, limit: 3 })
  assert.deepEqual(lines(head), ['line 0', 'line 1', 'line 2'])
  assert.deepEqual([head.fields['total_lines'], head.fields['showing']], [500, 'lines 0 to 2'])
  assert.deepEqual(one.processes.consumed, [])
  const last = await log({})
  assert.deepEqual([lines(last).length, lines(last)[0], lines(last).at(-1)], [200, 'line 300', 'line 499'])
  assert.deepEqual(one.processes.consumed, [one.view.id])
  assert.deepEqual(lines(await log({ offset: '498', limit: '50' })), ['line 498', 'line 499'])
  assert.equal((await log({ offset: 900 })).fields['showing'], 'no lines')
  for (const bad of [{ offset: -1 }, { limit: 0 }, { limit: 1e9 }, { limit: 1.5 }]) assert.ok((await log(bad)).isError)
})

test('a log whose beginning is gone says how much', async (t) => {
  const one = await started(t, 'i=0; while [ $i -lt 500 ]; do echo "line $i"; i=$((i+1)); done', { keptChars: 100 })
  await one.ended()
  const { fields } = await one.act({ action: 'log', offset: 0 })
  assert.equal(fields['dropped_chars'], 4_390 - 100)
  assert.ok(!('total_lines' in fields) && typeof fields['kept_lines'] === 'number')
})

test('wait tells the end as soon as it comes, and consumes it', async (t) => {
  const one = await started(t, 'echo done; exit 5')
  const { fields, isError } = await one.act({ action: 'wait', timeout: '60' })
  assert.deepEqual([isError, fields['status'], fields['exit_code'], fields['output']], [false, 'exited', 5, 'done\n'])
  assert.deepEqual(one.processes.consumed, [one.view.id])
  assert.ok(!('timeout_note' in fields))
  const again = await one.act({ action: 'wait', timeout: 999 })
  assert.equal(again.fields['status'], 'exited')
  assert.match(String(again.fields['timeout_note']), /180 s is the most/)
})

test('still running is not an error; too long a wait is cut short with a note; none at all is refused', async (t) => {
  const one = await started(t, 'echo going; sleep 600')
  await printed(one, 'going')
  const short = await one.act({ action: 'wait', timeout: 0.2 })
  assert.deepEqual([short.isError, short.fields['status'], short.fields['process_running']], [false, 'timeout', true])
  assert.match(String(short.fields['timeout_note']), /still running, which is not an error/)
  assert.equal(short.fields['output'], 'going\n')
  const asked: number[] = []
  one.processes.wait = (id, { timeoutMs }) => {
    asked.push(timeoutMs)
    return one.processes.find(id) as Promise<ProcessView>
  }
  const long = await one.act({ action: 'wait', timeout: 3_600 })
  assert.match(String(long.fields['timeout_note']), /3600 s was asked for; 180 s is the most.*still running/)
  await one.act({ action: 'wait' })
  assert.deepEqual(asked, [180_000, 180_000])
  for (const timeout of [0, -1, '0', 'long', true]) assert.ok((await one.act({ action: 'wait', timeout })).isError)
  assert.deepEqual(one.processes.consumed, [])
  Object.assign(one.processes.views.get(one.view.id) ?? {}, { notifyOnComplete: true })
  assert.match(String((await one.act({ action: 'wait' })).fields['timeout_note']), /You will be told when it ends/)
})

test('a turn that is stopped stops waiting, and the process runs on', async (t) => {
  const one = await started(t, 'sleep 600')
  const waiting = one.act({ action: 'wait' })
  one.stop.abort()
  const { fields } = await waiting
  assert.deepEqual([fields['status'], fields['process_running']], ['interrupted', true])
  assert.equal((await one.act({ action: 'poll' })).fields['status'], 'running')
})

test('kill ends it once; asked again it says that it was over', async (t) => {
  const one = await started(t, 'echo up; sleep 600')
  await printed(one, 'up')
  const { fields } = await one.act({ action: 'kill' })
  assert.deepEqual([fields['status'], fields['exit_code'], fields['output']], ['killed', -9, 'up\n'])
  assert.equal(fields['termination_source'], 'tool')
  const again = await one.act({ action: 'kill' })
  assert.deepEqual([again.isError, again.fields['status']], [false, 'already_exited'])
  assert.equal(one.processes.killed.length, 1)
  assert.ok(one.processes.consumed.includes(one.view.id))
})

test('write, submit and close reach the process, and one that has ended says so', async (t) => {
  const one = await started(t, 'cat')
  assert.deepEqual((await one.act({ action: 'write', data: 'é' })).fields['bytes_written'], 2)
  assert.deepEqual((await one.act({ action: 'submit', data: 'line' })).fields['status'], 'ok')
  assert.equal((await one.act({ action: 'submit' })).fields['bytes_written'], 1)
  assert.equal((await one.act({ action: 'close' })).fields['status'], 'ok')
  await one.ended()
  assert.equal((await one.act({ action: 'log' })).fields['output'], 'éline\n')
  for (const action of ['write', 'submit', 'close']) {
    const { fields, isError } = await one.act({ action, data: 'x' })
    assert.deepEqual([isError, fields['status'], fields['exit_code']], [true, 'already_exited', 0])
  }
  assert.ok((await one.act({ action: 'write' })).isError)
})

test('input that was closed is said, half a character is no accident', async (t) => {
  const one = await started(t, 'sleep 600')
  await one.act({ action: 'write', data: 'a\ud800b' })
  assert.equal(one.processes.written, 'a\ufffdb')
  Object.assign(one.processes.views.get(one.view.id) ?? {}, { stdinOpen: false })
  const { fields, isError } = await one.act({ action: 'write', data: 'x' })
  assert.deepEqual([isError, fields['status']], [true, 'error'])
  assert.match(String(fields['error']), /closed/)
})

test('keys and pastes need a terminal, where Enter is what a keyboard sends', async (t) => {
  const pipe = await started(t, 'cat')
  for (const args of [
    { action: 'send-keys', keys: ['Enter'] },
    { action: 'paste', data: 'x' },
  ])
    assert.match(String((await pipe.act(args)).fields['error']), /pty=true/)
  const one = await started(t, 'cat', { pty: true })
  await one.act({ action: 'submit', data: 'ls' })
  await one.act({ action: 'send_keys', keys: ['C-c', 'Up', 'x', 'Enter'] })
  await one.act({ action: 'paste', data: 'a\nb' })
  await one.act({ action: 'paste', data: 'echo a\u001b[201~b', bracketed: true })
  assert.equal(one.processes.written, 'ls\r\u0003\u001b[Ax\ra\rb\u001b[200~echo a[201~b\u001b[201~')
  const { fields } = await one.act({ action: 'send-keys', keys: ['Entr', 'F1'] })
  assert.match(String(fields['error']), /no key is called Entr;.*Enter, Tab, Escape/)
})

test('a paste is marked where the program asked for it', async (t) => {
  const one = await started(t, "printf '\\033[?2004h'; cat", { pty: true })
  await printed(one, '2004h')
  await one.act({ action: 'paste', data: 'x' })
  assert.equal(one.processes.written, '\u001b[200~x\u001b[201~')
})

test('what goes wrong behind the tool is an answer', async (t) => {
  const one = await started(t, 'sleep 600')
  one.processes.write = () => Promise.reject(new AppError('stdin-full', 'it does not read', { hint: 'wait' }))
  const { fields, isError } = await one.act({ action: 'write', data: 'x' })
  assert.deepEqual([isError, fields['status'], fields['error']], [true, 'error', 'it does not read; wait'])
})

test('secrets in output are replaced in poll, log and wait', async (t) => {
  const secret = ['AKIA', 'Z7QX3MNB5KLP2WVD'].join('')
  const one = await started(t, `echo key=${secret}`)
  await one.ended()
  for (const action of ['poll', 'log', 'wait']) {
    const { fields } = await one.act({ action })
    assert.match(String(fields['output'] ?? fields['output_preview']), /<SECRET:/, action)
    assert.ok(!JSON.stringify({ ...fields, command: '' }).includes(secret), action)
  }
  const list = await one.act({ action: 'list' })
  assert.ok(!JSON.stringify(list.fields).includes(secret), 'in the command too')
})

test('whatever a model makes up as arguments, there is an answer', async (t) => {
  const one = await started(t, 'true')
  await one.ended()
  const names = fc.constantFrom('data', 'keys', 'timeout', 'offset', 'limit', 'bracketed', 'session_id')
  const args = fc.tuple(fc.constantFrom(...ACTIONS), fc.dictionary(names, fc.anything()))
  await fc.assert(
    fc.asyncProperty(args, async ([action, rest]) => {
      const { fields } = await one.act({ ...rest, action })
      assert.ok('error' in fields || 'status' in fields || 'processes' in fields)
    }),
  )
})
