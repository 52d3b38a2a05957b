import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { DEFAULT_STRATEGY, STRATEGIES } from '../../src/agent/compaction/registry.ts'
import type { LiveMessage } from '../../src/schema/live-session.ts'
import { applied, conversation, faultsOf, inputOf, type Piece, sumOf } from '../support/conversation.ts'

const TOKEN = `ghp_${'a1B2'.repeat(9)}`

const words = fc.oneof(
  fc.lorem({ maxCount: 30 }),
  fc.constantFrom(
    'no, use tabs instead of blanks',
    'Always run make lint before you commit',
    `the key is ${TOKEN}`,
    'Error: no such file',
    '',
  ),
  fc.nat({ max: 600 }).map((lines) => 'a line of some output\n'.repeat(lines)),
)
const call = fc.record({
  tool: fc.constantFrom('terminal', 'read_file', 'patch', 'execute_code', 'mcp__x__y'),
  args: fc.oneof(
    fc.record({
      command: fc.constantFrom(
        'npm test',
        'make lint',
        'git status',
        `curl -H "Authorization: Bearer ${TOKEN}" x.test`,
      ),
    }),
    fc.record({ path: fc.constantFrom('a.ts', 'src/b.ts'), content: words }),
    fc.constant('not json'),
  ),
  result: words,
  isError: fc.boolean(),
})
const exchange: fc.Arbitrary<Piece[]> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: words.map((user): Piece => ({ user: `${user}?` })) },
      { weight: 1, arbitrary: words.map((user): Piece => ({ user, kind: 'notice' })) },
    ),
    fc.array(fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }), said: words }), { maxLength: 6 }),
    fc.option(
      words.map((answer): Piece => ({ answer: `${answer}.` })),
      { nil: undefined },
    ),
  )
  .map(([user, calls, answer]) => [user, ...calls, ...(answer === undefined ? [] : [answer])])

/** Conversations, begun with a summary or not, with lost results in them or not, and with calls that run or not. */
const conversations = fc
  .record({
    summary: fc.option(
      words.map((text): Piece => ({ user: `## What worked\n- ${text}`, kind: 'summary' })),
      { nil: undefined },
    ),
    exchanges: fc.array(exchange, { minLength: 1, maxLength: 8 }),
    orphan: fc.boolean(),
    running: fc.boolean(),
  })
  .map(({ summary, exchanges, orphan, running }) =>
    conversation([
      ...(summary === undefined ? [] : [summary]),
      { user: 'Build the shop, please.' },
      ...exchanges.flat(),
      ...(orphan ? [{ orphan: 'a result whose call is gone' }, { answer: 'so it is.' }] : []),
      ...(running ? [{ calls: [{ tool: 'terminal', args: { command: 'sleep 9' } }] }] : []),
    ]),
  )

const shares = fc.double({ min: 0.05, max: 0.95, noNaN: true })

for (const strategy of STRATEGIES) {
  suite(strategy.name, () => {
    test('a conversation is sound and shorter afterwards, or stays as it is', async () => {
      await fc.assert(
        fc.asyncProperty(conversations, shares, async (messages, share) => {
          const before = sumOf(messages)
          const input = inputOf(messages, { budgetTokens: Math.floor(before * share) })
          const made = await strategy.compact(input)
          if (made === undefined) return
          const after = applied(messages, made)
          assert.deepEqual(faultsOf(after), [])
          assert.ok(sumOf(after) < before)
          const retired = new Set(made.retire)
          assert.equal(retired.size, made.retire.length)
          const known = new Map(messages.map((message) => [message.position, message]))
          for (const position of retired) assert.ok(known.has(position))
          const asked = messages.findLast((one) => one.role === 'user' && !one.isSynthetic)
          assert.ok(asked === undefined || !retired.has(asked.position))
          assert.ok(!retired.has(messages.length - 1) || messages.at(-1)?.role !== 'assistant' || !isRunning(messages))
          const places = new Set([...retired].map((at) => known.get(at)?.place ?? at))
          for (const message of made.insert) {
            assert.ok(message.isSynthetic && message.place !== undefined && places.has(message.place))
            if (message.role !== 'assistant' && message.role !== 'tool') assert.ok(!message.text.includes(TOKEN))
          }
          assert.ok(after.filter((one) => one.role === 'user' && one.kind === 'summary').length <= 1)
        }),
        { numRuns: 150 },
      )
    })

    test('the same conversation gives the same, and a second round neither grows nor breaks it', async () => {
      await fc.assert(
        fc.asyncProperty(conversations, shares, async (messages, share) => {
          const input = inputOf(messages, { budgetTokens: Math.floor(sumOf(messages) * share) })
          const made = await strategy.compact(input)
          assert.deepEqual(await strategy.compact(input), made)
          if (made === undefined) return
          const after = applied(messages, made)
          const again = await strategy.compact(inputOf(after, { budgetTokens: input.budgetTokens }))
          if (sumOf(after) <= input.budgetTokens) assert.equal(again, undefined)
          if (again === undefined) return
          const twice = applied(after, again)
          assert.deepEqual(faultsOf(twice), [])
          assert.ok(sumOf(twice) < sumOf(after))
          assert.ok(twice.filter((one) => one.role === 'user' && one.kind === 'summary').length <= 1)
        }),
        { numRuns: 100 },
      )
    })

    test('what fits is left alone, and so is what nothing can be left out of', async () => {
      const messages = conversation([{ user: 'hi' }, { answer: 'hello' }])
      assert.equal(await strategy.compact(inputOf(messages, { budgetTokens: 10_000 })), undefined)
      assert.equal(await strategy.compact(inputOf(messages, { budgetTokens: 0 })), undefined)
      assert.equal(await strategy.compact(inputOf([], { budgetTokens: 0 })), undefined)
    })
  })
}

test('the strategies have the names that people type, and one of them is the usual one', () => {
  assert.deepEqual(STRATEGIES.map(({ name }) => name).toSorted(), [
    'keep-recent',
    'proficiency-preserving',
    'structured-summary',
  ])
  assert.ok(STRATEGIES.some(({ name }) => name === DEFAULT_STRATEGY))
})

const isRunning = (messages: readonly LiveMessage[]): boolean => {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.calls.length > 0
}
