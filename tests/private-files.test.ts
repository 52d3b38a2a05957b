import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWarmstart } from '../src/index.ts'
import { takeLock } from '../src/processes/host/lock.ts'
import type { DoctorReport } from '../src/verbs/doctor/shape.ts'
import { eventually } from './support/eventually.ts'
import { processBench } from './support/processes.ts'
import { scratch } from './support/store.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')

const POSIX = { skip: process.platform === 'win32' && 'Windows has no modes' }

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const openHome = (t: { after(clean: () => void): void }): { userHome: string; home: string } => {
  const userHome = scratch(t)
  const home = join(userHome, 'ws')
  mkdirSync(home)
  chmodSync(home, 0o755)
  return { userHome, home }
}

const run = (words: string[], env: Record<string, string>) => {
  const { PATH = '' } = process.env
  return spawnSync(PROGRAM, words, { encoding: 'utf8', env: { PATH, COLUMNS: '80', ...env } })
}

test('a home that others may enter is closed by the first command', POSIX, (t) => {
  const { userHome, home } = openHome(t)
  assert.equal(run(['sessions'], { HOME: userHome, WARMSTART_HOME: home }).status, 0)
  assert.equal(modeOf(home), '700')
})

test('a home that others may enter is closed by a program that opens the store', POSIX, async (t) => {
  const { userHome, home } = openHome(t)
  const before = { HOME: process.env['HOME'], WARMSTART_HOME: process.env['WARMSTART_HOME'] }
  Object.assign(process.env, { HOME: userHome, WARMSTART_HOME: home })
  t.after(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  await (await openWarmstart()).close()
  assert.equal(modeOf(home), '700')
})

test('doctor names a home that cannot be closed, and what to do', POSIX, (t) => {
  const { home } = openHome(t)
  // The directory is the home of the user too: other programs need to get into it.
  const env = { HOME: home, WARMSTART_HOME: home }
  const { issues } = JSON.parse(run(['doctor', '--json'], env).stdout) as DoctorReport
  assert.deepEqual(
    issues.map(({ file, code }) => [file, code]),
    [[home, 'home-open']],
  )
  assert.match(issues[0]?.message ?? '', /mode 0755.*WARMSTART_HOME/)
  assert.equal(modeOf(home), '755')
  assert.equal(run(['doctor', '--strict'], env).status, 1)
})

test('every file of a host, its lock and its processes is its owner’s alone', POSIX, async (t) => {
  const { start, processes, app, directory } = processBench(t, { below: 'ws' })
  const { id } = await start('umask; sleep 600')
  const readable = (readdirSync(app.home, { recursive: true, encoding: 'utf8' }) as string[]).filter(
    (path) => (lstatSync(join(app.home, path)).mode & 0o077) !== 0,
  )
  assert.deepEqual(readable, [])
  assert.ok(readdirSync(directory).some((name) => name.endsWith('.lock-journal')))
  // The command itself has the umask of whoever started it.
  const mask = process.umask().toString(8)
  await eventually(async () => Number((await processes.log(id)).text) === Number(mask), `a umask of ${mask}`)
  await processes.kill(id, 'the test')
})

test('the lock of an older host, and the journal that it left, are closed when the lock is taken', POSIX, (t) => {
  const path = join(scratch(t), 'host.lock')
  for (const each of [path, `${path}-journal`]) {
    writeFileSync(each, '')
    chmodSync(each, 0o644)
  }
  const lock = takeLock(path)
  assert.ok(lock !== undefined)
  assert.equal(modeOf(path), '600')
  assert.ok(!existsSync(`${path}-journal`) || modeOf(`${path}-journal`) === '600')
  assert.equal(takeLock(`${path}-other`)?.release(), undefined)
  lock.release()
})
