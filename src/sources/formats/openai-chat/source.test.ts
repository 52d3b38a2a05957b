import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Sample } from '../../source.ts'
import { readRecords } from './fixtures/replay.ts'
import { nameSession } from '../../../wire/file-stem.ts'
import { openaiChat } from './source.ts'

const message = { role: 'user', content: 'hello' }
const sample = (more: Partial<Sample>): Sample => ({
  path: '/x/f.json',
  shape: 'document',
  records: [],
  tables: [],
  ...more,
})

const samples: [name: string, sample: Sample, isOurs: boolean][] = [
  ['a list of messages', sample({ records: [[message]] }), true],
  ['a conversation', sample({ records: [{ id: 'a', messages: [message] }] }), true],
  ['a list of conversations', sample({ records: [[{ messages: [message] }, { messages: [message] }]] }), true],
  ['tau-bench', sample({ records: [[{ task_id: 0, trial: 0, reward: 1, info: {}, traj: [message] }]] }), true],
  ['messages a line', sample({ shape: 'lines', records: [message, { role: 'assistant', content: null }] }), true],
  ['conversations a line', sample({ shape: 'lines', records: [{ messages: [message] }] }), true],
  ["an agent's snapshot", sample({ records: [{ session_id: 'a', session_start: 'x', messages: [message] }] }), false],
  ["an agent's export", sample({ records: [{ id: 'a', started_at: 1, messages: [message] }] }), false],
  [
    "an agent's transcript",
    sample({ path: '/x/20260301_091500_0d0e0f12.jsonl', shape: 'lines', records: [message] }),
    false,
  ],
  [
    'lines with a type and a session',
    sample({ shape: 'lines', records: [{ type: 'user', sessionId: 'a', message }] }),
    false,
  ],
  ['messages with other roles', sample({ records: [{ messages: [{ role: 'gemini', content: 'x' }] }] }), false],
  ['messages without roles', sample({ records: [{ info: {}, messages: [{ info: {}, parts: [] }] }] }), false],
  [
    'calls as parts',
    sample({ records: [[{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] }]] }),
    false,
  ],
  ['anything', sample({ records: [{ name: 'package', version: '1.0.0' }] }), false],
  ['nothing', sample({}), false],
  ['a database', sample({ shape: 'database', tables: ['messages'] }), false],
]

for (const [name, each, isOurs] of samples) {
  void test(`${name} is ${isOurs ? '' : 'not '}recognised`, () => assert.equal(openaiChat.recognises(each), isOurs))
}

void test('there is no place to look for such files', () => {
  assert.deepEqual(openaiChat.locations({ home: '/h', env: {}, platform: 'linux' }), [])
  assert.equal(openaiChat.accepts('a/b.json'), 'document')
  assert.equal(openaiChat.accepts('a/b.JSONL'), 'lines')
  assert.equal(openaiChat.accepts('a/b.txt'), undefined)
})

void test('a name that says nothing takes its folder along', () => {
  assert.equal(nameSession('/data/run-3/messages.json'), 'run-3/messages')
  assert.equal(nameSession('/data/run-3/airline.json'), 'airline')
  assert.equal(nameSession('C:\\data\\run-3\\chat.jsonl'), 'run-3/chat')
})

const json = fc.jsonValue({ maxDepth: 4 })
const KEYS = [
  'role',
  'content',
  'tool_calls',
  'function_call',
  'messages',
  'traj',
  'task_id',
  'trial',
  'id',
  'timestamp',
]
const value = fc.oneof(json, fc.constantFrom('user', 'assistant', 'tool', 'function'))
const record = fc.oneof(
  json,
  fc.dictionary(fc.constantFrom(...KEYS), value),
  fc.array(fc.dictionary(fc.constantFrom(...KEYS), value)),
  fc.record({ messages: fc.array(fc.dictionary(fc.constantFrom(...KEYS), value)) }),
)

void test('any record gives well-formed events or an issue, never an error', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 4 }), fc.constantFrom('a.json', 'a.jsonl'), (records, path) => {
      const lines = records.map((each, index) => ({ record: each, line: index + 1 }))
      for (const event of readRecords(path, lines).events) {
        assert.ok(event.session !== '' && Number.isInteger(event.line))
        if (event.type === 'tool-call') assert.ok(event.tool !== '' && event.copyScope !== undefined)
      }
      for (const shape of ['lines', 'document'] as const) openaiChat.recognises({ path, shape, records, tables: [] })
    }),
  )
})

void test('where a growing file is cut makes no difference', () => {
  const line = fc.record({
    role: fc.constantFrom('user', 'assistant', 'tool', 'function'),
    content: fc.constantFrom('hello', null),
    tool_calls: fc.constantFrom(undefined, [{ function: { name: 'run', arguments: '{}' } }]),
    tool_call_id: fc.constantFrom(undefined, 'call-1'),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.nat(8), (records, cutAt) => {
      const lines = records.map((each, index) => ({ record: each, line: index + 1 }))
      assert.deepEqual(readRecords('a.jsonl', lines, cutAt), readRecords('a.jsonl', lines))
    }),
  )
})
