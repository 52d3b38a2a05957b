import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import {
  ProcessInput,
  ProcessList,
  ProcessListing,
  ProcessOutput,
  ProcessStarted,
  ProcessWaited,
} from '../src/verbs/process/shape.ts'
import { eventually } from './support/eventually.ts'
import { isRunning, processBench } from './support/processes.ts'

const WARMSTART = join(import.meta.dirname, '..', 'bin', 'warmstart')

const commandLine = (t: Parameters<typeof processBench>[0]) => {
  const { app } = processBench(t)
  const cwd = app.place.home
  const run = (words: string[], input = '', more: Record<string, string> = {}) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: cwd,
      WARMSTART_HOME: app.home,
      WARMSTART_STORE: app.storeAddress,
      OPENAI_API_KEY: 'hidden',
      ...more,
    }
    const { status, stdout, stderr } = spawnSync(WARMSTART, ['process', ...words], {
      cwd,
      env,
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const json = (words: string[], input = ''): unknown => {
    const { status, stdout, stderr } = run([...words.slice(0, 1), '--json', ...words.slice(1)], input)
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  return { run, json, cwd }
}

test('start prints id and pid and returns; everything else works from other programs', async (t) => {
  const { json, run, cwd } = commandLine(t)
  const { id, pid } = v.parse(
    v.strictObject(ProcessStarted.entries),
    json(['start', '--', 'echo "in $PWD"; read line; echo "got $line"; exit 3']),
  )
  assert.ok(isRunning(pid ?? 0))
  const polled = v.parse(v.strictObject(ProcessListing.entries), json(['poll', id.slice(5, 12)]))
  assert.deepEqual([polled.state, polled.pid, polled.workdir], ['running', pid, cwd])
  const sent = v.parse(v.strictObject(ProcessInput.entries), json(['submit', id, 'hello there']))
  assert.equal(sent.bytes, 12)
  const waited = v.parse(v.strictObject(ProcessWaited.entries), json(['wait', id, '--timeout', '60']))
  assert.deepEqual([waited.state, waited.exitCode, waited.timedOut], ['exited', 3, false])
  const log = v.parse(v.strictObject(ProcessOutput.entries), json(['log', id]))
  assert.equal(log.text, `in ${cwd}\ngot hello there\n`)
  assert.equal(run(['log', id]).stdout, log.text)
  assert.equal(v.parse(ProcessOutput, json(['log', id, '--offset', '3', '--limit', '1'])).text, cwd[0])
  assert.deepEqual(
    v.parse(v.strictObject(ProcessList.entries), json(['list'])).processes.map((each) => each.id),
    [id],
  )
  assert.equal(v.parse(ProcessListing, json(['kill', id])).state, 'exited')
})

test('a wait that runs out of time says so, and one that does not says nothing of it', (t) => {
  const { json, run } = commandLine(t)
  const { id } = v.parse(ProcessStarted, json(['start', '--', 'sleep 600']))
  const waited = v.parse(v.strictObject(ProcessWaited.entries), json(['wait', id, '--timeout', '1']))
  assert.deepEqual([waited.state, waited.timedOut], ['running', true])
  const { status, stdout } = run(['wait', id, '--timeout', '1'])
  assert.equal(status, 0)
  assert.match(stdout, new RegExp(`^waited 1 s; the process has not ended and runs on\n${id}  running`))
  json(['kill', id])
  assert.match(run(['wait', id]).stdout, new RegExp(`^${id}  killed`))
})

test('several words stay words, one word is shell text, and flags behind -- belong to the command', (t) => {
  const { json } = commandLine(t)
  const output = (...words: string[]): string => {
    const { id } = v.parse(ProcessStarted, json(['start', '--', ...words]))
    json(['wait', id])
    return v.parse(ProcessOutput, json(['log', id])).text
  }
  assert.equal(
    output('printf', '%s|', 'a b', '$HOME', "it's", '', '--json', '--limit', '-1'),
    "a b|$HOME|it's||--json|--limit|-1|",
  )
  assert.equal(output('echo one | tr o 0; echo $((1+1))'), '0ne\n2\n')
  assert.equal(output('env').includes('hidden'), false)
})

test('write takes standard input, close ends it; a terminal takes keys, pasted text and another size', async (t) => {
  const { json } = commandLine(t)
  const { id } = v.parse(ProcessStarted, json(['start', 'cat']))
  assert.equal(v.parse(ProcessInput, json(['write', id], 'from a pipe\n')).bytes, 12)
  assert.equal(v.parse(ProcessInput, json(['close', id])).stdinOpen, false)
  assert.equal(v.parse(ProcessListing, json(['wait', id])).preview, 'from a pipe\n')
  const terminal = v.parse(
    ProcessStarted,
    json([
      'start',
      '--pty',
      '--workdir',
      '/',
      '--',
      String.raw`stty -echo; printf '\033[?2004h'; pwd; cat -v; stty size`,
    ]),
  )
  await eventually(() => v.parse(ProcessListing, json(['poll', terminal.id])).preview.includes('/'), 'it has begun')
  assert.equal(v.parse(ProcessListing, json(['resize', terminal.id, '40', '100'])).pty, true)
  json(['paste', terminal.id, 'pasted'])
  json(['send-keys', terminal.id, 'Enter'])
  json(['send-keys', terminal.id, 'C-d'])
  const ended = v.parse(ProcessListing, json(['wait', terminal.id]))
  assert.match(ended.preview, /\^\[\[200~pasted\^\[\[201~/)
  assert.match(ended.preview, /40 100/)
})

test('mistakes are told in words, with an exit code of their own', (t) => {
  const { run, json } = commandLine(t)
  const { id } = v.parse(ProcessStarted, json(['start', '--', 'true']))
  json(['wait', id])
  const cases: [words: string[], status: number, words: RegExp][] = [
    [['poll', 'proc_000000000000'], 3, /no process has the id/],
    [['log', 'abc'], 3, /no process has the id/],
    [['start', '--workdir', '/no/such/place', '--', 'true'], 3, /does not exist/],
    [['start'], 2, /a command is missing/],
    [['start', '--', ''], 2, /a command is missing/],
    [['start', 'one', '--', 'two'], 2, /stands before --/],
    [['write', id, 'x'], 1, /has ended/],
    [['send-keys', id, 'C-c'], 1, /has no terminal/],
    [['resize', id, '0', '10'], 2, /rows and columns/],
    [['wait', id, '--timeout', 'soon'], 2, /--timeout needs a number/],
    [['log', id, '--offset', 'x'], 2, /--offset needs a number/],
    [['poll', id, '--pty'], 2, /there is no option --pty/],
    [['poll', id, '--', 'x'], 2, /ID/],
    [['poll'], 2, /ID is missing/],
    [['frob'], 2, /process has no verb frob/],
    [['paste', id, 'two', 'words'], 2, /words/],
  ]
  for (const [words, status, expected] of cases) {
    const { status: code, stderr } = run(words)
    assert.match(stderr, expected, words.join(' '))
    assert.equal(code, status, words.join(' '))
  }
})

test('a home where nothing can be kept is named', (t) => {
  const { run, cwd } = commandLine(t)
  const blocked = join(cwd, 'blocked')
  writeFileSync(blocked, '')
  const { status, stderr } = run(['list'], '', { WARMSTART_HOME: blocked })
  assert.equal(status, 1)
  assert.match(stderr, /blocked\/processes cannot be used: [\s\S]*WARMSTART_HOME/)
})
