import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionKind } from './session-kind.ts'

test('a session is told by where it was held', () => {
  const rows: [platform: string | null, parent: string | null, kind: string | null][] = [
    ['cli', null, 'person'],
    ['vscode', 'branch', 'person'],
    ['telegram', null, 'person'],
    ['cron', null, 'job'],
    ['exec', null, 'job'],
    ['run', null, 'job'],
    ['sdk-ts', null, 'job'],
    ['subagent', null, 'subagent'],
    ['cli', 'subagent', 'subagent'],
    ['cron', 'subagent', 'subagent'],
    ['benchmark', null, 'experiment'],
    ['heartbeat', null, 'probe'],
    [null, null, null],
    [null, 'subagent', 'subagent'],
    ['runner', null, 'person'],
  ]
  for (const [platform, parent, kind] of rows)
    assert.equal(sessionKind(platform, parent), kind, `${platform} ${parent}`)
})
