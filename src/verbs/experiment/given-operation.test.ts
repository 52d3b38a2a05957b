import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readArms } from '../../experiment/arms.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { openStore } from '../../store/open.ts'
import { saveTemplate } from '../../template/run.ts'
import { FIRST_DAY, HOUR_MS, rootOf, writeProject } from '../../../tests/support/lesson-history.ts'
import { GO_PROJECT, PYTHON_PROJECT } from '../../../tests/support/lesson-projects.ts'
import { scratch, testApp } from '../../../tests/support/store.ts'
import { templateDraft } from '../../../tests/support/template-fixture.ts'
import { acceptProject } from '../lessons/consent-operation.ts'
import { sync } from '../sync/operation.ts'
import { givensOf } from './given-operation.ts'

const SESSIONS = 30

test('each arm gives what its name says, and nothing of the parts that it leaves out', async (t) => {
  const directory = scratch(t)
  const app = { ...testApp(directory), owner: 'sam', now: () => FIRST_DAY + SESSIONS * 12 * HOUR_MS }
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  for (const [index, project] of [GO_PROJECT, PYTHON_PROJECT].entries())
    writeProject(join(directory, 'sessions'), project, { sessions: SESSIONS, seed: index + 1 })
  await sync(app, store, { targets: [{ source: 'claude-code', path: join(directory, 'sessions') }], rebuild: false })
  for (const project of [GO_PROJECT, PYTHON_PROJECT]) await acceptProject(app, store, rootOf(project.name))
  const draft = templateDraft({ contextMarkers: [{ kind: 'path', value: 'src/marked.go', count: 4 }] })
  await saveTemplate(store, { owner: 'sam', name: 'shop', state: 'active', draft, now: app.now() })

  const sources = { app, store, project: rootOf(GO_PROJECT.name), template: 'shop', seed: 1 }
  const words = `cold,warm,only-lessons,only-patterns,only-recoveries,only-markers,without-lessons,without-patterns,without-recoveries,code-first,placebo,foreign=${rootOf(PYTHON_PROJECT.name)}`
  const givens = await givensOf(readArms(words, { template: 'shop' }), sources)
  const given = (arm: string): string => givens.get(arm)?.text ?? ''
  /** A mark of each part that no other part shows. */
  const marks = { lessons: 'noctx', patterns: 'Example 1', recoveries: 'Errors met before', markers: 'src/marked.go' }
  const shows = (arm: string): string =>
    Object.entries(marks)
      .flatMap(([part, mark]) => (given(arm).includes(mark) ? [part] : []))
      .join(' ')
  assert.equal(given('cold'), '')
  for (const part of Object.keys(marks)) assert.equal(shows(`only-${part}`), part)
  assert.equal(shows('warm'), 'lessons patterns recoveries')
  // Two arms that are compared to learn what one part does differ in that part alone.
  assert.equal(shows('without-lessons'), 'patterns recoveries')
  assert.equal(shows('without-patterns'), 'lessons recoveries')
  assert.equal(shows('without-recoveries'), 'lessons patterns')
  assert.match(given('code-first'), /a program can check/)
  assert.equal(estimateTokens(given('placebo')), estimateTokens(given('warm')))
  const foreign = [...givens.keys()].find((name) => name.startsWith('foreign'))
  assert.ok(foreign !== undefined && given(foreign) !== '' && given(foreign) !== given('only-lessons'))
  assert.ok(!given(foreign).includes('noctx'))
})
