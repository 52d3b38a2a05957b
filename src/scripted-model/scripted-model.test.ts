import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../lib/error.ts'
import { type Api, type Asked, readAsked } from './asked.ts'
import { matchGlob } from './fill.ts'
import { planAnswer } from './plan.ts'
import { readScript, type Script } from './script.ts'
import { createScriptedModel } from './scripted-model.ts'
import { pieces } from './spoken.ts'

const ask = (...messages: object[]): Asked => readAsked({ api: 'openai' }, { model: 'm', messages })
const user = (content: string) => ({ role: 'user', content })
const textFor = (script: Script, ...asked: Asked[]): (string | undefined)[] => {
  const model = createScriptedModel(script)
  return asked.map((one) => model.answer(one).reply.text)
}

suite('which reply', () => {
  test('replies are used up in order, then otherwise, then the end is said', () => {
    const script: Script = { replies: [{ text: 'a' }, { text: 'b' }], otherwise: { text: 'c' } }
    assert.deepEqual(textFor(script, ...[1, 2, 3, 4].map(() => ask(user('x')))), ['a', 'b', 'c', 'c'])
    const end = createScriptedModel({ replies: [] }).answer(ask(user('x')))
    assert.equal(end.by, 'end')
    assert.equal(end.reply.fault?.status, 400)
  })

  test('each conversation may use them up for itself', () => {
    const script: Script = {
      replies: [{ text: 'a' }, { text: 'b' }],
      repliesPer: 'conversation',
      otherwise: { text: 'z' },
    }
    const asked = [ask(user('one')), ask(user('two')), ask(user('one')), ask(user('two')), ask(user('one'))]
    assert.deepEqual(textFor(script, ...asked), ['a', 'a', 'b', 'b', 'z'])
  })

  test('rules look at words, results, turn, step, tools and context', () => {
    const call = { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'terminal', arguments: '{"a":1}' } }] }
    const result = { role: 'tool', tool_call_id: 'c', content: 'exit 1' }
    const asked = ask({ role: 'system', content: 'sys' }, user('fix the build'), call, result)
    const holds = (when: object) =>
      textFor({ rules: [{ when, reply: { text: 'yes' } }], otherwise: { text: 'no' } }, asked)[0] === 'yes'
    const YES = [
      {},
      { user: 'fix *' },
      { userContains: ['fix', 'build'] },
      { last: 'tool' },
      { toolResultContains: 'exit 1' },
      { tool: 'terminal' },
      { turn: 1, step: 1 },
      { contextContains: ['sys', '"a":1'] },
      { contextLacks: 'nothing of this' },
      { model: 'm*' },
    ]
    const NO = [
      { user: 'fix' },
      { userContains: ['fix', 'other'] },
      { last: 'user' },
      { toolResultContains: 'exit 0' },
      { tool: 'patch' },
      { turn: 2 },
      { step: 0 },
      { contextContains: ['sys', 'absent'] },
      { contextLacks: ['absent', 'build'] },
      { offers: 'terminal' },
      { model: 'x*' },
      { user: 'fix *', turn: 2 },
    ]
    for (const when of YES) assert.ok(holds(when), JSON.stringify(when))
    for (const when of NO) assert.ok(!holds(when), JSON.stringify(when))
  })

  test('a warm model knows what stands in its context, and nothing else', () => {
    const script: Script = {
      rules: [
        {
          when: { contextContains: 'the tests run with ' },
          reply: { calls: [{ tool: 'terminal', args: { command: '{{context:the tests run with }}' } }] },
        },
      ],
      otherwise: { calls: [{ tool: 'terminal', args: { command: 'npm test' } }] },
    }
    const commandFor = (...messages: object[]) =>
      createScriptedModel(script).answer(ask(...messages)).reply.calls?.[0]?.args?.['command']
    assert.equal(commandFor(user('run the tests')), 'npm test')
    assert.equal(
      commandFor({ role: 'system', content: 'here the tests run with make check\nalways' }, user('run the tests')),
      'make check',
    )
  })

  test('the same context gets the same ids, another one others', () => {
    const script: Script = { otherwise: { calls: [{ tool: 't' }, { tool: 't' }] } }
    const idsFor = (words: string) =>
      createScriptedModel(script)
        .answer(ask(user(words)))
        .reply.calls?.map(({ id }) => id)
    assert.deepEqual(idsFor('x'), idsFor('x'))
    assert.equal(new Set([...(idsFor('x') ?? []), ...(idsFor('y') ?? [])]).size, 4)
  })
})

suite('texts', () => {
  test('placeholders are filled at any depth; unknown ones stay', () => {
    const script: Script = {
      rules: [
        {
          when: { user: 'say * to *' },
          reply: {
            text: '{{1}}, {{2}}! {{turn}}/{{step}} {{model}} {{what}}',
            calls: [{ tool: 't', args: { a: [{ b: '{{user}}' }] } }],
          },
        },
      ],
    }
    const { reply } = createScriptedModel(script).answer(ask(user('say hello to Kim')))
    assert.equal(reply.text, 'hello, Kim! 1/0 m {{what}}')
    assert.deepEqual(reply.calls?.[0]?.args, { a: [{ b: 'say hello to Kim' }] })
  })

  test('a glob fits what its pieces make, and gives what its stars stand for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b') }), { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
        (parts, text) => {
          const found = matchGlob(parts.join('*'), text)
          const expected = new RegExp(`^${parts.join('.*')}$`).test(text)
          assert.equal(found !== undefined, expected)
          if (found !== undefined) assert.equal(parts.map((part, index) => part + (found[index] ?? '')).join(''), text)
        },
      ),
    )
  })

  test('pieces make the text again, and none ends inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (text, chars) => {
        const found = pieces(text, chars)
        assert.equal(found.join(''), text)
        assert.ok(found.every((piece) => piece.isWellFormed()))
      }),
    )
  })
})

suite('scripts', () => {
  test('a bare list is replies in order', () => {
    assert.deepEqual(readScript('[{"text":"x"}]', 's'), { replies: [{ text: 'x' }] })
  })

  const CASES: [text: string, words: string][] = [
    ['{"rules":[{"when":{"usr":"x"},"reply":{}}]}', 'rules[0].when.usr'],
    ['{"rules":[{"when":{}}]}', 'either reply or replies'],
    ['{"rules":[{"replies":[{}],"times":2}]}', 'rules[0].times'],
    ['[{"calls":[{"args":{}}]}]', 'replies[0].calls[0].tool is missing'],
    ['[{"fault":{"kind":"fire"}}]', 'replies[0].fault.kind'],
    ['"x"', 'must be an object'],
    ['{', 'is not JSON'],
  ]
  for (const [text, words] of CASES)
    test(`${text} is refused`, () => {
      assert.throws(
        () => readScript(text, 'script.json'),
        (error) => error instanceof AppError && error.code === 'script' && error.message.includes(words),
      )
    })

  test('whatever is asked, there is a plan', () => {
    const anyBody = fc.oneof(
      fc.record({
        model: fc.anything(),
        messages: fc.anything(),
        input: fc.anything(),
        contents: fc.anything(),
        tools: fc.anything(),
        system: fc.anything(),
        stream: fc.boolean(),
      }),
      fc.dictionary(fc.string(), fc.anything()),
    )
    const model = createScriptedModel({
      otherwise: { text: '{{user}}{{toolResult}}{{context:x}}', calls: [{ tool: 't' }] },
    })
    fc.assert(
      fc.property(anyBody, fc.constantFrom<Api[]>('openai', 'responses', 'anthropic', 'gemini'), (body, api) => {
        const asked = readAsked({ api }, body)
        const plan = planAnswer(asked, model.answer(asked).reply, 'id')
        assert.equal(plan.status, 200)
        assert.ok(plan.frames.length > 0)
      }),
    )
  })
})
