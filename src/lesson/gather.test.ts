import assert from 'node:assert/strict'
import { test } from 'node:test'
import { absent, broke, factsOf, ran } from '../../tests/support/lesson-facts.ts'
import { findMistakes } from './gather.ts'

const triggersOf = (call: ReturnType<typeof ran>): string[] =>
  factsOf([{ id: 's', calls: [call] }]).conversations.flatMap(({ session, calls }) =>
    calls.flatMap((one) =>
      findMistakes(one, session).map(({ kind, trigger }) =>
        [kind, trigger.code, trigger.program, trigger.subject].join(' '),
      ),
    ),
  )

test('a failed call says the triggers that a hint and proof look for', () => {
  assert.deepEqual(triggersOf(broke('cat docs/api/a.md', absent('cat', 'docs/api/a.md'))), [
    'missing missing-path  docs/api/a.md',
    'missing missing-path  docs',
    'missing missing-path  docs/api',
  ])
  assert.deepEqual(triggersOf(ran('go test ./... | tail', { masked: true })), ['masked masked | tail'])
})

test('a call that worked makes no mistake', () => {
  assert.deepEqual(triggersOf({ ...broke('cat a', absent('cat', 'a')), outcome: 'ok' }), [])
})
