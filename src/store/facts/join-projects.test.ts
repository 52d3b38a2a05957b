import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinPlaces, type ProjectClaim, type SeenPlace } from './join-projects.ts'

const place = (
  path: string,
  repository: string | null = null,
  firstAt: number | null = 1,
  sessions = 1,
): SeenPlace => ({
  path,
  repository,
  firstAt,
  sessions,
})

const isWorktree = (path: string): boolean => path.includes('/worktrees/')

const joined = (places: readonly SeenPlace[], claims: readonly ProjectClaim[] = []): string[] =>
  joinPlaces(places, claims, isWorktree)
    .map(({ path, repository, project }) => `${path} ${repository ?? '-'} -> ${project}`)
    .toSorted()

test('places of one repository count under the path whose sessions began first', () => {
  assert.deepEqual(
    joined([place('/b/shop', 'x/shop', 5), place('/a/shop', 'x/shop', 9), place('/c/till', 'x/till', 1)]),
    ['/a/shop x/shop -> /b/shop', '/b/shop x/shop -> /b/shop', '/c/till x/till -> /c/till'],
  )
})

test('a working tree of an agent names a project only where nothing else does', () => {
  const trees = [place('/h/worktrees/1/shop', 'x/shop', 1), place('/h/worktrees/2/shop', 'x/shop', 2)]
  assert.deepEqual(joined(trees), [
    '/h/worktrees/1/shop x/shop -> /h/worktrees/1/shop',
    '/h/worktrees/2/shop x/shop -> /h/worktrees/1/shop',
  ])
  assert.match(joined([...trees, place('/w/shop', 'x/shop', 9)]).join('\n'), /worktrees\/1\/shop x\/shop -> \/w\/shop/)
})

test('a place without a remote belongs to what others found in the same directory', () => {
  assert.deepEqual(joined([place('/a/shop', null, 1), place('/a/shop', 'x/shop', 5), place('/b/shop', 'x/shop', 3)]), [
    '/a/shop - -> /a/shop',
    '/a/shop x/shop -> /a/shop',
    '/b/shop x/shop -> /a/shop',
  ])
})

test('a directory that held several repositories is several projects', () => {
  assert.deepEqual(joined([place('/workspace', 'x/shop', 1), place('/workspace', 'x/till', 2)]), [
    '/workspace x/shop -> /workspace',
    '/workspace x/till -> x/till',
  ])
})

test('a remote that moved to another owner or host is the same repository', () => {
  assert.deepEqual(
    joined([place('/a/shop', 'x/shop', 1), place('/a/shop', 'y/shop', 2), place('/b/shop', 'y/shop', 3)]),
    ['/a/shop x/shop -> /a/shop', '/a/shop y/shop -> /a/shop', '/b/shop y/shop -> /a/shop'],
  )
})

test("a person's word joins what nothing else does, and keeps apart what a remote joins", () => {
  const places = [place('/a/shop', 'x/shop', 1), place('/b/shop', 'x/shop', 2), place('/c/old', null, 3)]
  assert.deepEqual(
    joined(places, [
      { subject: '/c/old', target: '/a/shop' },
      { subject: '/b/shop', target: '/b/shop' },
    ]),
    ['/a/shop x/shop -> /a/shop', '/b/shop x/shop -> /b/shop', '/c/old - -> /a/shop'],
  )
})

test('a joined project takes all its directories along, and words follow one another', () => {
  const places = [place('/a/shop', 'x/shop', 1), place('/b/shop', 'x/shop', 2), place('/c/till'), place('/d/all')]
  assert.deepEqual(
    joined(places, [
      { subject: '/a/shop', target: '/c/till' },
      { subject: '/c/till', target: '/d/all' },
    ]),
    ['/a/shop x/shop -> /d/all', '/b/shop x/shop -> /d/all', '/c/till - -> /d/all', '/d/all - -> /d/all'],
  )
})

test('words in a circle change nothing', () => {
  const circle = [
    { subject: '/a', target: '/b' },
    { subject: '/b', target: '/a' },
  ]
  assert.deepEqual(joined([place('/a'), place('/b')], circle), ['/a - -> /a', '/b - -> /b'])
})

test('the order in which places are seen changes nothing, and every place has a project', () => {
  const path = fc.constantFrom('/a/shop', '/b/shop', '/h/worktrees/1/shop', '/workspace', '/c')
  const seen = fc.record({
    path,
    repository: fc.constantFrom(null, 'x/shop', 'y/shop', 'x/till'),
    firstAt: fc.constantFrom(null, 1, 2, 3),
    sessions: fc.integer({ min: 1, max: 5 }),
  })
  const places = fc.uniqueArray(seen, { selector: (one) => `${one.path} ${one.repository}`, maxLength: 12 })
  const claims = fc.uniqueArray(fc.record({ subject: path, target: path }), {
    selector: ({ subject }) => subject,
    maxLength: 4,
  })
  fc.assert(
    fc.property(places, claims, fc.infiniteStream(fc.nat()), (given, said, keys) => {
      const shuffled = given.map((one) => ({ one, key: keys.next().value })).toSorted((a, b) => a.key - b.key)
      const answer = joined(given, said)
      assert.equal(answer.length, given.length)
      assert.deepEqual(
        joined(
          shuffled.map(({ one }) => one),
          said.toReversed(),
        ),
        answer,
      )
    }),
  )
})
