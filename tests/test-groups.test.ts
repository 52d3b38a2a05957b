import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import {
  canShare,
  inGroups,
  planProcesses,
  SLOW_MODULES,
  WAITS_WHILE_LOADING,
  writeGroups,
} from '../scripts/test-groups.ts'
import { scratch } from './support/store.ts'

const ROOT = join(import.meta.dirname, '..')

suite('a test file shares a process', () => {
  const PLAIN = "test('one', () => assert.equal(sum(1, 2), 3))\n"
  const CASES: [text: string, shares: boolean][] = [
    ['', true],
    ["const before = process.env['PATH'] ?? ''", true],
    ["if (process.env['UPDATE_GOLDEN'] === 'yes') write()", true],
    ['  await store.close()\n  for await (const line of lines) ;', true],
    ["process.env['HOME'] = home", false],
    ['process.env.HOME ??= home', false],
    ["delete process.env['HOME']", false],
    ['process.chdir(home)', false],
    ['process.umask(0)', false],
    ['process.exit(1)', false],
    ['process.exitCode = 1', false],
    ["process.on('SIGINT', stop)", false],
    ["mock.timers.enable({ apis: ['setInterval'] })", false],
    ['globalThis.fetch = answer', false],
    ['const commands = await describeCommands()', false],
    ["await import('./a.ts')", false],
  ]
  for (const [text, shares] of CASES)
    test(`${shares ? 'with' : 'not with'} ${JSON.stringify(text)} in it`, () => {
      assert.equal(canShare('src/lib/a.test.ts', `${PLAIN}${text}\n${PLAIN}`), shares)
    })

  test('not when it stands in tests/', () => {
    assert.equal(canShare('tests/a.test.ts', PLAIN), false)
  })
})

test('every file runs once, alone or in one group of at most thirty, and few of src run alone', () => {
  const files = globSync(['tests/**/*.test.ts', 'src/**/*.test.ts'], { cwd: ROOT }).toSorted()
  const { alone, groups } = planProcesses(ROOT, files)
  assert.deepEqual([...alone, ...groups.flat()].toSorted(), files)
  assert.ok(groups.every(({ length }) => length > 0 && length <= 30))
  const own = alone.filter((file) => file.startsWith('src/'))
  assert.ok(own.length < 20, `a process of its own has each of ${own.join(', ')}`)
})

test('the modules that a group loads first are those of src that wait while they load', () => {
  const waiting = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts') && WAITS_WHILE_LOADING.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  assert.deepEqual(waiting, SLOW_MODULES)
})

test('a module that waits while it loads takes no test out of the suite of its file', (t) => {
  const root = scratch(t)
  writeFileSync(join(root, 'slow.mjs'), 'await new Promise((done) => setTimeout(done, 50))\n')
  for (const name of ['a', 'b'])
    writeFileSync(
      join(root, `${name}.mjs`),
      `import { test } from 'node:test'\nimport './slow.mjs'\ntest('in ${name}', () => {})\n`,
    )
  const { modules, remove } = writeGroups(root, [['a.mjs', 'b.mjs']], ['slow.mjs'])
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['--test-reporter=tap', ...modules], { encoding: 'utf8', env })
  remove()
  const results = [...stdout.matchAll(/^ *ok \d+ - (.+)$/gm)].map(([, name]) => name)
  assert.deepEqual(results, ['in a', 'a.mjs', 'in b', 'b.mjs'])
})

test('no file, no group', () => {
  assert.deepEqual(inGroups([]), [])
})

test('in a group a file has hooks of its own, and what fails is named with its file and spoils no other', (t) => {
  const root = scratch(t)
  const write = (name: string, text: string): void =>
    writeFileSync(join(root, name), `import { after, before, test } from 'node:test'\n${text}`)
  write(
    'a.mjs',
    "let a = 0\nbefore(() => void (a = 1))\nafter(() => console.log('after a'))\ntest('a sees its hook', () => { if (a !== 1) throw new Error() })\n",
  )
  write('b.mjs', "before(() => console.log('before b'))\ntest('b fails', () => { throw new Error('on purpose') })\n")
  write('c.mjs', "throw new Error('cannot be loaded')\n")
  write('d.mjs', "test('d is well', () => {})\n")
  const { modules, remove } = writeGroups(root, [['a.mjs', 'b.mjs', 'c.mjs', 'd.mjs']])
  // Where it stands in the environment, the runner speaks to another runner.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { stdout, status } = spawnSync(process.execPath, ['--test-reporter=tap', ...modules], { encoding: 'utf8', env })
  remove()
  assert.equal(status, 1)
  const results = [...stdout.matchAll(/^ *((?:not )?ok) \d+ - (.+)$/gm)].map(([, how, name]) => `${how} ${name}`)
  assert.deepEqual(results, [
    'ok a sees its hook',
    'ok a.mjs',
    'not ok b fails',
    'not ok b.mjs',
    'not ok c.mjs',
    'ok d is well',
    'ok d.mjs',
  ])
  assert.match(stdout, /location: '[^']*b\.mjs:3:1'/)
  assert.ok(stdout.indexOf('after a') < stdout.indexOf('before b'))
  assert.ok(!existsSync(modules[0] ?? ''), 'the module of the group is gone')
})
