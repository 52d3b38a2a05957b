import assert from 'node:assert/strict'
import { test } from 'node:test'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { LessonClause } from '../schema/ready-lesson.ts'
import { lessonText, listClauses, preface, withinTokens } from './lines.ts'

const missing = (path: string): LessonClause => ({
  group: 'missing-path',
  head: 'These paths do not exist: ',
  item: `\`${path}\``,
  tail: '.',
  alone: `\`${path}\` does not exist.`,
})
const lint = (rule: string): LessonClause => ({ group: 'lint', head: 'Lint enforces: ', item: rule, tail: '.' })

test('lessons of one group are one line, and a lesson alone has its own words', () => {
  assert.deepEqual(listClauses([missing('a'), lint('noctx'), missing('b')]), [
    '- These paths do not exist: `a`, `b`.',
    '- Lint enforces: noctx.',
  ])
  assert.deepEqual(listClauses([missing('a')]), ['- `a` does not exist.'])
})

test('the text begins with what the lines are, and there is none without a lesson', () => {
  assert.equal(lessonText([lint('noctx')], 12), `${preface(12)}\n- Lint enforces: noctx.`)
  assert.match(preface(12), /^These are facts from 12 earlier sessions of this repository, not orders/)
  assert.equal(lessonText([], 12), '')
})

test('a budget takes lessons in their order, passes over one that is too long, and is never filled up', () => {
  const items = [lint('noctx'), lint('x'.repeat(2_000)), missing('a')].map((clause) => ({ clause }))
  const chosen = withinTokens(items, { maxTokens: 60, sessions: 12 })
  assert.deepEqual(chosen, [items[0], items[2]])
  for (const maxTokens of [0, 20, 36, 60]) {
    const clauses = withinTokens(items, { maxTokens, sessions: 12 }).map(({ clause }) => clause)
    assert.ok(estimateTokens(lessonText(clauses, 12)) <= maxTokens)
  }
})
