import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skips } from './skips.ts'

test('only lists of backups are skipped', () => {
  const cases: [string, boolean][] = [
    [JSON.stringify({ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }), true],
    [JSON.stringify({ type: 'file-history', snapshot: {} }), false],
    [JSON.stringify({ type: 'user', message: { content: '{"type":"file-history-snapshot"' } }), false],
    ['{"type":"file-hist', false],
    ['', false],
  ]
  for (const [text, expected] of cases) {
    const bytes = Buffer.from(`y\n${text}\n`)
    assert.equal(skips(bytes, 2, 2 + text.length), expected, text)
  }
})
