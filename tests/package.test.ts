import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { scratch } from './support/store.ts'

const ROOT = join(import.meta.dirname, '..')

test('the package works where it is installed, with nothing of the clone around it', (t) => {
  const directory = scratch(t)
  execFileSync('npm', ['pack', '--pack-destination', directory, '--silent'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const tarball = readdirSync(directory).find((name) => name.endsWith('.tgz'))
  assert.ok(tarball)
  execFileSync('tar', ['-xzf', join(directory, tarball), '-C', directory])
  const modules = join(directory, 'elsewhere', 'node_modules')
  mkdirSync(modules, { recursive: true })
  renameSync(join(directory, 'package'), join(modules, 'warmstart'))
  // What `npm install` would put beside it, without asking the registry.
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
  }
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (!existsSync(join(ROOT, 'node_modules', name))) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  const home = join(directory, 'home')
  mkdirSync(home)
  const run = (...words: string[]) =>
    spawnSync(join(modules, 'warmstart', 'bin', 'warmstart'), words, {
      encoding: 'utf8',
      cwd: home,
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
  assert.match(run('--version').stdout, /^\d+\.\d+\.\d+\n$/)
  const started = run('start', '--json')
  assert.equal(started.stderr, '')
  const report = JSON.parse(started.stdout) as { sample: boolean; totals: { calls: number }; page: string }
  assert.ok(existsSync(report.page))
  assert.ok(report.sample && report.totals.calls > 1_000)
  assert.match(run('doctor').stdout, /No issues|No history/)
})
