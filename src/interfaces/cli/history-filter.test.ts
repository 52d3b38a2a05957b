import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../lib/error.ts'
import { FILTER_FLAGS, filterFromWord, projectOf, readMoment } from './history-filter.ts'

const NOW = Date.UTC(2026, 2, 15, 12)
const DAY_MS = 86_400_000

test('a moment is a day, a time (UTC without a zone), or so long ago', () => {
  const table: [text: string, edge: 'start' | 'end', expected: number | undefined][] = [
    ['2026-03-01', 'start', Date.UTC(2026, 2, 1)],
    ['2026-03-01', 'end', Date.UTC(2026, 2, 2)],
    ['2026-02-28', 'end', Date.UTC(2026, 2, 1)],
    ['2026-03-01T10:30:00Z', 'end', Date.UTC(2026, 2, 1, 10, 30)],
    ['2026-03-01T10:30+02:00', 'start', Date.UTC(2026, 2, 1, 8, 30)],
    ['30d', 'start', NOW - 30 * DAY_MS],
    ['30d', 'end', NOW - 30 * DAY_MS],
    ['12w', 'start', NOW - 84 * DAY_MS],
    ['6h', 'start', NOW - DAY_MS / 4],
    ['2026-02-30', 'start', undefined],
    ['2026-13-01', 'start', undefined],
    ['2026-03-01T10:30', 'start', Date.UTC(2026, 2, 1, 10, 30)],
    ['2026-03-01T10:30:00.123456+00:00', 'start', Date.UTC(2026, 2, 1, 10, 30, 0, 123)],
    ['2026-03-01T10:30:00.5', 'end', Date.UTC(2026, 2, 1, 10, 30, 0, 500)],
    ['2026-03-01T99:30Z', 'start', undefined],
    ['yesterday', 'start', undefined],
    ['30', 'start', undefined],
    ['-3d', 'start', undefined],
    ['', 'start', undefined],
  ]
  for (const [text, edge, expected] of table) assert.equal(readMoment(text, edge, NOW), expected, `${text} ${edge}`)
})

test('a filter in one word says the same as the flags', () => {
  const word = 'source=pi, project=/home/dev/a=b ,since=30d,until=2026-03-10,min-messages=5'
  assert.deepEqual(filterFromWord(word, 'a', NOW), {
    source: 'pi',
    platform: undefined,
    project: '/home/dev/a=b',
    model: undefined,
    owner: undefined,
    since: NOW - 30 * DAY_MS,
    until: Date.UTC(2026, 2, 11),
    minMessages: 5,
  })
})

test('what a filter does not understand is refused with what it does', () => {
  const table: [word: string, message: RegExp][] = [
    ['', /--b needs NAME=VALUE, not nothing/],
    ['source', /needs NAME=VALUE, not source/],
    ['source=', /needs NAME=VALUE/],
    ['colour=red', /no filter called colour/],
    ['minMessages=3', /no filter called minMessages/],
    ['source=a,source=b', /twice/],
    ['since=soon', /since of --b needs a day or a span/],
    ['min-messages=0', /above 0/],
    ['min-messages=-1', /above 0, not -1/],
    ['min-messages=abc', /above 0, not abc/],
    ['since=3d,until=4d', /until of --b is before since of --b/],
    ['since=2026-03-02,until=2026-03-01', /nothing can be in between/],
  ]
  for (const [word, message] of table)
    assert.throws(() => filterFromWord(word, 'b', NOW), { code: 'usage', message, hint: /./ }, word)
  assert.throws(
    () => filterFromWord('x=1', 'b', NOW),
    (error) => error instanceof AppError && Object.keys(FILTER_FLAGS).every((name) => error.hint?.includes(name)),
  )
  assert.doesNotThrow(() => filterFromWord('since=2026-03-01,until=2026-03-01', 'b', NOW))
})

test('a project may end with the slash that a shell puts there', () => {
  const table: [given: string | undefined, expected: string | undefined][] = [
    ['/home/dev/shop/', '/home/dev/shop'],
    ['shop//', 'shop'],
    ['shop', 'shop'],
    ['/', '/'],
    [undefined, undefined],
  ]
  for (const [given, expected] of table) assert.equal(projectOf(given), expected)
  assert.equal(filterFromWord('project=shop/', 'a', NOW).project, 'shop')
})

test('whatever is typed, the answer is a filter or a sentence', () => {
  fc.assert(
    fc.property(fc.string(), (word) => {
      try {
        filterFromWord(word, 'a', NOW)
      } catch (error) {
        assert.ok(error instanceof AppError)
      }
    }),
  )
})
