import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeKeys, bytesOfPaste } from '../src/processes/keys.ts'
import { eventually } from './support/eventually.ts'
import { isRunning, processBench } from './support/processes.ts'

const LONG = { timeoutMs: 120_000 }

test('a terminal of 30 rows and 120 columns, which can be made larger', async (t) => {
  const { start, processes } = processBench(t)
  const { id, pty } = await start('tty >/dev/null && stty size; read x; stty size', { pty: true })
  assert.equal(pty, true)
  await eventually(async () => (await processes.log(id)).text.includes('30 120'), 'it knows its size')
  await processes.resize(id, { rows: 50, columns: 200 })
  await processes.write(id, 'go\r')
  const ended = await processes.wait(id, LONG)
  assert.deepEqual([ended.state, ended.exitCode], ['exited', 0])
  assert.match(ended.preview, /50 200/)
})

test('keys reach the program: Ctrl-C interrupts, Ctrl-D ends, pasting is marked as such', async (t) => {
  const { start, processes } = processBench(t)
  const interrupted = await start("trap 'echo caught; exit 5' INT; echo ready; while :; do sleep 0.1; done", {
    pty: true,
  })
  await eventually(async () => (await processes.log(interrupted.id)).text.includes('ready'), 'it is ready')
  await processes.write(interrupted.id, encodeKeys(['C-c']))
  assert.equal((await processes.wait(interrupted.id, LONG)).exitCode, 5)
  const reader = await start('stty -echo; echo ready; cat -v; echo over', { pty: true })
  await eventually(async () => (await processes.log(reader.id)).text.includes('ready'), 'it is ready')
  await processes.write(reader.id, `${bytesOfPaste('a b', true)}\r`)
  await eventually(async () => (await processes.log(reader.id)).text.includes('^[[200~a b^[[201~'), 'the text is there')
  await processes.close(reader.id)
  const ended = await processes.wait(reader.id, LONG)
  assert.deepEqual([ended.exitCode, ended.preview.includes('over')], [0, true])
})

test('characters cut in two, signals, and a grandchild that holds the terminal', async (t) => {
  const { start, processes } = processBench(t)
  const cut = await start(String.raw`printf '\342\202'; sleep 0.2; printf '\254\n'`, { pty: true })
  await processes.wait(cut.id, LONG)
  assert.equal((await processes.log(cut.id)).text, '€\r\n')
  const signalled = await start('kill -USR2 $$', { pty: true })
  assert.equal((await processes.wait(signalled.id, LONG)).signal, 'SIGUSR2')
  const left = await start("trap '' HUP; sleep 600 & echo $!; exit 4", { pty: true })
  const ended = await processes.wait(left.id, LONG)
  assert.equal(ended.exitCode, 4)
  await processes.kill(left.id, 'sam')
  assert.equal(isRunning(Number.parseInt(ended.preview, 10)), false)
})

test('what has no terminal cannot be resized, and nobody types into one that has ended', async (t) => {
  const { start, processes } = processBench(t)
  const piped = await start('sleep 600')
  await assert.rejects(processes.resize(piped.id, { rows: 10, columns: 10 }), { code: 'no-terminal' })
  const ended = await start('true', { pty: true })
  await processes.wait(ended.id, LONG)
  await assert.rejects(processes.write(ended.id, 'x'), { code: 'stdin-closed' })
  await assert.rejects(processes.resize(ended.id, { rows: 10, columns: 10 }), { code: 'stdin-closed' })
  await assert.rejects(processes.resize(piped.id, { rows: 0, columns: 10 }), { code: 'usage' })
})

test('killing ends a program in a terminal that ignores everything', async (t) => {
  const { start, processes } = processBench(t)
  const { id, pid } = await start("trap '' TERM INT HUP; echo ready; while :; do sleep 1; done", { pty: true })
  await eventually(async () => (await processes.log(id)).text.includes('ready'), 'it is ready')
  const killed = await processes.kill(id, 'sam')
  assert.deepEqual([killed.state, killed.signal], ['killed', 'SIGKILL'])
  assert.equal(isRunning(pid ?? 0), false)
})
