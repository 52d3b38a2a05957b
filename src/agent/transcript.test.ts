import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import type { LiveMessage } from '../schema/live-session.ts'
import { answerTo, faultsIn, inSendingOrder, openCalls, placeOf, waitsForModel } from './transcript.ts'

const user = (position: number, rest: object = {}): LiveMessage => ({
  role: 'user',
  position,
  at: 0,
  isActive: true,
  text: `said ${position}`,
  isSynthetic: false,
  ...rest,
})
const answer = (position: number, ids: readonly string[] = [], rest: object = {}): LiveMessage => ({
  role: 'assistant',
  position,
  at: 0,
  isActive: true,
  text: `answered ${position}`,
  calls: ids.map((id) => ({ id, tool: 'echo', args: {} })),
  isSynthetic: false,
  ...rest,
})
const result = (position: number, callId: string, rest: object = {}): LiveMessage => ({
  role: 'tool',
  position,
  at: 0,
  isActive: true,
  callId,
  tool: 'echo',
  text: 'ok',
  isError: false,
  isSynthetic: false,
  ...rest,
})

const positions = (messages: readonly LiveMessage[]): number[] => messages.map(({ position }) => position)

suite('the order in which messages are sent', () => {
  const CASES: [string, LiveMessage[], number[]][] = [
    [
      'results stand behind their calls, in the order of these',
      [user(0), answer(1, ['a', 'b']), result(2, 'b'), result(3, 'a')],
      [0, 1, 3, 2],
    ],
    [
      'what is said between a call and its result comes after both',
      [user(0), answer(1, ['a']), user(2), result(3, 'a')],
      [0, 1, 3, 2],
    ],
    [
      'what is said while the model answers comes after the answer',
      [user(0), user(1), answer(2, [], { place: 0 })],
      [0, 2, 1],
    ],
    [
      'a summary stands where the messages stood that it replaces',
      [user(0, { isActive: false }), user(1), user(2, { place: 0 })],
      [2, 1],
    ],
    ['a result without its call is not sent', [user(0), answer(1, ['a'], { isActive: false }), result(2, 'a')], [0]],
  ]
  for (const [name, messages, expected] of CASES)
    test(name, () => assert.deepEqual(positions(inSendingOrder(messages)), expected))

  test('sorting what is sorted changes nothing, and every active message but lost results is there', () => {
    const message = fc.tuple(fc.nat(3), fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.option(fc.nat(9)))
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (list) => {
        const messages = list.map(([kind, id, isActive, place], position) => {
          const rest = { isActive, ...(place === null ? {} : { place }) }
          if (kind === 0) return result(position, `${id}${position % 3}`, rest)
          return kind === 1 ? answer(position, [`${id}${position % 3}`], rest) : user(position, rest)
        })
        const ordered = inSendingOrder(messages)
        assert.equal(new Set(positions(ordered)).size, new Set(ordered).size)
        const said = messages.filter(({ isActive, role }) => isActive && role !== 'tool')
        assert.deepEqual(new Set(positions(ordered.filter(({ role }) => role !== 'tool'))), new Set(positions(said)))
        const places = ordered.filter(({ role }) => role !== 'tool').map(placeOf)
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        )
      }),
    )
  })
})

test('a turn waits for the model until it has answered without a call, or was stopped', () => {
  assert.equal(waitsForModel([]), false)
  assert.equal(waitsForModel([user(0)]), true)
  assert.equal(waitsForModel([user(0), answer(1, ['a']), result(2, 'a')]), true)
  assert.equal(waitsForModel([user(0), answer(1)]), false)
  assert.equal(waitsForModel([user(0), user(1, { kind: 'stop' })]), false)
  assert.equal(waitsForModel([user(0), answer(1), user(2, { kind: 'notice' })]), true)
})

test('a message is answered by the first answer without calls behind it', () => {
  const messages = [user(0), answer(1, ['a']), result(2, 'a'), answer(3), user(4)]
  assert.equal(answerTo(messages, 0)?.position, 3)
  assert.equal(answerTo(messages, 4), undefined)
  assert.equal(answerTo(messages, 9), undefined)
})

test('what a provider refuses is named', () => {
  assert.deepEqual(faultsIn([user(0), answer(1, ['a']), result(2, 'a'), answer(3)]), [])
  assert.match(faultsIn([answer(1, ['a']), user(2)]).join(), /a has no result/)
  assert.match(faultsIn([user(0), result(1, 'a')]).join(), /a has no call/)
  assert.match(faultsIn([answer(1, ['a']), result(2, 'a'), answer(3, ['a']), result(4, 'a')]).join(), /twice/)
  assert.match(faultsIn([answer(1, [], { text: ' ' })]).join(), /says nothing/)
  assert.deepEqual(
    openCalls([answer(1, ['a', 'b']), result(2, 'b')]).map(({ id }) => id),
    ['a'],
  )
})
