import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullHistory, scantHistory } from '../../../tests/support/profile-fixture.ts'
import { HOSTILE } from '../../../tests/support/session-fixture.ts'
import { headline } from './headline.ts'
import { foreign } from './markup.ts'

test('the headline says size, reliability, what looked fine, the most expensive error and the change inside sessions', () => {
  assert.deepEqual(headline(fullHistory()), [
    '1,840 sessions, 48,210 calls (328 sessions made none, 2,792 of trivial tools left out).',
    "Error rate 6.2 % (5.8–6.6 %); 3.5 % the agent's own mistakes.",
    `380 calls looked fine and had failed: | tail (300), ${foreign(HOSTILE, 16)} (80).`,
    'Most expensive error: Edit, "The text to replace was not found in <path>": 640 calls spent.',
    'Errors get fewer inside a session: −1.3 points (−2.0 to −0.6).',
  ])
})

test('where there is too little data the headline says why', () => {
  assert.deepEqual(headline(scantHistory()), [
    '2 sessions, 3 calls.',
    'Error rate: cannot be given (only 3 calls, all with an unknown outcome).',
    'Not enough data to tell early from late: no session has ten calls with a known outcome.',
  ])
})

test('foreign text stays on its line and sends nothing to the terminal', () => {
  const history = fullHistory()
  const [first] = history.signatures
  assert.ok(first)
  history.signatures = [{ ...first, tool: `\u001b[31m${HOSTILE}`, message: `a\nb\u001b]0;title\u0007${HOSTILE}` }]
  for (const line of headline(history)) {
    assert.doesNotMatch(line, /[\p{Cc}\u202a-\u202e\u00a0]/u)
    assert.ok(line.length <= 140, line)
  }
})
