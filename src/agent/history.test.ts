import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LiveMessage } from '../schema/live-session.ts'
import { readHistory } from './history.ts'
import { faultsIn, inSendingOrder } from './transcript.ts'

const stored = (value: unknown): LiveMessage[] =>
  inSendingOrder(
    readHistory(value, { kind: 'history', now: 1 }).map(
      (message, position) => ({ ...message, position, isActive: true }) as LiveMessage,
    ),
  )

const called = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } })),
})

test('a conversation becomes marked messages whose calls are known by their ids', () => {
  const messages = stored({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'look' }] },
      called('call_1'),
      { role: 'tool', tool_call_id: 'call_1', content: 'a.txt' },
      { role: 'assistant', content: 'one file' },
    ],
  })
  assert.ok(messages.every(({ isSynthetic }) => isSynthetic))
  assert.deepEqual(
    messages.map(({ role, text }) => `${role}: ${text}`),
    ['user: Be brief.', 'user: look', 'assistant: ', 'tool: a.txt', 'assistant: one file'],
  )
  const [, , assistant, result] = messages
  assert.ok(assistant?.role === 'assistant' && result?.role === 'tool')
  assert.match(assistant.calls[0]?.id ?? '', /^wseed/)
  assert.equal(result.callId, assistant.calls[0]?.id)
  assert.deepEqual(assistant.calls[0]?.args, { path: '.' })
})

test('what is no conversation is refused in words', () => {
  for (const value of [undefined, null, 3, 'hi', {}, { messages: 'x' }, ['hi']])
    assert.throws(() => readHistory(value, { kind: 'history', now: 1 }), { code: 'invalid-conversation' })
})

test('whatever is cut off or repeated in it, what comes out is sound', () => {
  const id = fc.constantFrom('a', 'b', 'wseed1', '')
  const message = fc.oneof(
    fc.record({ role: fc.constantFrom('user', 'system', 'developer', 'assistant'), content: fc.string() }),
    fc.array(id, { maxLength: 3 }).map((ids) => called(...ids)),
    fc.record({ role: fc.constant('tool'), tool_call_id: id, content: fc.string() }),
  )
  fc.assert(
    fc.property(fc.array(message), (list) => {
      assert.deepEqual(faultsIn(stored(list)), [])
    }),
  )
})
