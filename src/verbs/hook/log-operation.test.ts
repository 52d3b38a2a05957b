import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch } from '../../../tests/support/store.ts'
import { AppError } from '../../lib/error.ts'
import { logHook, noteHookRun, readHookFigures, wasHookLate } from './log-operation.ts'

const now = (): number => Date.UTC(2026, 2, 1)

test('a line says when, who and why', (t) => {
  const home = scratch(t)
  logHook({ home, now }, 'some-agent', new AppError('store-busy', 'the store is locked', { hint: 'try again' }))
  logHook({ home, now }, 'some-agent', 'too-late: it took too long')
  assert.equal(
    readFileSync(join(home, 'hook.log'), 'utf8'),
    '2026-03-01T00:00:00.000Z some-agent store-busy: the store is locked; try again\n' +
      '2026-03-01T00:00:00.000Z some-agent too-late: it took too long\n',
  )
  assert.equal(statSync(join(home, 'hook.log')).mode & 0o777, 0o600)
})

test('errors of others are named and not quoted: they may hold words of the session', (t) => {
  const home = scratch(t)
  const words = 'please fix the cart'
  logHook({ home, now }, 'some-agent', new SyntaxError(`Unexpected token in ${words}`))
  logHook({ home, now }, `agent\n${'x'.repeat(999)}`, Object.assign(new Error(words), { code: 'EACCES' }))
  const text = readFileSync(join(home, 'hook.log'), 'utf8')
  assert.ok(!text.includes(words))
  assert.match(text, /unexpected: SyntaxError\n/)
  assert.match(text, /unexpected: Error EACCES\n/)
  assert.equal(text.split('\n').length, 3)
})

test('however much is logged, at most 64 KB are kept', (t) => {
  const home = scratch(t)
  for (let count = 0; count < 1_000; count++) logHook({ home, now }, 'some-agent', `${count}: ${'x'.repeat(250)}`)
  const files = readdirSync(home)
  assert.deepEqual(files.toSorted(), ['hook.log', 'hook.log.old'])
  const bytes = files.reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
  assert.ok(bytes <= 66 * 1024, `${bytes} bytes`)
  assert.match(readFileSync(join(home, 'hook.log'), 'utf8'), / 999: x+\n$/)
})

test('where nothing can be written, nothing happens', (t) => {
  const home = scratch(t)
  logHook({ home: join(home, 'none'), now }, 'some-agent', 'x')
  assert.ok(!existsSync(join(home, 'none')))
  chmodSync(home, 0o500)
  logHook({ home, now }, 'some-agent', 'x')
  chmodSync(home, 0o700)
})

test('late runs are counted, by run and by session, and a session is found again by its id alone', (t) => {
  const home = scratch(t)
  assert.equal(readHookFigures(home), undefined)
  const note = (sessionKey: string | undefined, result: 'in-time' | 'late'): void =>
    noteHookRun({ home, now }, { agent: 'some-agent', sessionKey, result })
  note('one', 'late')
  note('one', 'in-time')
  note('two words', 'late')
  note(undefined, 'late')
  assert.deepEqual(readHookFigures(home), {
    runs: 4,
    late: 3,
    sessionsMissed: 1,
    since: '2026-03-01T00:00:00.000Z',
  })
  assert.deepEqual(
    [wasHookLate(home, 'one'), wasHookLate(home, 'two words'), wasHookLate(home, 'three')],
    [true, true, false],
  )
  const text = readFileSync(join(home, 'hook-runs.log'), 'utf8')
  assert.ok(!text.includes('one') && !text.includes('two'))
})

test('a count that was damaged, is huge or is no file counts what can be read, and the log of runs stays small', (t) => {
  const home = scratch(t)
  for (let count = 0; count < 2_000; count++)
    noteHookRun({ home, now }, { agent: 'some-agent', sessionKey: `s${count}`, result: 'in-time' })
  const bytes = readdirSync(home).reduce((sum, name) => sum + statSync(join(home, name)).size, 0)
  assert.ok(bytes < 80 * 1024, `${bytes}`)
  const before = readHookFigures(home)?.runs ?? 0
  assert.ok(before > 300)
  appendFileSync(join(home, 'hook-runs.log'), '\u0000\n2026 some-agent x late\n2026-03-01T00:00:00.000Z a b never\n')
  assert.equal(readHookFigures(home)?.runs, before)
  rmSync(join(home, 'hook-runs.log'))
  mkdirSync(join(home, 'hook-runs.log'))
  noteHookRun({ home, now }, { agent: 'some-agent', sessionKey: 'a', result: 'late' })
  assert.ok((readHookFigures(home)?.late ?? -1) === 0)
})
