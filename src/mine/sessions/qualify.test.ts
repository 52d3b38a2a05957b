import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disqualification } from './qualify.ts'

const session = { messages: 40, ok: 9, failed: 1, missed: 1, endReason: undefined }

const CASES: [name: string, given: Partial<typeof session> & { endReason?: string }, reason: string | undefined][] = [
  ['a session that goes on', {}, undefined],
  ['exactly enough messages', { messages: 30 }, undefined],
  ['one message too few', { messages: 29 }, 'session too short'],
  ['half of the calls failed, none by its own fault', { ok: 5, failed: 5, missed: 0 }, undefined],
  ['more than half failed', { ok: 4, failed: 5, missed: 0 }, 'session with too many errors'],
  ['exactly 0.7 worked', { ok: 7, failed: 3, missed: 3 }, undefined],
  ['less than 0.7 worked', { ok: 69, failed: 31, missed: 31 }, 'session with too many errors'],
  ['no call of known outcome', { ok: 0, failed: 0, missed: 0 }, 'session without calls of known outcome'],
]

test('a session qualifies by its length and its errors', () => {
  for (const [name, given, reason] of CASES) assert.equal(disqualification({ ...session, ...given }, 30), reason, name)
})

test('only an error, a crash or an abort is a bad end', () => {
  for (const reason of ['error', 'agent_error', 'crash', 'user-abort', 'aborted', 'OOM', 'killed'])
    assert.equal(disqualification({ ...session, endReason: reason }, 30), 'session ended by an error', reason)
  const ordinary =
    'compression session_reset idle daily suspended branched cli_close agent_close user_exit cron_complete ws_orphan_reap completed'
  for (const reason of ordinary.split(' '))
    assert.equal(disqualification({ ...session, endReason: reason }, 30), undefined, reason)
})
