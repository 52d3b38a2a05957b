import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { said } from '../../../tests/support/live-message.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import { estimateStepTokens, contextWindowOf } from './context.ts'
import { parseArguments, toPrompt } from './prompt.ts'
import { writeProviderParts } from './provider-parts.ts'

const READER = { provider: 'anthropic', model: 'm', thoughts: 'all' } as const

test('a conversation goes out in order, calls with their results', () => {
  const messages = said(
    { role: 'user', text: 'typed', sentText: 'typed\n\n[note]' },
    { role: 'assistant', text: 'Looking.', calls: [{ id: 'call_a', tool: 'terminal', args: { command: 'ls' } }] },
    { role: 'tool', callId: 'call_a', text: 'x.ts', isError: true },
    { role: 'assistant', text: 'Done.' },
  )
  assert.deepEqual(toPrompt({ system: 'be brief', messages }, READER), [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: [{ type: 'text', text: 'typed\n\n[note]' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool-call', toolCallId: 'call_a', toolName: 'terminal', input: { command: 'ls' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call_a',
          toolName: 'terminal',
          output: { type: 'error-text', value: 'x.ts' },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  ])
})

test('thoughts and signatures come back where they were, to the model that had them and to no other', () => {
  const extras = { anthropic: { signature: 's' } }
  const providerParts = writeProviderParts({
    provider: 'anthropic',
    model: 'm',
    parts: [
      { type: 'reasoning', text: 'first', extras },
      { type: 'text', chars: 3 },
      { type: 'call', id: 'call_a' },
      { type: 'reasoning', text: 'second', extras },
      { type: 'text', chars: 4 },
    ],
  })
  const assistant = {
    role: 'assistant' as const,
    text: 'onetwo.',
    calls: [{ id: 'call_a', tool: 't', args: {} }],
    providerParts,
  }
  const partsOf = (text: string, reader: Parameters<typeof toPrompt>[1]) => {
    const prompt = toPrompt({ messages: said({ role: 'user', text: 'q' }, { ...assistant, text }) }, reader)
    const message = prompt[1]
    assert.ok(message?.role === 'assistant')
    return message.content.map((part) => ('text' in part ? `${part.type} ${part.text}` : part.type))
  }
  const whole = ['reasoning first', 'text one', 'tool-call', 'reasoning second', 'text two.']
  assert.deepEqual(partsOf('onetwo.', READER), whole)
  const plain = ['text onetwo.', 'tool-call']
  assert.deepEqual(partsOf('onetwo.', { ...READER, model: 'other' }), plain)
  assert.deepEqual(partsOf('changed', READER), [
    'reasoning first',
    'text cha',
    'tool-call',
    'reasoning second',
    'text nged',
  ])
  assert.deepEqual(partsOf('longer than it was', READER), ['text longer than it was', 'tool-call'])
  assert.equal(writeProviderParts({ provider: 'p', model: 'm', parts: [{ type: 'text', chars: 1 }] }), undefined)
})

test('thoughts of earlier turns stay behind where a provider wants only those of the turn', () => {
  const providerParts = {
    provider: 'anthropic',
    model: 'm',
    parts: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', chars: 1 },
    ],
  }
  const messages = said(
    { role: 'user', text: 'q' },
    { role: 'assistant', text: 'a', providerParts },
    { role: 'user', text: 'r' },
    { role: 'assistant', text: 'b', providerParts },
  )
  const thoughts = JSON.stringify(toPrompt({ messages }, { ...READER, thoughts: 'turn' })).match(/"reasoning"/g)
  assert.equal(thoughts?.length, 1)
})

test('what was cut off or left out is mended on the way out', () => {
  const messages = said(
    { role: 'tool', callId: 'gone', text: 'orphan' },
    { role: 'assistant', text: '', calls: [{ id: 'call 1/ü', tool: 'odd name', args: '{"x":' }] },
    { role: 'user', text: ' ' },
    { role: 'assistant', text: '' },
    { role: 'assistant', text: 'old', isActive: false },
  )
  const prompt = toPrompt({ messages }, READER)
  assert.deepEqual(
    prompt.map(({ role }) => role),
    ['user', 'assistant', 'tool', 'user'],
  )
  const text = JSON.stringify(prompt)
  assert.ok(!text.includes('orphan') && !text.includes('old') && text.includes('interrupted'))
  assert.ok(text.includes('malformed_arguments') && text.includes('"odd_name"'))
})

const ID = fc.constantFrom('a', 'b', 'c', 'ü!')
const MESSAGE = fc.oneof(
  fc.record({ role: fc.constant('user' as const), text: fc.string({ unit: 'binary', maxLength: 5 }) }),
  fc.record({
    role: fc.constant('assistant' as const),
    text: fc.string({ unit: 'binary', maxLength: 5 }),
    calls: fc.array(fc.record({ id: ID, tool: fc.string({ maxLength: 5 }), args: fc.jsonValue() }), { maxLength: 3 }),
    providerParts: fc.option(fc.anything(), { nil: undefined }),
    isActive: fc.boolean(),
  }),
  fc.record({ role: fc.constant('tool' as const), callId: ID, text: fc.string({ maxLength: 5 }) }),
)

test('whatever a session holds: user first, every id once, every call answered right after it, nothing empty', () => {
  fc.assert(
    fc.property(fc.array(MESSAGE, { maxLength: 12 }), (list) => {
      const messages: LiveMessage[] = said(...list)
      const prompt = toPrompt({ messages }, READER)
      const seen = new Set<string>()
      for (const [index, message] of prompt.entries()) {
        if (index === 0) assert.equal(message.role, 'user')
        if (typeof message.content !== 'string') assert.ok(message.content.length > 0)
        if (message.role === 'tool') assert.equal(prompt[index - 1]?.role, 'assistant')
        if (message.role !== 'assistant') continue
        const calls = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
        for (const id of calls) {
          assert.ok(!seen.has(id))
          assert.match(id, /^[\w-]{1,40}$/)
          seen.add(id)
        }
        const after = prompt[index + 1]
        const answered =
          after?.role === 'tool'
            ? after.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
            : []
        assert.deepEqual(answered, calls)
      }
      assert.deepEqual(toPrompt({ messages }, READER), prompt)
      assert.ok(estimateStepTokens({ messages }) >= 0)
    }),
  )
})

test('arguments are an object, or the text that was written', () => {
  assert.deepEqual(parseArguments('{"a":1}'), { a: 1 })
  assert.deepEqual(parseArguments(' '), {})
  for (const raw of ['[1]', '"x"', 'null', '{"a"', 'ls -l']) assert.equal(parseArguments(raw), raw)
})

test('context windows are known by the longest name that fits', () => {
  assert.equal(contextWindowOf('anthropic/claude-x'), 200_000)
  assert.equal(contextWindowOf('gpt-4.1-mini'), 1_047_576)
  assert.equal(contextWindowOf('my-own-model'), undefined)
})
