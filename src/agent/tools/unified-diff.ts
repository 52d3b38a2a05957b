/** What changed between two texts, as `diff -u` says it, at most `limit` characters with the cut marked. Empty where nothing did. */
export const unifiedDiff = (
  before: string,
  after: string,
  { from, to, limit = MAX_DIFF_CHARS }: { from: string; to: string; limit?: number },
): string => {
  if (before === after) return ''
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const hunks = hunksOf(editsOf(old, fresh)).map(showHunk)
  const text = [`--- ${from}`, `+++ ${to}`, ...hunks].join('\n')
  if (text.length <= limit) return text
  const end = text.lastIndexOf('\n', limit)
  return `${text.slice(0, end > 0 ? end : limit)}\n[diff cut: ${text.length - limit} more characters]`
}

const MAX_DIFF_CHARS = 10_000
const CONTEXT_LINES = 3
/** Beyond this many pairs of lines the middle is shown as replaced: finding the shortest way would take too long. */
const MAX_PAIRS = 4_000_000

const NO_NEWLINE = '\n\\ No newline at end of file'

/** A last line without its line break is another line than one with it. */
const linesOf = (text: string): string[] => {
  if (text === '') return []
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, `${last}${NO_NEWLINE}`]
}

interface Edit {
  sign: ' ' | '-' | '+'
  line: string
}

const editsOf = (old: readonly string[], fresh: readonly string[]): Edit[] => {
  let head = 0
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head++
  let tail = 0
  const most = Math.min(old.length, fresh.length) - head
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail++
  const same = (line: string): Edit => ({ sign: ' ', line })
  return [
    ...old.slice(0, head).map(same),
    ...middleOf(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...old.slice(old.length - tail).map(same),
  ]
}

/** The longest common subsequence, kept; the rest goes or comes. */
const middleOf = (old: readonly string[], fresh: readonly string[]): Edit[] => {
  const removed = (line: string): Edit => ({ sign: '-', line })
  const added = (line: string): Edit => ({ sign: '+', line })
  if (old.length * fresh.length > MAX_PAIRS) return [...old.map(removed), ...fresh.map(added)]
  const width = fresh.length + 1
  const table = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      const [right = 0, below = 0, diagonal = 0] = [
        table[i * width + j + 1],
        table[(i + 1) * width + j],
        table[(i + 1) * width + j + 1],
      ]
      table[i * width + j] = old[i] === fresh[j] ? diagonal + 1 : Math.max(right, below)
    }
  }
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const [one, other] = [old[i], fresh[j]]
    if (one !== undefined && one === other) {
      edits.push({ sign: ' ', line: one })
      i++
      j++
    } else if (
      one !== undefined &&
      (other === undefined || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      edits.push(removed(one))
      i++
    } else if (other !== undefined) {
      edits.push(added(other))
      j++
    }
  }
  return edits
}

interface Hunk {
  oldStart: number
  newStart: number
  edits: Edit[]
}

const hunksOf = (edits: readonly Edit[]): Hunk[] => {
  const isNear = new Uint8Array(edits.length)
  for (const [at, { sign }] of edits.entries()) {
    if (sign !== ' ') isNear.fill(1, Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1)
  }
  const hunks: Hunk[] = []
  let [oldLine, newLine] = [1, 1]
  let open: Hunk | undefined
  for (const [at, edit] of edits.entries()) {
    if (isNear[at] === 1) {
      if (open === undefined) hunks.push((open = { oldStart: oldLine, newStart: newLine, edits: [] }))
      open.edits.push(edit)
    } else open = undefined
    if (edit.sign !== '+') oldLine++
    if (edit.sign !== '-') newLine++
  }
  return hunks
}

const showHunk = ({ oldStart, newStart, edits }: Hunk): string => {
  const oldCount = edits.filter(({ sign }) => sign !== '+').length
  const newCount = edits.filter(({ sign }) => sign !== '-').length
  // Of nothing, the line before it.
  const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`
  return [
    `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`,
    ...edits.map(({ sign, line }) => `${sign}${line.replace(/\r(?=$|\n\\)/, '')}`),
  ].join('\n')
}
