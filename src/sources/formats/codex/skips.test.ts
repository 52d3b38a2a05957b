import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skips } from './skips.ts'

const line = (payload: object, type = 'response_item'): string =>
  JSON.stringify({ timestamp: '2026-02-03T04:05:06.789Z', type, payload })

test('only sealed thoughts are skipped, wherever in the buffer they stand', () => {
  const cases: [string, boolean][] = [
    [line({ type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }), true],
    [line({ type: 'reason', text: 'x' }), false],
    [line({ type: 'message', role: 'user', content: '"payload":{"type":"reasoning"' }), false],
    [line({ type: 'reasoning' }, 'event_msg'), false],
    [line({ type: 'reasoning' }).slice(0, 60), false],
    ['', false],
  ]
  for (const [text, expected] of cases) {
    for (const before of ['', 'x\n']) {
      const bytes = Buffer.from(`${before}${text}\n${line({ type: 'reasoning' })}`)
      assert.equal(skips(bytes, before.length, before.length + text.length), expected, text)
    }
  }
})
