import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  absent,
  broke,
  factsOf,
  FIRST_DAY,
  type MadeCall,
  noFile,
  ran,
  used,
} from '../../../tests/support/lesson-facts.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { findEndpoint } from './endpoint.ts'

const MINUTE = 60_000
const lesson = (kind: Lesson['kind'], code: string, subject: string, program = '') => ({
  kind,
  trigger: { code, program, subject },
})
const NO_TESTS = lesson('missing', 'missing-path', 'tests')

const after = (
  tried: ReturnType<typeof lesson>,
  calls: readonly MadeCall[],
  draw: Partial<Parameters<typeof findEndpoint>[1]> = {},
) => findEndpoint(tried, { at: FIRST_DAY, moment: 'start', ...draw }, factsOf([{ id: 's', calls }]).conversations)

test('a session that asks for the missing path has made the mistake again, also for a file below it', () => {
  for (const call of [noFile('tests'), noFile('tests/cart.test.ts'), broke('ls tests', absent('ls', 'tests'))])
    assert.deepEqual(after(NO_TESTS, [ran('git status'), call]), { isRepeated: true, couldRepeat: true, spent: null })
})

test('another path, a call that worked, or no call at all is no mistake', () => {
  for (const calls of [[noFile('docs')], [used('Read', 'src/cart.ts')], []])
    assert.equal(after(NO_TESTS, calls).isRepeated, false)
  assert.equal(after(NO_TESTS, []).couldRepeat, false)
})

test('what a session did before the draw does not count', () => {
  const calls = [noFile('tests'), ran('git status'), ran('git log')]
  assert.equal(after(NO_TESTS, calls, { at: FIRST_DAY + MINUTE }).isRepeated, false)
  assert.equal(after(NO_TESTS, [...calls, noFile('tests')], { at: FIRST_DAY + MINUTE }).isRepeated, true)
  assert.equal(after(NO_TESTS, [{ ...noFile('tests'), at: undefined }], { at: FIRST_DAY + MINUTE }).isRepeated, true)
})

test('sub-agents and sessions that go on with it belong to the session', () => {
  const { conversations } = factsOf([
    { id: 's', calls: [ran('git status')] },
    { id: 'child', calls: [noFile('tests')] },
  ])
  assert.equal(findEndpoint(NO_TESTS, { at: FIRST_DAY, moment: 'start' }, conversations).isRepeated, true)
})

test('a rule of a linter is broken again where the same linter names it', () => {
  const rule = lesson('check', 'noctx', '', 'golangci-lint')
  const finding = { program: 'golangci-lint', code: 'noctx', line: 'a.go:1:2: use it (noctx)' }
  assert.equal(after(rule, [broke('golangci-lint run', finding)]).isRepeated, true)
  assert.equal(after(rule, [broke('golangci-lint run', { ...finding, code: 'errcheck' })]).isRepeated, false)
  assert.deepEqual(
    [after(rule, [ran('ls')]).couldRepeat, after(rule, [used('Edit', 'a.go')]).couldRepeat],
    [false, true],
  )
})

test('a flag can be given to its program only', () => {
  const flag = lesson('missing', 'unknown-flag', '--jobs', 'cargo test')
  assert.equal(after(flag, [ran('ls -la')]).couldRepeat, false)
  assert.equal(after(flag, [ran('cargo test')]).couldRepeat, true)
  const failed = broke('cargo test --jobs 4', { program: 'cargo', code: 'unknown-flag', subject: '--jobs' })
  assert.equal(after(flag, [failed]).isRepeated, true)
})

test('three searches for a word before the file is edited are what a lesson about a place prevents', () => {
  const place = lesson('place', 'found-in', 'route')
  const search = used('Grep', 'src', { pattern: 'route' })
  const edit = used('Edit', 'src/server/table.ts')
  assert.equal(after(place, [search, search, search, edit]).isRepeated, true)
  assert.equal(after(place, [search, edit]).isRepeated, false)
})

test('after a failed call the further calls are counted until it is overcome', () => {
  const at = FIRST_DAY + MINUTE / 2
  const draw = { at, moment: 'failure' } as const
  const failed = broke('ls tests', absent('ls', 'tests'))
  assert.equal(after(NO_TESTS, [failed, ran('ls e2e')], draw).spent, 1)
  assert.equal(after(NO_TESTS, [failed, failed, failed, ran('ls e2e')], draw).spent, 3)
  assert.equal(after(NO_TESTS, [ran('ls')], draw).spent, null)
})
