/** What a change does, as `diff -u` writes it; an empty text where nothing changes. A text that is not there is `undefined`. */
export const unifiedDiff = (before: string | undefined, after: string | undefined, path: string): string => {
  if (before === after) return ''
  const steps = stepsBetween(linesOf(before), linesOf(after))
  const heading = [
    `--- ${before === undefined ? '/dev/null' : path}`,
    `+++ ${after === undefined ? '/dev/null' : path}`,
  ]
  return [...heading, ...hunksOf(steps).flatMap(hunkLines)].join('\n')
}

const CONTEXT_LINES = 3
/** With more pairs of lines than this, all lines from the first to the last change are shown as replaced. */
const MOST_PAIRS = 1_000_000
const NO_NEWLINE = '\n\\ No newline at end of file'

interface Step {
  sign: ' ' | '-' | '+'
  line: string
}

const linesOf = (text: string | undefined): string[] => {
  if (text === undefined || text === '') return []
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, `${last}${NO_NEWLINE}`]
}

const stepsBetween = (before: readonly string[], after: readonly string[]): Step[] => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const kept = (lines: readonly string[]): Step[] => lines.map((line) => ({ sign: ' ', line }))
  return [
    ...kept(before.slice(0, start)),
    ...middleSteps(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...kept(before.slice(before.length - end)),
  ]
}

/** By the longest common subsequence, so that several places of one file are several hunks. */
const middleSteps = (before: readonly string[], after: readonly string[]): Step[] => {
  const removed = before.map((line): Step => ({ sign: '-', line }))
  const added = after.map((line): Step => ({ sign: '+', line }))
  if (before.length * after.length > MOST_PAIRS) return [...removed, ...added]
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const steps: Step[] = []
  let [row, column] = [0, 0]
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      steps.push({ sign: ' ', line: before[row] ?? '' })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) steps.push({ sign: '-', line: before[row++] ?? '' })
    else steps.push({ sign: '+', line: after[column++] ?? '' })
  }
  return [...steps, ...removed.slice(row), ...added.slice(column)]
}

interface Hunk {
  /** How many lines of either side come before it. */
  before: number
  after: number
  steps: Step[]
}

const hunksOf = (steps: readonly Step[]): Hunk[] => {
  const hunks: Hunk[] = []
  let [before, after, shownUntil] = [0, 0, -1]
  const isNear = steps.map(() => false)
  steps.forEach(({ sign }, index) => {
    if (sign !== ' ')
      for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near++) if (near >= 0) isNear[near] = true
  })
  steps.forEach((step, index) => {
    if (isNear[index] === true) {
      if (shownUntil !== index - 1 || hunks.length === 0) hunks.push({ before, after, steps: [] })
      hunks.at(-1)?.steps.push(step)
      shownUntil = index
    }
    if (step.sign !== '+') before++
    if (step.sign !== '-') after++
  })
  return hunks
}

const hunkLines = ({ before, after, steps }: Hunk): string[] => {
  const [old, fresh] = [
    steps.filter(({ sign }) => sign !== '+').length,
    steps.filter(({ sign }) => sign !== '-').length,
  ]
  const range = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`
  return [`@@ -${range(before, old)} +${range(after, fresh)} @@`, ...steps.map(({ sign, line }) => sign + line)]
}
