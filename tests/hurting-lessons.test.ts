import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import * as v from 'valibot'
import pc from 'picocolors'
import { openStore } from '../src/store/open.ts'
import { acceptProject, decideLessons } from '../src/verbs/lessons/consent-operation.ts'
import { beginReview } from '../src/verbs/lessons/review-machine.ts'
import { readReview } from '../src/verbs/lessons/review-operation.ts'
import { reviewLines } from '../src/verbs/lessons/review-show.ts'
import { readyLessons } from '../src/verbs/lessons/ready-operation.ts'
import { waiting } from '../src/verbs/review/operation.ts'
import { ReviewList } from '../src/verbs/review/shape.ts'
import { reviewListLines } from '../src/verbs/review/show.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { writeDraws } from './support/drawn-lesson.ts'
import { FIRST_DAY, HOUR_MS, rootOf, writeProject } from './support/lesson-history.ts'
import { GO_PROJECT } from './support/lesson-projects.ts'
import { runCommand } from './support/run-command.ts'
import { scratch, testApp } from './support/store.ts'

const SESSIONS = 40
const PROJECT = rootOf(GO_PROJECT.name)
const SCREEN = { width: 200, colors: pc.createColors(false) }

/** A project whose lessons are in use, two of them drawn often: after one the mistake is made more often, after the other less. */
const begin = async (t: TestContext) => {
  const directory = scratch(t)
  const app = { ...testApp(directory), owner: 'sam', now: () => FIRST_DAY + SESSIONS * 12 * HOUR_MS }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  writeProject(join(directory, 'sessions'), GO_PROJECT, { sessions: SESSIONS, seed: 5 })
  await sync(app, store, { targets: [{ source: 'claude-code', path: join(directory, 'sessions') }], rebuild: false })
  await acceptProject(app, store, PROJECT)
  const { lessons } = await readyLessons(app, store, PROJECT)
  const named = (code: string) => {
    const found = lessons.find(({ lesson }) => lesson.trigger.code === code)?.lesson
    assert.ok(found !== undefined)
    return found
  }
  const [hurts, helps] = [named('noctx'), named('errcheck')]
  const [often, rarely] = [
    { sessions: 60, repeated: 40 },
    { sessions: 60, repeated: 3 },
  ]
  await writeDraws(store, hurts, { given: often, withheld: rarely, repository: PROJECT })
  await writeDraws(store, helps, { given: rarely, withheld: often, repository: PROJECT })
  return { app, store, hurts, helps }
}

test('a lesson that hurts comes first in its review, with its figures and the key that withdraws it', async (t) => {
  const { app, store, hurts, helps } = await begin(t)
  const { lessons } = await readReview(app, store, { project: PROJECT, isAll: false })
  assert.equal(lessons[0]?.lesson.id, hurts.id)
  const items = lessons.map((each) => ({ ...each, cannotWrite: null }))
  const shown = reviewLines(beginReview(items), { ...SCREEN, height: 40, file: 'CLAUDE.md', project: 'cart' }).join(
    '\n',
  )
  assert.match(shown, /proof +given: 40 of 60 sessions did it again; withheld: 3 of 60; .*`warmstart lessons refuse/)
  const second = items.find(({ lesson }) => lesson.id === helps.id)
  assert.equal(second?.proof?.verdict, 'prevents')
  assert.ok(items.indexOf(second) > 0)
})

test('review and lessons name it with its figures and the command, withdraw nothing, and are silent once a person decided', async (t) => {
  const { app, store, hurts } = await begin(t)
  const list = await waiting(store, app)
  v.parse(ReviewList, list)
  assert.deepEqual(
    list.hurtingLessons.map(({ id, given, withheld }) => [id, given.repeated, withheld.repeated]),
    [[hurts.id, 40, 3]],
  )
  const command = new RegExp(
    `40 of 60 sessions did it again; withheld: 3 of 60; .*\`warmstart lessons refuse ${hurts.id}\``,
  )
  assert.match(reviewListLines(list, SCREEN).join('\n'), command)
  const printed = async () =>
    (await runCommand(['lessons', 'review', '--project', PROJECT], { app, store: async () => store, columns: 200 }))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  assert.match(await printed(), command)
  const { lessons } = await readyLessons(app, store, PROJECT)
  assert.equal(lessons.find(({ lesson }) => lesson.id === hurts.id)?.state, 'active')
  await decideLessons(app, store, { project: PROJECT, ids: [hurts.id], word: 'refused' })
  assert.deepEqual((await waiting(store, app)).hurtingLessons, [])
  assert.doesNotMatch(await printed(), /Lessons that hurt/)
})
