import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionEvent } from '../schema/session-event.ts'
import { readPiCall, readPiText } from './pi-content.ts'
import type { PiDialect } from './pi-dialect.ts'
import { looksLikePiEntry, sessionOfPath } from './pi-names.ts'
import { createPiSessionReader } from './pi-session.ts'

const dialect: PiDialect = { session: 'by-name', outcomeOf: () => ({}) }

const read = (records: unknown[], options: Partial<PiDialect> = {}) => {
  const events: SessionEvent[] = []
  const issues: string[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { line: number; message: string }) => void issues.push(`${issue.line}: ${issue.message}`),
  }
  const reader = createPiSessionReader(emit, { ...dialect, ...options })
  for (const [index, record] of records.entries()) reader.read(record, index + 1)
  return { events, issues, saved: reader.save() }
}

const header = { type: 'session', id: 's1', timestamp: '2026-01-02T03:04:05.000Z', cwd: '/home/dev/app' }
const assistant = (content: unknown, more: object = {}) => ({
  type: 'message',
  timestamp: '2026-01-02T03:05:00.000Z',
  message: { role: 'assistant', content, stopReason: 'toolUse', ...more },
})

test('a header names session, time, directory and the session it was branched from', () => {
  const { events } = read([{ ...header, parentSession: '/x/2026-01-01T00-00-00-000Z_s0.jsonl' }])
  assert.deepEqual(events, [
    {
      type: 'session-start',
      session: 's1',
      line: 1,
      at: Date.UTC(2026, 0, 2, 3, 4, 5),
      cwd: '/home/dev/app',
      parent: { session: 's0', kind: 'branch' },
    },
  ])
})

test('a file without a header is named after its file', () => {
  const { events, issues } = read([{ type: 'message', message: { role: 'user', content: 'hello' } }])
  assert.deepEqual(
    events.map((event) => [event.type, event.session]),
    [
      ['session-start', 'by-name'],
      ['user-message', 'by-name'],
    ],
  )
  assert.deepEqual(issues, [])
})

test('usage comes before the calls of its message, and a call knows its block and time', () => {
  const content = [
    { type: 'text', text: 'Look.' },
    { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } },
  ]
  const { events } = read([
    header,
    assistant(content, { usage: { input: 1, output: 2, cacheRead: 30, cacheWrite: 400 } }),
  ])
  assert.deepEqual(
    events.map((event) => event.type),
    ['session-start', 'assistant-message', 'usage', 'tool-call'],
  )
  const [, , usage, call] = events
  assert.equal(usage?.type === 'usage' && usage.contextTokens, 431)
  assert.ok(call?.type === 'tool-call')
  assert.equal(call.block, 1)
  assert.equal(call.copyScope, '2026-01-02T03:05:00.000Z')
})

test('a turn in which the model failed before it spoke is no message', () => {
  for (const stopReason of ['error', 'aborted']) {
    const { events } = read([header, assistant([], { stopReason, usage: { input: 0, output: 0 } })])
    assert.equal(events.length, 1, stopReason)
  }
  assert.equal(read([header, assistant('half a', { stopReason: 'aborted' })]).events.length, 2)
  assert.equal(read([header, assistant([], { stopReason: 'stop' })]).events.length, 2)
})

test('a command the person ran, an injected message and a summary are synthetic, never calls', () => {
  const { events } = read([
    header,
    { type: 'message', message: { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 1, cancelled: false } },
    { type: 'custom_message', customType: 'note', content: [{ type: 'text', text: 'note' }] },
    { type: 'branch_summary', summary: 'left' },
    { type: 'compaction', summary: 'short', tokensBefore: 900 },
  ])
  assert.deepEqual(
    events.slice(1).map((event) => (event.type === 'user-message' ? [event.text, event.synthetic] : event.type)),
    [['! ls\na', true], ['note', true], ['left', true], 'compaction', ['short', true]],
  )
})

test('a result keeps its flag and its text, and one without a flag has none', () => {
  const result = (more: object) => ({
    type: 'message',
    message: { role: 'toolResult', toolCallId: 'c', content: 'x', ...more },
  })
  const flags = [{ isError: true }, { isError: false }, {}].map((more) => {
    const event = read([header, result(more)]).events[1]
    return event?.type === 'tool-result' ? event.flag : 'none'
  })
  assert.deepEqual(flags, ['error', 'ok', undefined])
})

test('a file that grew is read on with what was known', () => {
  const { saved } = read([header, assistant([], { model: 'big', stopReason: 'stop' })])
  const events: SessionEvent[] = []
  const emit = { event: (event: SessionEvent) => void events.push(event), issue: () => assert.fail() }
  const reader = createPiSessionReader(emit, dialect, JSON.parse(JSON.stringify(saved)))
  reader.read(assistant('more', { model: 'big' }), 3)
  assert.deepEqual(
    events.map((event) => [event.type, event.session, event.line]),
    [['assistant-message', 's1', 3]],
  )
})

test('a session is called after its file in every way files are named', () => {
  const names: [string, string][] = [
    ['/a/--b--/2026-01-02T03-04-05-006Z_abc.jsonl', 'abc'],
    ['abc.jsonl', 'abc'],
    ['C:\\x\\2026-01-02T03-04-05-006Z_a_b.jsonl', 'a_b'],
    ['/a/abc.jsonl.reset.2026-01-02T03-04-05.000Z', 'abc'],
    ['/a/abc.jsonl.bak-1', 'abc'],
    ['abc', 'abc'],
    ['.jsonl', '.jsonl'],
  ]
  for (const [path, session] of names) assert.equal(sessionOfPath(path), session)
})

test('only entries of this format look like it', () => {
  assert.ok(looksLikePiEntry(header))
  assert.ok(looksLikePiEntry({ type: 'message', message: { role: 'user' } }))
  for (const other of [
    { type: 'message', role: 'user' },
    { type: 'user', message: {} },
    { type: 'session' },
    null,
    'x',
    [],
  ]) {
    assert.ok(!looksLikePiEntry(other))
  }
})

test('content is read whether it is a string, blocks or nonsense', () => {
  assert.equal(readPiText('a'), 'a')
  assert.equal(readPiText([{ type: 'text', text: 'a' }, { type: 'thinking', thinking: 'b' }, 'c', 4, null]), 'a\nc')
  assert.equal(readPiText([{ type: 'image', data: '' }]), '[image]')
  assert.equal(readPiText({}), '')
  assert.deepEqual(readPiCall({ type: 'toolUse', id: 'x', name: 'n', input: '{"a":1}' }), {
    callId: 'x',
    tool: 'n',
    args: { a: 1 },
  })
  assert.deepEqual(readPiCall({ type: 'toolCall', name: 'n', arguments: '{' }), { tool: 'n', args: '{' })
})

test('no record whatsoever makes the reader throw', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (records) => {
      for (const event of read(records).events) assert.ok(event.session !== '' && event.line > 0)
    }),
  )
})

test('a script that fails by itself is a call beside its calls, also when it had caught the failure of one of them', () => {
  const script = assistant([{ type: 'toolCall', id: 'c1', name: 'codemode', arguments: { code: 'go()' } }])
  const end = (text: string) => ({
    type: 'message',
    message: {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'codemode',
      content: text,
      isError: true,
      nestedCalls: { calls: [{ id: 'n1', name: 'bash', arguments: {}, status: 'error', error: 'exit 1\nmore' }] },
    },
  })
  const failed = (text: string) =>
    read([header, script, end(text)]).events.flatMap((event) =>
      event.type === 'tool-result' && event.flag === 'error' ? [event.callId] : [],
    )
  assert.deepEqual(failed('Error: exit 1'), ['n1'])
  assert.deepEqual(failed('ReferenceError: y is not defined'), ['n1', 'c1'])
  assert.deepEqual(failed(''), ['n1'])
})
