import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lessonOn, SHOP } from '../../../tests/support/lesson-fixture.ts'
import { scratch } from '../../../tests/support/store.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { StandingLesson } from '../../operations/lessons-ready.ts'
import { planUndo, planWrite } from './write-file.ts'

const standing = (lesson: Lesson, state: Lesson['state'] = 'active'): StandingLesson => ({
  lesson,
  state,
  repository: SHOP,
  foundAt: 0,
  expiresAt: null,
  word: null,
  file: '',
  isProjectAccepted: true,
})

const LESSONS = [standing(lessonOn('src/cart.ts')), standing(lessonOn('src/pay.ts'), 'candidate')]
const PLAIN = { isForced: false }

test('a file gets a block after a look at the difference, and is as before after undo', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  writeFileSync(path, '# Shop', { mode: 0o640 })
  const { diff, ids, write } = planWrite(path, LESSONS, PLAIN)
  assert.match(diff, /^\+- `src\/cart\.ts` does not exist\.$/m)
  assert.equal(readFileSync(path, 'utf8'), '# Shop', 'nothing is written before a yes')
  write()
  assert.equal(ids.length, 2)
  assert.equal(
    planWrite(
      path,
      LESSONS.map((each) => ({ ...each, state: 'written' as const })),
      PLAIN,
    ).diff,
    '',
  )
  planUndo(path, PLAIN).write()
  assert.equal(readFileSync(path, 'utf8'), '# Shop')
  assert.throws(() => planUndo(path, PLAIN), { code: 'nothing-to-undo' })
})

test('a file that was made for the block goes with it', (t) => {
  const path = join(scratch(t), 'AGENTS.md')
  planWrite(path, LESSONS, PLAIN).write()
  assert.match(readFileSync(path, 'utf8'), /src\/pay\.ts/)
  planUndo(path, PLAIN).write()
  assert.ok(!existsSync(path))
})

test('a block that a person edited is kept and told; a read-only file and a file that changed meanwhile are refused', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  planWrite(path, LESSONS, PLAIN).write()
  const edited = readFileSync(path, 'utf8').replace('src/cart.ts', 'src/basket.ts')
  writeFileSync(path, edited)
  assert.throws(() => planWrite(path, LESSONS, PLAIN), { code: 'block-edited' })
  assert.throws(() => planUndo(path, PLAIN), { code: 'block-edited' })
  assert.equal(readFileSync(path, 'utf8'), edited)
  const forced = planWrite(path, LESSONS, { isForced: true })
  writeFileSync(path, `${edited}more\n`)
  assert.throws(() => forced.write(), { code: 'settings-changed' })
  chmodSync(path, 0o444)
  assert.throws(() => planWrite(path, LESSONS, { isForced: true }).write(), { code: 'settings-permission' })
})

test('neither rules without a yes, nor what is told, refused or stale, nor lessons of the machine are written', (t) => {
  const path = join(scratch(t), 'CLAUDE.md')
  const machine = { repository: null, owner: null, agent: null, machine: 'desk' }
  const left = [
    standing(lessonOn('a', { kind: 'rule' }), 'candidate'),
    standing(lessonOn('b', { told: { file: 'CLAUDE.md', line: 1, since: 0 } })),
    standing(lessonOn('c'), 'refused'),
    standing(lessonOn('d'), 'stale'),
    standing(lessonOn('e', { kind: 'environment', scope: machine })),
  ]
  assert.throws(() => planWrite(path, left, PLAIN), { code: 'nothing-to-write' })
  assert.throws(() => planWrite(join(scratch(t), 'notes.txt'), LESSONS, PLAIN), { code: 'usage' })
})
