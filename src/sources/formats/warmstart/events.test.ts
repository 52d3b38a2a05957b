import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { emitSession } from './events.ts'

const eventsOf = (messages: readonly Record<string, unknown>[]): SessionEvent[] => {
  const events: SessionEvent[] = []
  emitSession({ event: (event) => void events.push(event), issue: () => undefined }, { id: 's' }, messages)
  return events
}

test('whatever a row holds, a session begins, ends and never throws', () => {
  const field = fc.constantFrom('role', 'text', 'calls', 'usage', 'at', 'position', 'compaction', 'kind', 'isSynthetic')
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('user', 'assistant', 'tool', 'seed', true))
  fc.assert(
    fc.property(fc.array(fc.dictionary(field, value)), (messages) => {
      const events = eventsOf(messages)
      assert.equal(events[0]?.type, 'session-start')
      assert.equal(events.at(-1)?.type, 'session-end')
      assert.ok(events.every(({ line }) => Number.isFinite(line)))
    }),
  )
})

test('what nobody of the session said or did is not among its events', () => {
  const call = { id: 'wseed1', tool: 'terminal', args: {} }
  const events = eventsOf([
    { role: 'user', position: 0, text: 'example', isSynthetic: true, kind: 'seed' },
    { role: 'assistant', position: 1, text: '', calls: [call], isSynthetic: true, kind: 'seed' },
    { role: 'tool', position: 2, text: 'ok', callId: 'wseed1', tool: 'terminal', isError: false, isSynthetic: true },
  ])
  assert.deepEqual(
    events.map(({ type }) => type),
    ['session-start', 'user-message', 'session-end'],
  )
})
