import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, numberIn } from './support/eventually.ts'
import { isRunning, processBench } from './support/processes.ts'
import { needs } from './support/programs.ts'

const LONG = { timeoutMs: 120_000 }

test('a command runs in its directory, both outputs are merged, and its exit code is told', async (t) => {
  const { start, processes, app } = processBench(t)
  const started = await start('pwd; echo out; echo err >&2; exit 3', { workdir: app.place.home })
  assert.match(started.id, /^proc_[0-9a-f]{12}$/)
  assert.ok(started.pid !== undefined && started.pid > 0)
  const ended = await processes.wait(started.id, LONG)
  assert.deepEqual([ended.state, ended.exitCode, ended.signal, ended.endedBy], ['exited', 3, undefined, undefined])
  assert.deepEqual((await processes.log(started.id)).text.split('\n').slice(1), ['out', 'err', ''])
  assert.ok((ended.exitedAt ?? 0) >= ended.startedAt)
})

test('starting returns while the command goes on; waiting is woken by the end and gives up in time', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('read line; echo "got $line"')
  const still = await processes.wait(id, { timeoutMs: 50 })
  assert.deepEqual([still.state, still.exitCode], ['running', undefined])
  const stop = new AbortController()
  const interrupted = processes.wait(id, { timeoutMs: 600_000, signal: stop.signal })
  stop.abort()
  assert.equal((await interrupted).state, 'running')
  const waiting = processes.wait(id, { timeoutMs: 600_000 })
  assert.deepEqual(await processes.write(id, 'hello ü\n'), { bytes: 9 })
  assert.deepEqual([(await waiting).state, (await waiting).preview], ['exited', 'got hello ü\n'])
})

test('input stays open until it is closed, and closing twice is closing once', async (t) => {
  const { start, processes, another } = processBench(t)
  const { id } = await start('cat; echo done')
  await processes.write(id, 'one\n')
  await another().write(id, 'two\n')
  await eventually(async () => (await processes.log(id)).text === 'one\ntwo\n', 'both lines are echoed')
  assert.equal((await processes.find(id))?.stdinOpen, true)
  await processes.close(id)
  await processes.close(id)
  const ended = await processes.wait(id, LONG)
  assert.deepEqual([ended.state, ended.preview, ended.stdinOpen], ['exited', 'one\ntwo\ndone\n', false])
  await assert.rejects(processes.write(id, 'three\n'), { code: 'stdin-closed' })
  await processes.close(id)
})

test('a process that closed its own input, or does not read, keeps nobody waiting for ever', async (t) => {
  const { start, processes } = processBench(t)
  const closed = await start('exec <&-; echo closed; sleep 600')
  await eventually(async () => (await processes.log(closed.id)).text !== '', 'it has closed its input')
  await assert.rejects(processes.write(closed.id, 'x'), { code: 'stdin-closed' })
  const deaf = await start('sleep 600')
  await assert.rejects(processes.write(deaf.id, 'x'.repeat(1_000_000)), { code: 'stdin-full' })
})

test('what does not exist is told: command, directory, process', async (t) => {
  const { start, processes, app } = processBench(t)
  const { id } = await start('no-such-command-anywhere')
  const ended = await processes.wait(id, LONG)
  assert.deepEqual([ended.state, ended.exitCode], ['exited', 127])
  assert.match(ended.preview, /not found/)
  await assert.rejects(start('true', { workdir: join(app.home, 'missing') }), { code: 'no-such-directory' })
  await assert.rejects(start('true', { workdir: join(app.place.home, 'store.db') }), { code: 'not-a-directory' })
  await assert.rejects(start('  '), { code: 'usage' })
  await assert.rejects(start('true', { backend: { name: 'nowhere', target: '' } }), { code: 'unknown-backend' })
  assert.equal(await processes.find('proc_000000000000'), undefined)
  for (const ask of [
    processes.log('proc_000000000000'),
    processes.wait('nonsense', LONG),
    processes.kill('', 'sam'),
    processes.write('../../etc', 'x'),
  ])
    await assert.rejects(ask, { code: 'no-such-process' })
})

test('unique beginnings of ids will do, also of those that have ended', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('true')
  await processes.wait(id.slice(5, 13), LONG)
  assert.equal((await processes.find(id.slice(0, 14)))?.id, id)
  assert.equal(await processes.find(id.slice(5, 8)), undefined)
})

test('bytes that are no text become marks, and characters survive being cut', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start(
    String.raw`printf 'a\377b'; printf '\342'; sleep 0.2; printf '\202'; sleep 0.2; printf '\254|'; printf '\342\202'`,
  )
  await processes.wait(id, LONG)
  assert.equal((await processes.log(id)).text, 'a\uFFFDb€|\uFFFD')
  const binary = await start('head -c 300000 /dev/urandom')
  const ended = await processes.wait(binary.id, LONG)
  assert.equal(ended.state, 'exited')
  assert.ok(ended.outputChars > 0)
})

test('the buffer holds the last 200,000 characters and says how much is gone', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('seq 1 100000')
  const { outputChars, droppedChars } = await processes.wait(id, LONG)
  assert.deepEqual([outputChars, droppedChars], [588_895, 388_895])
  const all = await processes.log(id)
  assert.deepEqual([all.text.length, all.from, all.to], [200_000, 388_895, 588_895])
  assert.ok(all.text.endsWith('\n99999\n100000\n'))
  const head = await processes.log(id, { offset: 0, limit: 10 })
  assert.deepEqual([head.from, head.text.length], [388_895, 10])
  assert.equal((await processes.log(id, { offset: 588_888 })).text, '100000\n')
  assert.equal((await processes.log(id, { offset: 999_999 })).text, '')
})

test('an end is noticed although a grandchild holds the output, and `A && B &` holds nothing up', async (t) => {
  const { start, processes, app } = processBench(t)
  const commands = ['sleep 600 & echo $! >grandchild; echo done', 'true && (read x <go; echo done; exec sleep 600) &']
  spawnSync('mkfifo', [join(app.place.home, 'go')])
  for (const command of commands) {
    const { id } = await start(command)
    const ended = await processes.wait(id, LONG)
    assert.deepEqual([ended.state, ended.exitCode], ['exited', 0])
    // What goes on goes on printing, and can be read.
    if (command.includes('<go')) writeFileSync(join(app.place.home, 'go'), '\n')
    await eventually(async () => (await processes.log(id)).text === 'done\n', 'its output is there')
    // Whoever ends what has ended ends what it left behind.
    await processes.kill(id, 'sam')
    assert.equal((await processes.find(id))?.state, 'exited')
  }
  assert.equal(isRunning(await numberIn(join(app.place.home, 'grandchild'))), false)
})

test('Ctrl-C means to children what it means to everybody', async (t) => {
  const { start, processes } = processBench(t)
  // A shell that was started with a signal ignored says so here.
  const { id } = await start('trap; echo end')
  assert.equal((await processes.wait(id, LONG)).preview, 'end\n')
})

test(
  'killing ends the whole tree, who left it and who ignores SIGTERM included, and nobody else',
  needs('setsid'),
  async (t) => {
    const { start, processes, app } = processBench(t)
    const at = (name: string): string => join(app.place.home, name)
    const bystander = await start('sleep 600')
    const command = [
      `trap '' TERM`,
      'sleep 600 & echo $! >child',
      '(setsid sleep 600 & echo $! >stray)',
      'setsid sh -c \'trap "" TERM; echo $$ >deaf; while :; do sleep 1; done\' &',
      'while :; do sleep 1; done',
    ].join('\n')
    const { id, pid } = await start(command)
    const pids = await Promise.all(['child', 'stray', 'deaf'].map((name) => numberIn(at(name))))
    const killed = await processes.kill(id, 'sam')
    assert.deepEqual([killed.state, killed.endedBy, killed.signal], ['killed', 'sam', 'SIGKILL'])
    for (const each of [pid ?? 0, ...pids]) assert.equal(isRunning(each), false)
    assert.equal((await processes.find(bystander.id))?.state, 'running')
    const again = await processes.kill(id, 'kim')
    assert.deepEqual([again.state, again.endedBy, again.exitedAt], ['killed', 'sam', killed.exitedAt])
  },
)

test('output that came before the kill is kept', async (t) => {
  const { start, processes } = processBench(t)
  const { id } = await start('echo before; sleep 600')
  await eventually(async () => (await processes.log(id)).text !== '', 'it has printed')
  const killed = await processes.kill(id, 'sam')
  assert.deepEqual([killed.preview, killed.exitCode, killed.signal], ['before\n', 143, 'SIGTERM'])
})

test('secrets of the starter are not in the environment of the child, its session key is', async (t) => {
  const { start, processes } = processBench(t, { env: { OPENAI_API_KEY: 'not-for-children', PLAIN: 'yes' } })
  const { id } = await start('env', { sessionKey: 'chat:7', env: { ADDED: '1' } })
  await processes.wait(id, LONG)
  const { text } = await processes.log(id)
  assert.ok(!text.includes('not-for-children'))
  for (const line of [
    'PLAIN=yes',
    'ADDED=1',
    'WARMSTART_SESSION_KEY=chat:7',
    'PYTHONUNBUFFERED=1',
    `WARMSTART_PROCESS_ID=${id}`,
  ])
    assert.ok(text.split('\n').includes(line), line)
})

test('a scope ends with its processes and no others, except those that persist', async (t) => {
  const { start, processes } = processBench(t)
  const scope = { kind: 'episode', id: 'one' } as const
  const mine = await start('sleep 600', { scope })
  const kept = await start('sleep 600', { scope, persist: true })
  const other = await start('sleep 600', { scope: { kind: 'episode', id: 'two' } })
  const sameName = await start('sleep 600', { scope: { kind: 'task', id: 'one' } })
  assert.deepEqual(await processes.endScope(scope), [mine.id])
  const states = await Promise.all(
    [mine, kept, other, sameName].map(async ({ id }) => (await processes.find(id))?.state),
  )
  assert.deepEqual(states, ['killed', 'running', 'running', 'running'])
  assert.deepEqual(await processes.endScope(scope), [])
})

test('lists are by owner, session, scope and whether it runs', async (t) => {
  const { start, processes } = processBench(t)
  assert.deepEqual(await processes.list(), [])
  const ended = await start('true', { sessionKey: 'a' })
  await processes.wait(ended.id, LONG)
  const running = await start('sleep 600', { sessionKey: 'b', owner: 'kim' })
  const ids = async (filter: Parameters<typeof processes.list>[0]) => (await processes.list(filter)).map(({ id }) => id)
  assert.deepEqual(await ids({}), [ended.id, running.id])
  assert.deepEqual(await ids({ isRunning: true }), [running.id])
  assert.deepEqual(await ids({ isRunning: false }), [ended.id])
  assert.deepEqual(await ids({ sessionKey: 'a' }), [ended.id])
  assert.deepEqual(await ids({ owner: 'kim' }), [running.id])
  assert.deepEqual(await ids({ scope: { kind: 'task', id: 'x' } }), [])
})

test('64 are known at most: the oldest that has ended goes, and one that runs never does', async (t) => {
  const { start, processes, directory } = processBench(t, { limits: { tracked: 4, running: 3 } })
  const first = await start('true')
  await processes.wait(first.id, LONG)
  const second = await start('true')
  await processes.wait(second.id, LONG)
  const running = [await start('sleep 600'), await start('sleep 600'), await start('sleep 600')]
  assert.deepEqual(
    (await processes.list()).map(({ id }) => id),
    [second.id, ...running.map(({ id }) => id)],
  )
  assert.equal(existsSync(join(directory, first.id)), false)
  await assert.rejects(start('true'), { code: 'too-many-processes' })
  await processes.kill(running[0]?.id ?? '', 'sam')
  await start('true')
})

test('what nobody will ask for again is forgotten when somebody says so, and what runs is not', async (t) => {
  const { start, processes, directory } = processBench(t)
  const { id } = await start('true')
  await processes.wait(id, LONG)
  const running = await start('sleep 600')
  for (const each of [id, id, running.id, 'unknown']) await processes.forget?.(each)
  assert.deepEqual(
    (await processes.list()).map((each) => each.id),
    [running.id],
  )
  assert.equal(existsSync(join(directory, id)), false)
})

test('what has ended is forgotten some time after its end, not after its start', async (t) => {
  const { start, processes } = processBench(t, { limits: { finishedMs: 5_000 } })
  const long = await start('sleep 5.2')
  await processes.wait(long.id, LONG)
  const next = await start('true')
  assert.equal((await processes.find(long.id))?.state, 'exited')
  await eventually(async () => {
    await start('true')
    return (await processes.find(long.id)) === undefined
  }, 'it is forgotten')
  await processes.find(next.id)
})

test('a tree that grows beyond its limit is ended', async (t) => {
  const { start, processes } = processBench(t, { limits: { perTree: 40 } })
  const { id } = await start('for i in $(seq 1 120); do sleep 600 & done; wait')
  const ended = await processes.wait(id, LONG)
  assert.equal(ended.state, 'killed')
  assert.match(ended.endedBy ?? '', /limit of 40 processes/)
})

test('secrets are shown nowhere: command, preview, log, notice', async (t) => {
  const { start, processes, store } = processBench(t)
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const { id, command } = await start(`echo token ${secret}; echo end`, { sessionKey: 'k', notifyOnComplete: true })
  const ended = await processes.wait(id, LONG)
  const log = await processes.log(id)
  const cut = await processes.log(id, { offset: 12, limit: 20 })
  const [notice] = await processes.claimNotices('k')
  const rows = JSON.stringify(await (await store()).all('select * from process'))
  for (const text of [command, ended.preview, log.text, notice?.text ?? '', rows]) {
    assert.ok(!text.includes(secret), text)
    assert.match(text, /<SECRET:/)
  }
  assert.ok(!cut.text.includes(secret.slice(8, 20)))
  assert.deepEqual([log.from, log.to], [0, log.totalChars])
})

test('everything of ours is for its owner alone', async (t) => {
  const { start, directory } = processBench(t)
  const { id } = await start('sleep 600')
  const mode = (...path: string[]): number => statSync(join(directory, ...path)).mode & 0o777
  assert.equal(mode(), 0o700)
  assert.equal(mode(id), 0o700)
  assert.equal(mode(id, 'log'), 0o600)
  const socket = readdirSync(directory).find((name) => name.endsWith('.sock'))
  assert.ok(socket !== undefined)
  assert.equal(mode(socket), 0o600)
})

test('a home with a very long path has a host like any other', async (t) => {
  const { start, processes } = processBench(t, { below: `${'long-directory-name/'.repeat(8)}home` })
  const { id } = await start('echo here')
  assert.equal((await processes.wait(id, LONG)).preview, 'here\n')
})
