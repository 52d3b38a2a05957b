import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createProcesses } from '../src/processes/client.ts'
import type { Limits } from '../src/processes/limits.ts'
import type { StartRequest } from '../src/processes/processes.ts'
import { eventually } from './support/eventually.ts'
import { type ProcessBench, processBench } from './support/processes.ts'
import { fakeSandboxes } from './support/sandbox-fakes.ts'

const OWN = 'image:alpine#work'
const EPISODE = { kind: 'episode', id: 'e1' } as const

interface SandboxBench extends ProcessBench {
  /** Names of the containers that are there. */
  there(): string[]
  /** Somebody else makes one. */
  make(name: string): void
  inside(command: string, more?: Partial<StartRequest>): ReturnType<ProcessBench['start']>
  /** The program that reaches containers fails for a while; what is returned mends it. */
  breakDocker(): () => void
}

const sandboxBench = (t: TestContext, limits: Partial<Limits>): SandboxBench => {
  const directory = mkdtempSync(join(tmpdir(), 'warmstart-sandbox-'))
  const { path, root } = fakeSandboxes(directory)
  const bench = processBench(t, { limits, env: { PATH: `${path}:${process.env['PATH'] ?? ''}` } })
  // After the bench, which still needs them to clean up.
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const docker = join(path, 'docker')
  return {
    ...bench,
    there: () => readdirSync(join(root, 'there')),
    make: (name) => writeFileSync(join(root, 'there', name), ''),
    inside: (command, more = { scope: EPISODE }) =>
      bench.start(command, { workdir: '/', backend: { name: 'docker', target: OWN }, ...more }),
    breakDocker: () => {
      const whole = readFileSync(docker, 'utf8')
      const put = (text: string): void => {
        // A script that is being read must not change under its reader.
        rmSync(docker)
        writeFileSync(docker, text)
        chmodSync(docker, 0o755)
      }
      put('#!/bin/sh\necho "Cannot connect to the daemon" >&2\nexit 1\n')
      return () => put(whole)
    },
  }
}

test('a sandbox of our own is ended when it has been idle, and never while something of its scope runs', async (t) => {
  const bench = sandboxBench(t, { sandboxIdleMs: 400 })
  const { id } = await bench.inside('read line; echo "$line"')
  const [name] = bench.there()
  assert.match(name ?? '', /^warmstart-/)
  // Here and not inside it, but of the same scope.
  const beside = await bench.start('sleep 600', { scope: EPISODE })
  await bench.processes.write(id, 'done\n')
  assert.equal((await bench.processes.wait(id, { timeoutMs: 120_000 })).exitCode, 0)
  await sleep(1_500)
  assert.deepEqual(bench.there(), [name], 'its scope still runs something')
  await bench.processes.kill(beside.id, 'sam')
  await eventually(() => bench.there().length === 0, 'the idle sandbox is ended')
  const again = await bench.inside('echo again')
  assert.equal((await bench.processes.wait(again.id, { timeoutMs: 120_000 })).exitCode, 0)
  assert.equal((await bench.processes.log(again.id)).text, 'again\n')
})

test('what a person starts keeps its sandbox too, and a sandbox of somebody else is never ended', async (t) => {
  const bench = sandboxBench(t, { sandboxIdleMs: 300 })
  const own = await bench.inside('sleep 600', { persist: true })
  bench.make('theirs')
  const foreign = await bench.inside('echo in', { backend: { name: 'docker', target: 'theirs' } })
  assert.equal((await bench.processes.wait(foreign.id, { timeoutMs: 120_000 })).exitCode, 0)
  await sleep(1_500)
  assert.equal(bench.there().length, 2)
  await bench.processes.kill(own.id, 'sam')
  await eventually(() => bench.there().length === 1, 'ours is ended')
  assert.deepEqual(bench.there(), ['theirs'])
})

test('what a killed host left idle is ended by the next one, although its processes are forgotten', async (t) => {
  const bench = sandboxBench(t, { sandboxIdleMs: 600_000 })
  const { id } = await bench.inside('true')
  await bench.processes.wait(id, { timeoutMs: 120_000 })
  await bench.processes.forget?.(id)
  const file = join(bench.directory, 'sandboxes.json')
  assert.ok(existsSync(file))
  await bench.killHost()
  assert.equal(bench.there().length, 1)
  // Who asks first starts the next host, with less patience than the first one had.
  const next = createProcesses(bench.app, bench.store, { limits: { idleMs: 300, sandboxIdleMs: 300 } })
  t.after(() => next.disconnect())
  assert.deepEqual(await next.list(), [])
  await eventually(() => bench.there().length === 0, 'the next host ends it')
  await eventually(() => !existsSync(file), 'and it is written down no more')
})

test('kill -9 of the host: what runs in a sandbox goes on, and log, input and exit code are found again', async (t) => {
  const bench = sandboxBench(t, {})
  const { id } = await bench.inside('echo first; read line; echo "$line"; exit 7')
  await eventually(async () => (await bench.processes.log(id)).text.includes('first'), 'it has begun')
  await bench.killHost()
  assert.equal((await bench.processes.find(id))?.state, 'running')
  await bench.processes.write(id, 'second\n')
  const ended = await bench.processes.wait(id, { timeoutMs: 120_000 })
  assert.deepEqual([ended.state, ended.exitCode, ended.backend], ['exited', 7, 'docker'])
  assert.equal((await bench.processes.log(id)).text, 'first\nsecond\n')
})

test('the end of a scope reaches everybody it can reach, and says whom it cannot', async (t) => {
  const bench = sandboxBench(t, {})
  const far = await bench.inside('sleep 600')
  const near = await Promise.all([
    bench.start('sleep 600', { scope: EPISODE }),
    bench.start('sleep 600', { scope: EPISODE }),
  ])
  const other = await bench.start('sleep 600', { scope: { kind: 'episode', id: 'e2' } })
  const mend = bench.breakDocker()
  await assert.rejects(bench.processes.endScope(EPISODE), { code: 'backend-unreachable' })
  for (const { id } of near) assert.equal((await bench.processes.find(id))?.state, 'killed')
  assert.equal((await bench.processes.find(far.id))?.state, 'running')
  mend()
  await bench.processes.endScope(EPISODE)
  assert.deepEqual(await bench.processes.endScope(EPISODE), [], 'asked again it is over')
  assert.equal((await bench.processes.find(far.id))?.state, 'killed')
  assert.equal((await bench.processes.find(other.id))?.state, 'running')
})

test('a sandbox that does not answer has ended nothing: it is asked again, and an end asked for meanwhile gets there', async (t) => {
  const bench = sandboxBench(t, {})
  const { id } = await bench.inside('sleep 600')
  const mend = bench.breakDocker()
  await assert.rejects(bench.processes.kill(id, 'sam'), { code: 'backend-unreachable' })
  await sleep(2_500)
  assert.equal((await bench.processes.find(id))?.state, 'running')
  mend()
  const ended = await eventually(async () => {
    const view = await bench.processes.find(id)
    return view?.state === 'running' ? undefined : view
  }, 'it is ended once the sandbox answers')
  assert.deepEqual([ended.state, ended.endedBy], ['killed', 'sam'])
})

test('a sandbox that never answers again has lost its processes in the end, and says so', async (t) => {
  const bench = sandboxBench(t, { silentMs: 500, sandboxIdleMs: 600_000 })
  const { id } = await bench.inside('sleep 600', { sessionKey: 'chat:1', notifyOnComplete: true })
  const mend = bench.breakDocker()
  const lost = await bench.processes.wait(id, { timeoutMs: 120_000 })
  assert.deepEqual([lost.state, lost.exitCode], ['lost', undefined])
  const [notice] = await bench.processes.claimNotices('chat:1')
  assert.match(notice?.text ?? '', /lost/)
  mend()
})
