import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProcesses } from '../src/processes/client.ts'
import { identityOf } from '../src/processes/trees/identity.ts'
import { insertProcess, readProcesses, type StoredProcess } from '../src/store/live/process.ts'
import { CRASH_LIMITS, crashRounds } from './support/process-crash.ts'
import { eventually, numberIn } from './support/eventually.ts'
import { isRunning, processBench } from './support/processes.ts'
import { needs } from './support/programs.ts'

const LONG = { timeoutMs: 120_000 }

test('a host whose home is removed ends by itself', async (t) => {
  const { directory, hostPid } = processBench(t, { limits: { idleMs: 600_000 }, below: 'home' })
  const host = await hostPid()
  rmSync(directory, { recursive: true })
  await eventually(() => !isRunning(host), 'it ends')
})

test('kill -9 of the host: what runs goes on, and log, input and exit code are found again', async (t) => {
  const { start, processes, killHost, app } = processBench(t)
  const { id, pid } = await start('echo before; read a; echo "during $a"; read b; echo "after $b"; exit 6', {
    sessionKey: 'k',
    scope: { kind: 'task', id: 'x' },
  })
  await eventually(async () => (await processes.log(id)).text === 'before\n', 'it has printed')
  await killHost()
  assert.ok(isRunning(pid ?? 0))
  const adopted = await processes.find(id)
  assert.deepEqual(
    [adopted?.state, adopted?.pid, adopted?.stdinOpen, adopted?.preview],
    ['running', pid, true, 'before\n'],
  )
  assert.deepEqual(
    [adopted?.sessionKey, adopted?.scope, adopted?.workdir],
    ['k', { kind: 'task', id: 'x' }, app.place.home],
  )
  await processes.write(id, 'one\n')
  await eventually(async () => (await processes.log(id)).text.includes('during one'), 'it has read')
  await killHost()
  await processes.write(id, 'two\n')
  const ended = await processes.wait(id, LONG)
  assert.deepEqual([ended.state, ended.exitCode], ['exited', 6])
  assert.equal((await processes.log(id)).text, 'before\nduring one\nafter two\n')
})

test('what ended while no host ran has its exit code, its output and the moment of its end', async (t) => {
  const { start, processes, killHost, app, directory } = processBench(t)
  const { id } = await start('read x; seq 1 100000; exit 4')
  await killHost()
  // As a client would, but without a host.
  writeFileSync(join(directory, id, 'in'), '\n')
  await eventually(() => readFileSync(join(directory, id, 'log'), 'utf8').endsWith('100000\n'), 'it has ended')
  await eventually(async () => (await processes.find(id))?.state === 'exited', 'its end is known')
  const found = await processes.find(id)
  assert.deepEqual([found?.exitCode, found?.outputChars, found?.droppedChars], [4, 588_895, 388_895])
  assert.ok((found?.exitedAt ?? 0) <= app.now())
  await killHost()
  assert.ok((await processes.log(id)).text.endsWith('99999\n100000\n'), 'and the next host knows it too')
})

test('closed input stays closed, and input that was to be closed is', async (t) => {
  const { start, processes, killHost, directory } = processBench(t)
  const open = await start('cat; echo over')
  const half = await start('cat; echo over')
  await killHost()
  // A host that was killed right after writing down what it was about to do.
  writeFileSync(join(directory, half.id, 'closed'), '')
  assert.equal((await processes.wait(half.id, LONG)).preview, 'over\n')
  assert.equal((await processes.find(open.id))?.stdinOpen, true)
  await processes.close(open.id)
  assert.equal((await processes.wait(open.id, LONG)).preview, 'over\n')
})

test('a terminal is lost with its host, and what it left behind is ended', async (t) => {
  const { start, processes, killHost, app } = processBench(t)
  const { id, pid } = await start("trap '' HUP; echo $$ >deaf; while :; do sleep 0.2; done", { pty: true })
  const deaf = await numberIn(join(app.place.home, 'deaf'))
  await killHost()
  const found = await processes.find(id)
  assert.deepEqual([found?.state, found?.exitCode, found?.pid], ['lost', undefined, pid])
  assert.equal(isRunning(deaf), false)
})

test('a recycled pid is never signalled: not by recovery, not by a kill, not by its escalation', async (t) => {
  const { start, processes, killHost, directory } = processBench(t)
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' })
  t.after(() => void stranger.kill())
  for (const pty of [false, true]) {
    const { id, pid } = await start('sleep 600', { pty })
    await killHost()
    process.kill(pid ?? 0, 'SIGKILL')
    await eventually(() => !isRunning(pid ?? 0), 'it is gone')
    // Its number has been given to somebody else since, who was born at another time.
    const path = join(directory, id, 'pid')
    const words = readFileSync(path, 'utf8').trim().split(' ')
    const forged = pty
      ? [stranger.pid, words[1]]
      : [stranger.pid, words[1], stranger.pid, words[3], stranger.pid, words[5]]
    assert.notEqual(identityOf(stranger.pid ?? 0)?.born.split('@')[0], words[1])
    writeFileSync(path, `${forged.join(' ')}\n`)
    const found = await processes.find(id)
    assert.ok(found?.state === 'lost' || found?.state === 'exited', found?.state)
    await processes.close(id)
    await processes.kill(id, 'sam')
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  }
})

test('a wrapper that is killed takes the exit code with it, and nothing else', async (t) => {
  const { start, processes, directory } = processBench(t)
  const { id, pid } = await start('echo here; read x')
  await eventually(async () => (await processes.log(id)).text === 'here\n', 'it has printed')
  const [, , wrapper, , holder] = readFileSync(join(directory, id, 'pid'), 'utf8')
    .split(' ')
    .map(Number)
  process.kill(wrapper ?? 0, 'SIGKILL')
  assert.equal((await processes.find(id))?.state, 'running')
  process.kill(pid ?? 0, 'SIGKILL')
  const ended = await processes.wait(id, LONG)
  assert.deepEqual([ended.state, ended.exitCode, ended.preview], ['lost', undefined, 'here\n'])
  await eventually(() => !isRunning(holder ?? 0), 'who held its input is gone too')
})

const stored = (id: string, more: Partial<StoredProcess>): StoredProcess => ({
  id,
  machine: 'test',
  home: '',
  owner: 'sam',
  command: 'true',
  workdir: '/',
  pty: false,
  backend: 'local',
  target: '',
  scope: undefined,
  sessionKey: undefined,
  persist: false,
  notify: false,
  watchPatterns: [],
  checkIntervalS: undefined,
  state: 'starting',
  pid: undefined,
  startedAt: 1,
  exitedAt: undefined,
  exitCode: undefined,
  endedBy: undefined,
  consumed: false,
  keptBytes: 0,
  keptChars: 0,
  watchedChars: 0,
  toldChars: 0,
  ...more,
})

test('a host killed between writing down and starting has started nothing, and nothing starts later', async (t) => {
  const { app, store, processes, directory } = processBench(t)
  await insertProcess(await store(), stored('proc_000000000001', { home: app.home }))
  await insertProcess(await store(), stored('proc_000000000002', { home: app.home }))
  mkdirSync(join(directory, 'proc_000000000002'), { recursive: true })
  const states = (await processes.list()).map(({ id, state }) => [id, state])
  assert.deepEqual(states, [
    ['proc_000000000001', 'failed-start'],
    ['proc_000000000002', 'failed-start'],
  ])
})

test('machines and homes that share a store leave each other alone', async (t) => {
  const { app, store, start, processes } = processBench(t)
  const { id } = await start('sleep 600')
  const elsewhere = stored('proc_00000000000a', {
    machine: 'another',
    home: app.home,
    state: 'running',
    pid: process.pid,
  })
  await insertProcess(await store(), elsewhere)
  await insertProcess(
    await store(),
    stored('proc_00000000000b', { home: '/another/home', state: 'running', pid: process.pid }),
  )
  assert.deepEqual(
    (await processes.list()).map((each) => each.id),
    [id],
  )
  const rows = await readProcesses(await store(), { machine: 'another', home: app.home })
  assert.deepEqual(rows, [elsewhere])
})

test('many who need a host at the same moment get the same one', async (t) => {
  const { app, store, processes, hostPid, killHost } = processBench(t)
  const clients = Array.from({ length: 6 }, () => createProcesses(app, store, { limits: { idleMs: 2_000 } }))
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all(
      clients.map((client) => client.start({ command: 'sleep 600', workdir: app.place.home, owner: 'sam' })),
    )
    assert.equal((await processes.list({ isRunning: true })).length, (round + 1) * clients.length)
    assert.equal(new Set(started.map(({ id }) => id)).size, clients.length)
    assert.equal(await hostPid(), await hostPid())
    await killHost()
  }
  for (const client of clients) client.disconnect()
})

test('a host ends by itself when it holds nothing, and the next one knows what has ended', async (t) => {
  const { start, processes, hostPid } = processBench(t)
  const { id } = await start('echo kept')
  await processes.wait(id, LONG)
  const host = await hostPid()
  ;(processes as ReturnType<typeof createProcesses>).disconnect()
  await eventually(() => !isRunning(host), 'the host is gone')
  assert.equal((await processes.log(id)).text, 'kept\n')
  assert.notEqual(await hostPid(), host)
})

test('an endless writer fills neither memory nor disk, and what is dropped is counted across hosts', {
  // Where there is no `fallocate` the disk keeps everything.
  ...needs('fallocate'),
}, async (t) => {
  const { start, processes, directory, killHost } = processBench(t, { limits: { trimBytes: 4 * 1024 * 1024 } })
  // 40 MB in lines of ten characters.
  const { id } = await start('yes 123456789 | head -c 40000000; read x; echo end')
  await eventually(async () => (await processes.find(id))?.outputChars === 40_000_000, 'everything is read')
  const { blocks, size } = statSync(join(directory, id, 'log'))
  assert.equal(size, 40_000_000)
  assert.ok(blocks * 512 < 12_000_000, `${blocks * 512} bytes on disk`)
  await killHost()
  const found = await processes.find(id)
  assert.deepEqual([found?.outputChars, found?.droppedChars], [40_000_000, 39_800_000])
  await processes.write(id, '\n')
  const { text, totalChars } = await processes.wait(id, LONG).then(() => processes.log(id))
  assert.equal(totalChars, 40_000_004)
  assert.ok(text.endsWith('123456789\nend\n'))
  assert.equal(text.length, 200_000)
})

test('kill -9 of starter and host at random moments: everything is known, nothing is lost, nobody is signalled', async (t) => {
  const bench = processBench(t, { limits: CRASH_LIMITS })
  // A seed that everybody shares; the moments differ anyway, because machines do.
  let seed = 20_261_117
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed / 0x80000000
  }
  const { begun, ...report } = await crashRounds(bench, { rounds: 12, random })
  assert.ok(begun > 0)
  assert.deepEqual(report, {
    rounds: 12,
    unknown: 0,
    lost: 0,
    wrongExit: 0,
    signalled: 0,
    bystandersGone: 0,
    leftBehind: 0,
  })
})
