import assert from 'node:assert/strict'
import { test } from 'node:test'
import { broke, inSessions, lessonsOf, noFile, ran, ROOT } from '../../tests/support/lesson-facts.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import { textWithin } from './budget.ts'
import { lastingLines, listClauses } from './lines.ts'
import { selectForStart } from './select.ts'
import { writeClause } from './text.ts'

const rule = (code: string) => ({ program: 'golangci-lint', code, line: `a.go:1:1: x (${code})` })

const HISTORY = lessonsOf([
  ...inSessions(4, [noFile(`${ROOT}/src/a.ts`), noFile(`${ROOT}/src/b.ts`)]),
  ...inSessions(2, [
    broke('golangci-lint run', rule('errcheck'), rule('noctx')),
    ran('go test ./... | tail', { masked: true }),
    ran('go vet ./... | head', { masked: true }),
    broke('go test ./...; true'),
  ]).map((session) => ({ ...session, id: `more${session.id}`, family: `more${session.id}` })),
])

test('lessons of one kind and tool are one line', () => {
  assert.deepEqual(listClauses(HISTORY.map(writeClause)).toSorted(), [
    '- Do not pipe tests or checks into `head`, `tail`: 4 of 4 such runs had failed and looked fine.',
    '- These do not exist: `src/a.ts`, `src/b.ts`.',
    '- golangci-lint enforces: noctx (pass a context), errcheck (check every returned error).',
  ])
})

test('lines that last have no counts and do not depend on what is most valuable', () => {
  const lines = lastingLines(HISTORY.map(writeClause))
  assert.ok(lines.includes('- Do not pipe tests or checks into `head`, `tail`: it hides that they failed.'))
  assert.deepEqual(lastingLines(HISTORY.toReversed().map(writeClause)), lines)
})

test('the most valuable lessons are told first, and never more than the budget allows', () => {
  for (const maxTokens of [10, 40, 60, 80, 300]) {
    const text = textWithin(HISTORY, maxTokens, 6)
    assert.ok(estimateTokens(text) <= maxTokens, text)
    if (text !== '') assert.ok(text.includes(HISTORY[0]?.trigger.subject ?? '?'))
  }
  assert.equal(textWithin(HISTORY, 10, 6), '')
  for (const { trigger } of HISTORY) assert.ok(textWithin(HISTORY, 300, 6).includes(trigger.subject))
  assert.equal(textWithin([], 300, 6), '')
})

test('a session start leaves out what is stale, refused, written or told, rules, places and rare errors of compilers', () => {
  const [first] = HISTORY
  assert.ok(first !== undefined)
  for (const state of ['stale', 'refused', 'written'] as const)
    assert.deepEqual(selectForStart([{ ...first, state }]), [])
  assert.deepEqual(selectForStart([{ ...first, told: { file: 'CLAUDE.md', line: 3, since: 0, of: 0 } }]), [])
  for (const kind of ['rule', 'place'] as const) assert.deepEqual(selectForStart([{ ...first, kind }]), [])
  const trigger = { code: 'E0308', program: 'rustc', subject: '' }
  const rare = { ...first, kind: 'check' as const, trigger, support: { ...first.support, sessions: 2, of: 60 } }
  assert.deepEqual(selectForStart([rare]), [])
  assert.deepEqual(selectForStart([{ ...rare, support: { ...rare.support, of: 4 } }]), [])
  assert.equal(selectForStart([{ ...rare, support: { ...rare.support, sessions: 3 } }]).length, 1)
  const wide = { ...first, kind: 'environment' as const, scope: { ...first.scope, repository: null } }
  assert.equal(selectForStart([wide, wide, wide]).length, 2)
})
