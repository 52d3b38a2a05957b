import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { lessonOn } from '../../../tests/support/lesson-fixture.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import { unseenLines } from './offer-lessons.ts'

const screen = { width: 42, colors: pc.createColors(false) }
const [CART, PAY] = [lessonOn('src/cart.ts'), lessonOn('src/a/long/path/of/the/shop/pay.ts')]

test('what the screen does not hold in full is printed before the question, all of it', () => {
  const lines = unseenLines([CART, PAY], { name: 'shop', printed: ['- `src/cart.ts` does not exist.'], screen })
  assert.deepEqual(lines, [
    '',
    'All that new sessions of shop could be told',
    '  - These do not exist: `src/cart.ts`,',
    '    `src/a/long/path/of/the/shop/pay.ts`.',
  ])
})

test('what stands on the screen, also over several lines, is not printed twice', () => {
  const printed = [CART, PAY].flatMap(({ text }) => wrap(`- ${text}`, 44, '  '))
  assert.deepEqual(unseenLines([CART, PAY], { name: 'shop', printed, screen }), [])
  assert.notDeepEqual(unseenLines([CART, PAY], { name: 'shop', printed: printed.slice(0, 1), screen }), [])
})
