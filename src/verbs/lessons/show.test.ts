import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { inSessions, lessonsOf, noFile, ROOT } from '../../../tests/support/lesson-facts.ts'
import { widthOf } from '../../interfaces/cli/table.ts'
import { toldText } from './lesson-words.ts'
import { toListing } from './operation.ts'
import { lessonLines, markdownLines } from './show.ts'

const LESSONS = lessonsOf(inSessions(3, [noFile(`${ROOT}/src/cart.ts`), noFile(`${ROOT}/src/pay.ts`)])).map(toListing)
const FOUND = { sessions: 3, leftOut: { told: 0, stale: 0 } }
const screen = (width: number) => ({ width, colors: pc.createColors(false) })

test('a person reads the sentence and what it rests on', () => {
  const [first = '', second = ''] = lessonLines(LESSONS, FOUND, screen(120))
  assert.match(first, /^`src\/(?:cart|pay)\.ts` does not exist\.$/)
  assert.match(second, /^ {2}[\da-f]{8} · missing · 3 of 3 sessions · \d+ calls · last 2026-03-03$/)
})

test('what the project tells in vain comes last, with how often it was done anyway', () => {
  const [first, second] = LESSONS
  assert.ok(first !== undefined && second !== undefined)
  const told = { file: 'CLAUDE.md', line: 41, since: 7, of: 30 }
  const inVain = [{ ...second, told }]
  const lines = lessonLines([first], { ...FOUND, inVain }, screen(120))
  assert.match(
    lines.join('\n'),
    /all the same:\n\n`src\/\w+\.ts` does not exist\.\n.*\n {2}CLAUDE\.md line 41 says this, and 7 of 30 sessions since then did it anyway\.$/,
  )
  assert.ok(lessonLines([], { ...FOUND, inVain }, screen(120)).length > 2, 'also where there is nothing else')
  assert.equal(lessonLines(inVain, { ...FOUND, inVain }, screen(120)).length, 3, 'and once with --all')
  assert.equal(
    toldText({ ...told, since: 0 }),
    'CLAUDE.md line 41 says this, and none of 30 sessions since then did it.',
  )
  assert.equal(toldText({ ...told, since: 0, of: 0 }), 'CLAUDE.md line 41 says this.')
})

test('lines fit the window', () => {
  for (const width of [40, 80])
    for (const line of lessonLines(LESSONS, FOUND, screen(width))) assert.ok(widthOf(line) <= width, line)
})

test('where there is nothing, it is said why', () => {
  const said = (sessions: number, told: number, stale: number): string =>
    lessonLines([], { sessions, leftOut: { told, stale } }, screen(200)).join(' ')
  assert.equal(said(4, 0, 0), 'No mistake was made in two of 4 sessions: there is nothing to tell.')
  assert.equal(
    said(4, 1, 0),
    "There is nothing to tell beside 1 lesson that the project's own files tell already. --all lists it.",
  )
  assert.match(said(4, 2, 3), /tell already and 3 lessons that are out of date\. --all lists them\.$/)
  assert.match(said(0, 0, 0), /^No session of this project was read yet/)
  assert.deepEqual(markdownLines([]), [])
})

test('the table for a document has a row a lesson', () => {
  const lines = markdownLines(LESSONS)
  assert.equal(lines.length, 4)
  assert.match(
    lines[2] ?? '',
    /^\| `src\/\w+\.ts` does not exist\. \| missing \| 3 of 3 \| \d+ \| 2026-03-03 \| .+ \|$/,
  )
})
