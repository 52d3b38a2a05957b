import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionEvent } from '../schema/session-event.ts'
import { createSessionTeller } from './session-teller.ts'

const listen = (saved?: unknown) => {
  const events: SessionEvent[] = []
  const issues: string[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: ({ code }: { code: string }) => void issues.push(code),
  }
  return { events, issues, teller: createSessionTeller(emit, 'file', saved) }
}

test('a session is announced before its first event, with all that is known by then', () => {
  const { events, teller } = listen()
  teller.describe({ line: 1 }, { cwd: '/w', platform: 'cli' })
  teller.name('s1')
  assert.equal(events.length, 0)
  teller.event({ line: 3, at: 1_790_000_000_000 }, { type: 'user-message', text: 'hello' })
  assert.deepEqual(
    events.map(({ type, session, line }) => [type, session, line]),
    [
      ['session-start', 's1', 3],
      ['user-message', 's1', 3],
    ],
  )
  const [first] = events
  assert.equal(first?.type === 'session-start' ? first.cwd : undefined, '/w')
})

test('later on only news are told, and a file stays one session', () => {
  const { events, teller } = listen()
  teller.event({ line: 1 }, { type: 'user-message', text: 'hello' })
  teller.name('another')
  teller.describe({ line: 2 }, { model: 'm' })
  teller.describe({ line: 3 }, { model: 'm', title: '' })
  assert.deepEqual(
    events.map(({ type, session, line }) => [type, session, line]),
    [
      ['session-start', 'file', 1],
      ['user-message', 'file', 1],
      ['session-start', 'file', 2],
    ],
  )
})

test('what is saved goes on where it stopped', () => {
  const before = listen()
  before.teller.name('s1')
  before.teller.describe({ line: 1 }, { cwd: '/w' })
  before.teller.event({ line: 1 }, { type: 'user-message', text: 'hello' })
  const after = listen(JSON.parse(JSON.stringify(before.teller.save())) as unknown)
  after.teller.describe({ line: 2 }, { cwd: '/w' })
  after.teller.event({ line: 2 }, { type: 'user-message', text: 'again' })
  assert.deepEqual(
    after.events.map(({ type, session }) => [type, session]),
    [['user-message', 's1']],
  )
})

test('a call without an id can only be a copy within its session', () => {
  const { events, teller } = listen()
  teller.event({ line: 1 }, { type: 'tool-call', tool: 'Shell', args: {} })
  teller.event({ line: 2 }, { type: 'tool-call', tool: 'Shell', args: {}, callId: 'toolu_1' })
  assert.deepEqual(
    events.flatMap((event) => (event.type === 'tool-call' ? [event.copyScope] : [])),
    ['file', undefined],
  )
})

test('a time that is none is an issue, and no time', () => {
  const { issues, teller } = listen()
  assert.equal(teller.timeOf('soon', 1), undefined)
  assert.equal(teller.timeOf(undefined, 1), undefined)
  assert.deepEqual(issues, ['bad-time'])
})
