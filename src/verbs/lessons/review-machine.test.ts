import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { reviewItem } from '../../../tests/support/review-items.ts'
import {
  beginReview,
  pressKey,
  type ReviewEffect,
  type ReviewItem,
  type ReviewState,
  settleEffect,
  stateNow,
} from './review-machine.ts'

const TOLD = { file: 'CLAUDE.md', line: 41, since: 7, of: 30 }
const CART = reviewItem('src/cart.ts')
const PAY = reviewItem('src/pay.ts')
const RULE = reviewItem('Ask first.', { kind: 'rule' })
const TOLD_ONE = reviewItem('docs/api.md', { told: TOLD }, { cannotWrite: 'CLAUDE.md line 41 says it already.' })
const GIVEN = reviewItem('src/old.ts', { state: 'active' })

/** Presses keys and carries out what they ask for; `refusing` is the kind of effect that cannot be carried out. */
const play = (items: readonly ReviewItem[], keys: readonly string[], refusing?: ReviewEffect['kind']) => {
  let state = beginReview(items)
  const effects: ReviewEffect[] = []
  for (const key of keys) {
    const step = pressKey(state, key)
    state = step.state
    if (step.effect === undefined) continue
    effects.push(step.effect)
    const outcome =
      step.effect.kind === refusing
        ? { isDone: false as const, reason: 'no.' }
        : { isDone: true as const, diff: ['+x'] }
    state = settleEffect(state, step.effect, outcome)
  }
  return { state, effects }
}

const told = ({ effects }: { effects: readonly ReviewEffect[] }): string[] =>
  effects.map((effect) => ('id' in effect ? `${effect.kind} ${nameOf(effect.id)}` : effect.kind))
const nameOf = (id: string): string =>
  [CART, PAY, RULE, TOLD_ONE, GIVEN].find(({ lesson }) => lesson.id === id)?.lesson.trigger.subject ?? '?'
const where = ({ state }: { state: ReviewState }): string => `${state.mode.kind} ${state.at}`

suite('keys', () => {
  const TABLE: [
    what: string,
    items: ReviewItem[],
    keys: string[],
    effects: string[],
    where: string,
    notice?: RegExp,
  ][] = [
    ['g gives and goes on', [CART, PAY], ['g'], ['give src/cart.ts'], 'look 1', /given/],
    ['r refuses and goes on', [CART, PAY], ['r'], ['refuse src/cart.ts'], 'look 1', /refused/],
    ['w shows the change first', [CART, PAY], ['w'], ['preview src/cart.ts'], 'write 0'],
    ['y writes it', [CART, PAY], ['w', 'y'], ['preview src/cart.ts', 'write src/cart.ts'], 'look 1', /written/],
    ['any other key does not', [CART, PAY], ['w', 'g'], ['preview src/cart.ts'], 'look 0', /Nothing was changed/],
    ['s, space and the arrow skip', [CART, PAY, RULE, GIVEN], ['s', 'space', 'right'], [], 'look 3'],
    ['b goes back', [CART, PAY], ['s', 'b'], [], 'look 0'],
    ['b stays at the first', [CART, PAY], ['b'], [], 'look 0', /first/],
    ['behind the last one the review ends', [CART], ['s'], [], 'over 0'],
    ['q ends', [CART, PAY], ['q', 'g'], [], 'over 0'],
    ['Ctrl-C ends while a yes is asked for', [CART, PAY], ['w', 'interrupt'], ['preview src/cart.ts'], 'over 0'],
    ['Ctrl-C ends in the help', [CART, PAY], ['?', 'interrupt', 'g'], [], 'over 0'],
    ['any key leaves the help and does nothing else', [CART, PAY], ['?', 'g'], [], 'look 0'],
    ['an unknown key is told', [CART, PAY], ['x'], [], 'look 0', /No such key/],
    ['a rule needs a yes to its line', [RULE, PAY], ['g'], [], 'rule 0'],
    ['a rule with its yes is given', [RULE, PAY], ['g', 'y'], ['give Ask first.'], 'look 1'],
    ['a rule without its yes is not', [RULE, PAY], ['g', 'g'], [], 'look 0'],
    ['what the project tells is not given', [TOLD_ONE, PAY], ['g'], [], 'look 0', /line 41 says this/],
    ['nor written', [TOLD_ONE, PAY], ['w'], [], 'look 0', /line 41/],
    ['but can be refused', [TOLD_ONE, PAY], ['r'], ['refuse docs/api.md'], 'look 1'],
    ['what is given already goes on', [GIVEN, PAY], ['g'], [], 'look 1', /already/],
    [
      'u takes the last decision back and shows its lesson',
      [CART, PAY, RULE],
      ['g', 's', 'u'],
      ['give src/cart.ts', 'undo src/cart.ts'],
      'look 0',
      /as it was/,
    ],
    ['u without a decision is told', [CART], ['u'], [], 'look 0', /Nothing was decided/],
    ['a asks, and gives all that wait', [CART, PAY, RULE], ['a', 'y'], ['all'], 'look 0', /but rules/],
    ['a without a yes does nothing', [CART], ['a', 'n'], [], 'look 0'],
    ['a where nothing waits is told', [RULE, GIVEN, TOLD_ONE], ['a'], [], 'look 0', /No lesson waits/],
    ['u takes all of them back', [CART, PAY], ['a', 'y', 'u'], ['all', 'undo-all'], 'look 0', /They are as they were/],
    [
      'a later decision about one comes first',
      [CART, PAY],
      ['a', 'y', 'r', 'u'],
      ['all', 'refuse src/cart.ts', 'undo src/cart.ts'],
      'look 0',
    ],
    [
      'what was refused here can be given',
      [CART, PAY],
      ['r', 'b', 'g'],
      ['refuse src/cart.ts', 'give src/cart.ts'],
      'look 1',
    ],
    [
      'what was written here is not given too',
      [CART, PAY],
      ['w', 'y', 'b', 'g'],
      ['preview src/cart.ts', 'write src/cart.ts'],
      'look 0',
      /hooks do not repeat/,
    ],
  ]
  for (const [what, items, keys, effects, place, notice] of TABLE)
    test(what, () => {
      const played = play(items, keys)
      assert.deepEqual(told(played), effects)
      assert.equal(where(played), place)
      if (notice !== undefined) assert.match(played.state.notice, notice)
    })

  test('a review without lessons is over', () => assert.equal(beginReview([]).mode.kind, 'over'))

  test('what could not be carried out is told and not counted as decided', () => {
    for (const [key, kind] of [
      ['g', 'give'],
      ['r', 'refuse'],
      ['w', 'preview'],
    ] as const) {
      const { state } = play([CART, PAY], [key], kind)
      assert.deepEqual([state.decided.size, state.notice, state.at, state.mode.kind], [0, 'no.', 0, 'look'])
    }
  })

  test('after all was given and one of them refused, taking that back leaves it given', () => {
    const { state } = play([CART, PAY], ['a', 'y', 'r', 'u'])
    assert.equal(stateNow(state, CART.lesson), 'active')
  })
})

suite('whatever is pressed', () => {
  const items = fc.array(
    fc.constantFrom(
      ...['a', 'b', 'c', 'd'].flatMap((name) => [
        reviewItem(name),
        reviewItem(`${name}-rule`, { kind: 'rule' }),
        reviewItem(`${name}-told`, { told: TOLD }, { cannotWrite: 'no.' }),
        reviewItem(`${name}-given`, { state: 'active' }),
      ]),
    ),
    { maxLength: 6 },
  )
  const keys = fc.array(
    fc.oneof(
      fc.constantFrom(...'gwrsbuay?hqn'.split(''), 'space', 'left', 'right', 'escape', 'return', 'interrupt'),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  const refusing = fc.constantFrom(undefined, 'give', 'write', 'refuse', 'undo', 'all', 'undo-all', 'preview' as const)

  test('there is a lesson on the screen until the review is over, and after that nothing happens', () => {
    fc.assert(
      fc.property(items, keys, refusing, (given, pressed, kind) => {
        const { state } = play(given, pressed, kind as ReviewEffect['kind'] | undefined)
        assert.ok(state.mode.kind === 'over' || state.items[state.at] !== undefined)
        const again = pressKey({ ...state, mode: { kind: 'over' } }, 'g')
        assert.equal(again.effect, undefined)
      }),
    )
  })

  test('a rule is given only by y right after g, and nothing is written that was not shown', () => {
    fc.assert(
      fc.property(items, keys, (given, pressed) => {
        let state = beginReview(given)
        let last = ''
        for (const key of pressed) {
          const { state: next, effect } = pressKey(state, key)
          const shown = state.items[state.at]?.lesson
          if (effect?.kind === 'give' && shown?.kind === 'rule') assert.deepEqual([last, key], ['g', 'y'])
          if (effect?.kind === 'write') assert.equal(state.mode.kind, 'write')
          if (effect !== undefined && 'id' in effect && effect.kind !== 'undo') assert.equal(effect.id, shown?.id)
          state = effect === undefined ? next : settleEffect(next, effect, { isDone: true, diff: [] })
          last = key
        }
      }),
    )
  })

  test('what is decided is what was carried out and not taken back, and keys that only move decide nothing', () => {
    fc.assert(
      fc.property(items, keys, (given, pressed) => {
        const { state, effects } = play(given, pressed)
        const isDeciding = effects.some(({ kind }) => ['give', 'write', 'refuse', 'all'].includes(kind))
        if (!isDeciding) assert.equal(state.decided.size, 0)
        for (const id of state.decided.keys()) assert.ok(given.some(({ lesson }) => lesson.id === id))
        const still = play(
          given,
          pressed.filter((key) => !['g', 'w', 'r', 'a', 'u', 'y'].includes(key)),
        )
        assert.deepEqual([still.effects, still.state.decided.size], [[], 0])
      }),
    )
  })
})
