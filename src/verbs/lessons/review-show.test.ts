import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pc from 'picocolors'
import { reviewItem } from '../../../tests/support/review-items.ts'
import { widthOf } from '../../interfaces/cli/table.ts'
import { beginReview, pressKey, type ReviewState, settleEffect } from './review-machine.ts'
import { reviewLines, type ReviewScreen, reviewSummary } from './review-show.ts'

const ITEMS = [
  reviewItem('src/cart.ts'),
  reviewItem('docs/api.md', { told: { file: 'CLAUDE.md', line: 41, since: 7, of: 30 } }),
  reviewItem('Ask Kim before you push.', { kind: 'rule', text: 'Ask Kim before you push.' }),
]
const screen = (width: number, height: number): ReviewScreen => ({
  width,
  height,
  file: 'CLAUDE.md',
  project: 'shop',
  colors: pc.createColors(false),
})

const after = (...keys: string[]): ReviewState => {
  let state = beginReview(ITEMS)
  for (const key of keys) {
    const { state: next, effect } = pressKey(state, key)
    state = effect === undefined ? next : settleEffect(next, effect, { isDone: true, diff: ['+- a line'] })
  }
  return state
}

test('a lesson stands on one screen of 80 by 24, with its evidence and its keys', () => {
  const lines = reviewLines(after(), screen(80, 24))
  assert.deepEqual(lines.slice(0, 9), [
    'Lesson 1 of 3 · shop' + ' '.repeat(60),
    '─'.repeat(80),
    '`src/cart.ts` does not exist.',
    '',
    'kind     missing: sessions ask for something that does not exist',
    'made by  3 of 10 sessions, 4 times, last on 2026-03-01; 6 calls spent',
    'checked  not looked at',
    'now      waits for your word',
    '',
  ])
  assert.deepEqual(lines.slice(9, 13), [
    'Made in',
    '  2026-03-01 10:00  Bash cat src/cart.ts',
    '    cat: src/cart.ts: No such file or directory',
    '    session 5e551000 · …026/03/01/5e551000-0000-4000-8000-000000000001.jsonl:120',
  ])
  assert.ok(lines.includes('What worked then'))
  assert.equal(lines.at(-1), 'g give  w write  r refuse  s skip  b back  u undo  a all  ? help  q quit')
})

test('a mistake that goes on although it is told says so', () => {
  assert.match(
    reviewLines(after('s'), screen(120, 30)).join('\n'),
    /told {5}CLAUDE\.md line 41 says this, and 7 of 30 sessions since then did it anyway\.\nnow {6}the project tells it, so hooks do not/,
  )
})

test('what waits for a yes shows exactly what the yes is about', () => {
  assert.match(
    reviewLines(after('s', 's', 'g'), screen(80, 24)).join('\n'),
    /exactly this line\?\n\nAsk Kim before you push\./,
  )
  assert.match(reviewLines(after('w'), screen(80, 24)).join('\n'), /goes into CLAUDE\.md.*\n\n\+- a line/)
  assert.match(
    reviewLines(after('a'), screen(80, 24)).join('\n'),
    /given 1 lesson, and later ones but rules:\n\n- `src\/cart/,
  )
})

test('every window is filled and nothing is wider than it, whatever is pressed', () => {
  const key = fc.constantFrom(...'gwrsbuay?'.split(''))
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 8 }),
      fc.integer({ min: 20, max: 130 }),
      fc.integer({ min: 6, max: 50 }),
      (keys, width, height) => {
        const state = after(...keys)
        const lines = reviewLines(state, screen(width, height))
        assert.equal(lines.length, height)
        for (const line of lines) assert.ok(widthOf(line) <= width, JSON.stringify(line))
      },
    ),
  )
})

test('the summary says what was decided and how to take it back', () => {
  const lines = reviewSummary(after('g', 'r'), screen(80, 0))
  const [cart, api] = ITEMS.map(({ lesson }) => lesson.id.slice(0, 8))
  assert.deepEqual(lines, [
    'Given to new sessions: 1',
    '- `src/cart.ts` does not exist.',
    `  undo: warmstart lessons undo ${cart}`,
    'Refused: 1',
    '- `docs/api.md` does not exist.',
    `  undo: warmstart lessons undo ${api}`,
    'Left as it was: 1',
  ])
  assert.deepEqual(reviewSummary(after('q'), screen(80, 0)), ['Nothing was changed.'])
  assert.match(
    reviewSummary(after('w', 'y'), screen(80, 0)).join('\n'),
    /Written into CLAUDE\.md: 1\n.*\n {2}undo: warmstart lessons undo CLAUDE\.md/,
  )
  assert.match(reviewSummary(after('a', 'y'), screen(80, 0)).join('\n'), /undo --all\nLessons that are found later/)
})
