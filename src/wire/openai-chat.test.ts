import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRecord, type JsonRecord } from '../lib/json.ts'
import type { SessionEvent } from '../schema/session-event.ts'
import { readChatCalls } from './openai-chat-calls.ts'
import { createChatReader } from './openai-chat.ts'
import { readChatText } from './openai-chat-text.ts'

const readAll = (messages: readonly JsonRecord[]) => {
  const events: SessionEvent[] = []
  const codes: string[] = []
  const reader = createChatReader({
    session: 's',
    event: (event) => void events.push(event),
    issue: ({ code }) => void codes.push(code),
  })
  for (const [index, message] of messages.entries()) reader.read(message, { line: index + 1 })
  return { events, codes }
}

const call = (id: string | undefined, name: string, args: unknown = '{}', more: JsonRecord = {}): JsonRecord => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: args },
  ...more,
})
const assistant = (...tool_calls: JsonRecord[]): JsonRecord => ({ role: 'assistant', content: null, tool_calls })
const answers = (events: SessionEvent[]) => events.flatMap((each) => (each.type === 'tool-result' ? [each.callId] : []))

const contents: [name: string, content: unknown, text: string][] = [
  ['a string', 'hello', 'hello'],
  ['nothing', null, ''],
  ['text parts', [{ type: 'text', text: 'a' }, { type: 'output_text', text: 'b' }, 'c'], 'a\nb\nc'],
  ['an image', [{ type: 'image_url', image_url: { url: 'x' } }], '[image]'],
  ['a refusal', [{ type: 'refusal', refusal: 'no' }], 'no'],
  ['an object', { ok: true }, '{"ok":true}'],
  ['a number', 7, '7'],
]

for (const [name, content, text] of contents) {
  void test(`${name} is read as its words`, () => assert.equal(readChatText(content), text))
}

const argumentCases: [name: string, written: unknown, read: unknown][] = [
  ['JSON text is parsed', '{"a":1}', { a: 1 }],
  ['text encoded twice is parsed twice', '"{\\"a\\":1}"', { a: 1 }],
  ['an object is taken as it is', { a: 1 }, { a: 1 }],
  ['what is not JSON stays text', 'a=1', 'a=1'],
  ['a bare value stays text', '5', '5'],
  ['no arguments are an empty object', '', {}],
]

for (const [name, written, read] of argumentCases) {
  void test(`arguments: ${name}`, () => {
    const [only] = readChatCalls(assistant(call('c', 't', written)), () => assert.fail('no complaint expected'))
    assert.deepEqual(only?.args, read)
  })
}

void test('parallel calls are told apart by id, in whatever order they are answered', () => {
  const { events } = readAll([
    assistant(call('a', 'x'), call('b', 'x')),
    { role: 'tool', tool_call_id: 'b', content: '2' },
    { role: 'tool', tool_call_id: 'a', content: '1' },
  ])
  assert.deepEqual(answers(events), ['b', 'a'])
})

void test('a result without an id goes to the oldest waiting call of its tool', () => {
  const { events } = readAll([
    assistant(call('a', 'x'), call('b', 'y'), call('c', 'x')),
    { role: 'tool', name: 'y', content: '' },
    { role: 'tool', name: 'x', content: '' },
    { role: 'tool', content: '' },
    { role: 'tool', content: 'nobody waits' },
  ])
  assert.deepEqual(answers(events), ['b', 'a', 'c', undefined])
})

void test('the old function calls are numbered and answered', () => {
  const { events } = readAll([
    { role: 'assistant', content: null, function_call: { name: 'x', arguments: '{}' } },
    { role: 'function', name: 'x', content: '1' },
    { role: 'assistant', content: null, function_call: { name: 'x', arguments: '{}' } },
    { role: 'function', name: 'x', content: '2' },
  ])
  assert.deepEqual(answers(events), ['call-1', 'call-2'])
})

void test('a call with two names is found by either', () => {
  const { events } = readAll([
    assistant(call('fc_1', 'x', '{}', { call_id: 'call_1' })),
    assistant(call('fc_2', 'x', '{}', { call_id: 'call_2' })),
    { role: 'tool', tool_call_id: 'call_1', content: '' },
    { role: 'tool', tool_call_id: 'fc_2', content: '' },
  ])
  assert.deepEqual(answers(events), ['fc_1', 'fc_2'])
})

void test('calls that cannot be read are complained of, the others kept', () => {
  const { events, codes } = readAll([
    { role: 'assistant', content: 'x', tool_calls: [null, { function: {} }, call('a', 'x')] },
    { role: 'assistant', content: 'y', tool_calls: 'not json' },
  ])
  assert.deepEqual(codes, ['bad-tool-call', 'bad-tool-call', 'bad-tool-calls'])
  assert.equal(events.filter((event) => event.type === 'tool-call').length, 1)
})

void test('instructions are system messages, and an empty one is nothing', () => {
  const messages = [{ role: 'system', content: 'x' }, { role: 'developer', content: 'y' }, { role: 7 }]
  assert.deepEqual(
    readAll([...messages, { role: 'system', content: '' }]).events.map((event) => [event.type, event.line]),
    [
      ['system-message', 1],
      ['system-message', 2],
    ],
  )
})

void test('no message of any shape makes it throw', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('user', 'assistant', 'tool', 'function'))
  const key = fc.constantFrom('role', 'content', 'tool_calls', 'function_call', 'tool_call_id', 'name', 'refusal')
  const message = fc.dictionary(key, fc.oneof(value, fc.array(fc.dictionary(fc.constantFrom('id', 'function'), value))))
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      for (const event of readAll(messages.filter(isRecord)).events) {
        if (event.type === 'tool-call') assert.ok(event.tool !== '' && event.callId !== '')
      }
    }),
  )
})
