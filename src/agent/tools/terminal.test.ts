import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventually } from '../../../tests/support/eventually.ts'
import { simpleProcesses } from '../../../tests/support/simple-processes.ts'
import { scratch } from '../../../tests/support/store.ts'
import { call, terminalContext } from '../../../tests/support/terminal-context.ts'
import { AppError } from '../../lib/error.ts'
import { createTerminalTool } from './terminal.ts'

test('a command answers with its output and its code, and a code other than 0 is no error', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const tool = createTerminalTool(live)
  const good = await call(tool, context, { command: 'echo out; echo err >&2' })
  assert.equal(good.isError, false)
  assert.deepEqual([good.fields['exit_code'], good.fields['error']], [0, null])
  assert.deepEqual(String(good.fields['output']).split('\n').toSorted(), ['', 'err', 'out'])
  const bad = await call(tool, context, { command: 'echo no; exit 3' })
  assert.deepEqual(bad, { fields: { output: 'no\n', exit_code: 3, error: null }, isError: false })
  const missing = await call(tool, context, { command: 'no-such-program' })
  assert.equal(missing.fields['exit_code'], 127)
  const killed = await call(tool, context, { command: 'kill -TERM $$' })
  assert.deepEqual([killed.fields['exit_code'], killed.fields['error']], [-15, 'ended by SIGTERM'])
  assert.equal(processes.forgotten.length, 4)
  assert.equal(processes.consumed.length, 4)
})

test('the command knows its session, runs in its directory and belongs to the episode', async (t) => {
  const directory = scratch(t)
  mkdirSync(join(directory, 'inner'))
  const { context, live, processes } = terminalContext(t, directory)
  const tool = createTerminalTool(live)
  const { fields } = await call(tool, context, { command: 'echo "$WARMSTART_SESSION_KEY"; pwd', workdir: 'inner' })
  assert.equal(fields['output'], `chat:1\n${join(directory, 'inner')}\n`)
  const [request] = processes.requests
  assert.deepEqual(request?.scope, { kind: 'episode', id: 'e1' })
  assert.deepEqual([request?.owner, request?.sessionKey, request?.persist], ['sam', 'chat:1', false])
})

test('what reads its input in the foreground sees the end of it', async (t) => {
  const { context, live } = terminalContext(t, scratch(t))
  const { fields } = await call(createTerminalTool(live), context, { command: 'cat; echo after' })
  assert.equal(fields['output'], 'after\n')
})

test('time that runs out ends the whole tree and answers with what was printed', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const command = 'echo begun; (sleep 600; echo never) & sleep 600'
  // Time runs from the moment at which it has begun.
  const { wait } = processes
  processes.wait = async (id, limits) => {
    await eventually(async () => (await processes.log(id)).text !== '', 'it has begun')
    return wait(id, limits)
  }
  const { fields, isError } = await call(createTerminalTool(live), context, { command, timeout: 0.5 })
  assert.deepEqual([isError, fields['output'], fields['exit_code']], [true, 'begun\n', 124])
  assert.match(String(fields['error']), /after 0\.5 s.*background=true/)
  assert.deepEqual(processes.killed[0]?.[1], 'timeout')
})

test('a turn that is stopped takes its command with it', async (t) => {
  const { context, live, processes, stop } = terminalContext(t, scratch(t))
  const tool = createTerminalTool(live)
  const running = call(tool, context, { command: 'echo begun; sleep 600' })
  while (processes.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  stop.abort()
  const { fields, isError } = await running
  assert.deepEqual([isError, fields['exit_code']], [true, 130])
  assert.deepEqual(processes.killed[0]?.[1], 'turn stopped')
  const late = await call(tool, context, { command: 'echo late' })
  assert.match(String(late.fields['error']), /stopped before/)
  assert.equal(processes.requests.length, 1)
})

test('a command nobody can answer for any more is ended', async (t) => {
  const processes = simpleProcesses()
  const { context, live } = terminalContext(t, scratch(t), { processes })
  processes.wait = () => Promise.reject(new AppError('host-gone', 'the host does not answer', { hint: 'try again' }))
  const { fields, isError } = await call(createTerminalTool(live), context, { command: 'sleep 600' })
  assert.deepEqual([isError, fields['error'], fields['exit_code']], [true, 'the host does not answer; try again', -1])
  assert.equal(processes.killed.length, 1)
})

test('in the background it answers at once, with what the process tool needs', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const tool = createTerminalTool(live)
  const { fields } = await call(tool, context, { command: 'sleep 600', background: 'true', notify_on_complete: true })
  const [view] = processes.views.values()
  assert.deepEqual(fields, {
    output: 'Background process started',
    session_id: view?.id,
    pid: view?.pid,
    exit_code: 0,
    error: null,
    notify_on_complete: true,
  })
  const silent = await call(tool, context, { command: 'sleep 600', background: true, persist: true })
  assert.match(String(silent.fields['hint']), /action="wait", session_id="proc_/)
  assert.equal(processes.requests[1]?.persist, true)
})

test('of an end and a line the end is told, and no interval is shorter than half a minute', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const tool = createTerminalTool(live)
  const both = { command: 'sleep 600', background: true, notify_on_complete: true, watch_patterns: ['ready'] }
  const { fields } = await call(tool, context, { ...both, check_interval: '5' })
  assert.ok('watch_patterns_ignored' in fields && !('watch_patterns' in fields))
  assert.match(String(fields['check_interval_note']), /raised to 30/)
  const [request] = processes.requests
  assert.deepEqual([request?.watchPatterns, request?.notifyOnComplete, request?.checkIntervalS], [[], true, 30])
  const watch = await call(tool, context, { ...both, notify_on_complete: false })
  assert.deepEqual(watch.fields['watch_patterns'], ['ready'])
  const inFront = await call(tool, context, { ...both, command: 'true', background: false })
  assert.equal(inFront.fields['exit_code'], 0)
  assert.deepEqual([processes.requests[2]?.watchPatterns, processes.requests[2]?.notifyOnComplete], [[], false])
})

test('where nobody will be there to hear, it says so instead of promising', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t), { live: { isHeard: false } })
  const args = { command: 'sleep 600', background: true, notify_on_complete: true, check_interval: 60 }
  const { fields } = await call(createTerminalTool(live), context, args)
  assert.ok('notify_unsupported' in fields && 'hint' in fields && !('notify_on_complete' in fields))
  assert.deepEqual([processes.requests[0]?.notifyOnComplete, processes.requests[0]?.checkIntervalS], [false, undefined])
})

test('what was allowed is run', async (t) => {
  const directory = scratch(t)
  mkdirSync(join(directory, 'gone'))
  const { context, live, asked } = terminalContext(t, directory)
  const { fields } = await call(createTerminalTool(live), context, { command: 'rm -r gone' })
  assert.deepEqual([fields['exit_code'], asked.length, existsSync(join(directory, 'gone'))], [0, 1, false])
})

test('in a sandbox directories are those inside, and one that is experimental says so', async (t) => {
  const directory = scratch(t)
  const sandbox = { name: 'docker', target: 'box', workdir: '/' }
  const { context, live, processes, asked } = terminalContext(t, directory, { says: false, live: { sandbox } })
  const { fields } = await call(createTerminalTool(live), context, { command: 'echo in', background: true })
  assert.match(String(fields['backend_note']), /experimental/)
  assert.deepEqual(processes.requests[0]?.backend, { name: 'docker', target: 'box' })
  assert.equal(processes.requests[0]?.workdir, '/')
  assert.deepEqual(asked, [])
  const inner = { ...live, sandbox: { ...sandbox, workdir: '/work' } }
  const refused = await call(createTerminalTool(inner), context, { command: 'true', workdir: '/etc' })
  assert.match(String(refused.fields['error']), /outside-directory/)
})

test('long output keeps its beginning and its end, and says what is missing', async (t) => {
  const command = `echo first; i=0; while [ $i -lt 3000 ]; do echo "line $i of the many that are printed here"; i=$((i+1)); done; echo last`
  const whole = terminalContext(t, scratch(t))
  const { fields } = await call(createTerminalTool(whole.live), whole.context, { command })
  const output = String(fields['output'])
  assert.ok(output.length < 51_000 && output.startsWith('first\n') && output.endsWith('last\n'))
  assert.match(output, /\[\.\.\. \d+ of \d+ characters left out here \.\.\.\]/)
  const dropped = terminalContext(t, scratch(t), { processes: simpleProcesses({ keptChars: 1_000 }) })
  const { fields: tail } = await call(createTerminalTool(dropped.live), dropped.context, { command })
  assert.match(String(tail['output']), /^\[\.\.\. the first \d+ characters are no longer kept \.\.\.\]\n/)
})

test('colours and secrets do not get into an answer', async (t) => {
  const { context, live } = terminalContext(t, scratch(t))
  const secret = ['AKIA', 'Z7QX3MNB5KLP2WVD'].join('')
  const command = `printf '\\033[31mred\\033[0m\\r\\n'; echo key=${secret}`
  const { fields } = await call(createTerminalTool(live), context, { command })
  assert.match(String(fields['output']), /^red\nkey=<SECRET:/)
  const open = await call(createTerminalTool({ ...live, isRedacted: false }), context, { command })
  assert.equal(open.fields['output'], `red\nkey=${secret}\n`)
})

test('malformed arguments are answered with what to do about them, and nothing is started', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const tool = createTerminalTool(live)
  const cases: [Record<string, unknown>, RegExp][] = [
    [{}, /command is missing/],
    [{ cmd: 'ls' }, /command is missing.*no cmd.*Expected: command/],
    [{ command: '  ' }, /command is missing/],
    [{ command: ['ls'] }, /command must be a text/],
    [{ command: 'ls', timeout: 601 }, /600.*background=true/],
    [{ command: 'ls', timeout: 0 }, /more than 0/],
    [{ command: 'ls', timeout: -5 }, /more than 0/],
    [{ command: 'ls', timeout: 'soon' }, /timeout must be a number, not "soon"/],
    [{ command: 'ls', background: 'maybe' }, /true or false/],
    [{ command: 'a\0b' }, /NUL/],
    [{ command: 'x'.repeat(200_000) }, /write it to a file/],
    [{ command: 'ls', workdir: 'not/there' }, /not a directory/],
    [{ command: 'ls', workdir: 'a\0b' }, /NUL/],
    [{ command: 'ls', background: true, watch_patterns: 7 }, /list of texts/],
    [{ command: 'ls', background: true, watch_patterns: ['a\nb'] }, /one line/],
    [{ command: 'ls', background: true, watch_patterns: Array(21).fill('x') }, /at most 20/],
    [{ command: 'ls', background: true, check_interval: 0 }, /check_interval/],
  ]
  for (const [args, words] of cases) {
    const { fields, isError } = await call(tool, context, args)
    assert.ok(isError, JSON.stringify(args).slice(0, 80))
    assert.match(String(fields['error']), words)
    assert.deepEqual([fields['output'], fields['exit_code']], ['', -1])
  }
  assert.deepEqual(processes.requests, [])
})

test('whatever a model makes up as arguments, there is an answer', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  processes.start = () => Promise.reject(new AppError('too-many', 'too many processes run'))
  const tool = createTerminalTool(live)
  const names = fc.constantFrom(
    'command',
    'background',
    'timeout',
    'workdir',
    'pty',
    'watch_patterns',
    'check_interval',
  )
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, fc.anything()), async (args) => {
      const { fields, isError } = await call(tool, context, args)
      assert.ok(isError && typeof fields['error'] === 'string')
    }),
  )
})

test('a start that failed says why', async (t) => {
  const { context, live, processes } = terminalContext(t, scratch(t))
  const { start } = processes
  processes.start = async (request) => ({ ...(await start(request)), state: 'failed-start' })
  const { fields, isError } = await call(createTerminalTool(live), context, { command: 'true' })
  assert.ok(isError)
  assert.match(String(fields['error']), /could not be started/)
  processes.start = () => Promise.reject(new AppError('no-such-directory', 'no directory', { hint: 'make it' }))
  const thrown = await call(createTerminalTool(live), context, { command: 'true' })
  assert.equal(thrown.fields['error'], 'no directory; make it')
})
