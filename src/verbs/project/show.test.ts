import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { widthOf } from '../../interfaces/cli/table.ts'
import type { ProjectReport } from './shape.ts'
import { projectLines } from './show.ts'

const screen = (width: number) => ({ width, colors: pc.createColors(false) })

const project = (changes: Partial<ProjectReport['projects'][number]> = {}): ProjectReport['projects'][number] => ({
  name: 'sam/shop',
  project: '/home/sam/shop',
  repositories: ['git.example/sam/shop'],
  sessions: 12,
  lastAt: '2026-03-01T00:00:00.000Z',
  directories: [
    { path: '/home/sam/shop', sessions: 9, how: 'itself' },
    { path: '/srv/shop-2', sessions: 2, how: 'repository' },
    { path: '/home/sam/old/shop', sessions: 1, how: 'person' },
  ],
  ...changes,
})

const report = (changes: Partial<ProjectReport> = {}): ProjectReport => ({
  projects: [project()],
  claims: [],
  changed: null,
  ...changes,
})

test('projects stand with their repository, and below them what was joined and why', () => {
  const text = projectLines(report(), screen(100)).join('\n')
  assert.match(text, /\/home\/sam\/shop +git\.example\/sam\/shop +12 +2026-03-01\n/)
  assert.match(text, /\/srv\/shop-2 +sam\/shop +its remote +2/)
  assert.match(text, /\/home\/sam\/old\/shop +sam\/shop +your word +1/)
})

test('of many directories a few are named and the others counted', () => {
  const trees = Array.from({ length: 62 }, (_, at) => ({
    path: `/t/${at}/shop`,
    sessions: 2,
    how: 'repository' as const,
  }))
  const text = projectLines(report({ projects: [project({ directories: trees })] }), screen(100)).join('\n')
  assert.match(text, /\/t\/3\/shop .*\nand 58 more +sam\/shop +its remote +116/)
  assert.ok(!text.includes('/t/4/shop'))
})

test('nothing is said about joining where nothing is joined, and an empty store says so', () => {
  const lone = project({ directories: [{ path: '/home/sam/shop', sessions: 12, how: 'itself' }] })
  assert.ok(
    !projectLines(report({ projects: [lone] }), screen(80))
      .join('\n')
      .includes('Joined'),
  )
  assert.match(projectLines(report({ projects: [] }), screen(80)).join('\n'), /No session was read yet/)
})

test('what a command did comes first, and what is kept apart is listed', () => {
  const changed = { how: 'split' as const, subject: '/srv/shop-2', target: null, sessions: 2 }
  const claims = [{ subject: '/srv/shop-2', target: '/srv/shop-2', by: 'sam', at: '2026-03-01T00:00:00.000Z' }]
  const [first, ...rest] = projectLines(report({ changed, claims }), screen(80))
  assert.equal(first, '/srv/shop-2 counts by itself now: 2 sessions.')
  assert.match(rest.join('\n'), /Kept apart\n+\/srv\/shop-2/)
})

test('every line fits the window, and names of others cannot move its cursor', () => {
  const evil = `/srv/\u001B[2J${'x'.repeat(300)}`
  const odd = project({
    project: evil,
    name: evil,
    repositories: [evil],
    directories: [{ path: evil, sessions: 1, how: 'person' }],
  })
  const changed = { how: 'joined' as const, subject: evil, target: evil, sessions: 1 }
  const claims = [{ subject: evil, target: evil, by: 'sam', at: '2026-03-01T00:00:00.000Z' }]
  for (const width of [50, 80, 120])
    for (const line of projectLines(report({ projects: [odd], changed, claims }), screen(width))) {
      assert.ok(widthOf(line) <= width, `${widthOf(line)} of ${width}: ${line}`)
      assert.ok(!line.includes('\u001B'), line)
    }
})
