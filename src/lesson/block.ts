import { hashOf } from '../lib/hash.ts'

/** A lesson in an instruction file. It has a line of its own, so that two versions of the file can be merged. */
export interface BlockLine {
  id: string
  /** The line's text, without the dash. */
  text: string
}

/** The state of our block in an instruction file. */
export type Found =
  | { kind: 'none' }
  | { kind: 'ours'; lines: BlockLine[]; at: BlockPlace }
  /** A person or a merge changed something between the two comments. */
  | ({ kind: 'edited'; at: BlockPlace } & EditedBlock)
  /** One of our two comments is missing, or the file has several blocks. */
  | { kind: 'broken'; line: number }

/** The content of a block that was edited. */
interface EditedBlock {
  /** Ids of the lessons that we wrote into the block. */
  ids: string[]
  /** The texts that now stand between the two comments, one for each line, without our first sentence. */
  texts: string[]
}

interface BlockPlace {
  /** The block starts at its first comment and ends with the line of its last comment. */
  start: number
  end: number
  /** Number of line ends that were written before the block together with it. */
  gap: number
  /** Whether the file was created for the block. */
  isNewFile: boolean
}

const BEGIN =
  '<!-- warmstart lessons: begin. `warmstart lessons write` keeps this block, `warmstart lessons undo` takes it out. -->'
const LEAD = 'Facts from earlier sessions of this repository:'
const BEGINS = /^<!-- warmstart lessons: begin\b/
const ENDS = /^<!-- warmstart lessons: end\b/
const END = /^<!-- warmstart lessons: end ([0-9a-f]{12}) (new|gap-[0-2])((?: [0-9a-f]{4,40})*) -->$/

/**
 * Finds the block between the two comments, and tells whether it is as we wrote it. Line ends of another system make
 * no difference.
 */
export const findBlock = (text: string): Found => {
  const lines = linesIn(text)
  const begins = lines.filter(({ words }) => BEGINS.test(words))
  const ends = lines.filter(({ words }) => ENDS.test(words))
  const [begin, end] = [begins[0], ends[0]]
  if (begin === undefined && end === undefined) return { kind: 'none' }
  if (begin === undefined || end === undefined || begins.length + ends.length > 2 || end.number < begin.number)
    return { kind: 'broken', line: (ends[1] ?? begins[1] ?? begin ?? end)?.number ?? 1 }
  const [, sum, gap = '', ids = ''] = END.exec(end.words) ?? []
  const at = {
    start: begin.start,
    end: end.end,
    gap: gap.startsWith('gap-') ? Number(gap.slice(4)) : 0,
    isNewFile: gap === 'new',
  }
  const inside = lines.slice(begin.number, end.number - 1).map(({ words }) => words)
  const names = ids.split(' ').filter((id) => id !== '')
  if (sum !== sumOf(inside, names) || names.length !== inside.length - 1)
    return { kind: 'edited', at, ids: names, texts: textsOf(inside) }
  return {
    kind: 'ours',
    at,
    lines: inside.slice(1).map((line, index) => ({ id: names[index] ?? '', text: line.replace(/^- /, '') })),
  }
}

/**
 * Returns the file with a block of these lines. The block replaces an existing one, else it goes to the end of the
 * file. `text` is undefined if the file does not exist yet. Nothing outside the block changes.
 */
export const putBlock = (text: string | undefined, lines: readonly BlockLine[]): string => {
  const found = findBlock(text ?? '')
  const eol = text !== undefined && /\r\n/.test(text) ? '\r\n' : '\n'
  if (found.kind === 'ours' || found.kind === 'edited') {
    const { at } = found
    const block = blockText(lines, { eol, mark: at.isNewFile ? 'new' : `gap-${at.gap}` })
    return `${(text ?? '').slice(0, at.start)}${block}${(text ?? '').slice(at.end)}`
  }
  if (text === undefined) return `${blockText(lines, { eol, mark: 'new' })}${eol}`
  const gap = text === '' || /(?:^|\n)\r?\n$/.test(text) ? 0 : text.endsWith('\n') ? 1 : 2
  return `${text}${eol.repeat(gap)}${blockText(lines, { eol, mark: `gap-${gap}` })}${eol}`
}

/**
 * Returns the file without the block, as it was before. Undefined if the file was created for the block and holds
 * nothing else.
 */
export const takeBlock = (text: string): string | undefined => {
  const found = findBlock(text)
  if (found.kind !== 'ours' && found.kind !== 'edited') return text
  const { start, end, gap, isNewFile } = found.at
  let before = text.slice(0, start)
  for (let count = 0; count < gap; count++) before = before.replace(/\r?\n$/, '')
  const left = before + text.slice(end).replace(/^\r?\n/, '')
  return isNewFile && left === '' ? undefined : left
}

/**
 * The lines of a block after a new write. Lines that stay keep their place, so that the file changes only where a
 * lesson does. A line with a lesson that this store does not know comes from another machine and stays.
 */
export const mergeLines = (
  before: readonly BlockLine[],
  wanted: readonly BlockLine[],
  isKnown: (id: string) => boolean,
): BlockLine[] => {
  const fresh = new Map(wanted.map((line) => [line.id, line]))
  const kept = before.flatMap((line) => {
    const now = fresh.get(line.id)
    return now === undefined ? (isKnown(line.id) ? [] : [line]) : [now]
  })
  const there = new Set(kept.map(({ id }) => id))
  return [...kept, ...wanted.filter(({ id }) => !there.has(id))]
}

/**
 * The lines of an edited block, each with its lesson. A line is matched by its text, else by its place. A line that
 * matches no lesson of ours was added by a person or by a merge: it gets an id of its own and stays.
 */
export const editedLines = ({ ids, texts }: EditedBlock, known: readonly BlockLine[]): BlockLine[] => {
  const byText = new Map(known.map(({ id, text }) => [text, id]))
  const named = texts.map((text) => ({ text, id: byText.get(text) }))
  const taken = new Set(named.map(({ id }) => id))
  const left = ids.filter((id) => !taken.has(id))
  const isPaired = left.length === named.filter(({ id }) => id === undefined).length
  const lines = named.map(({ text, id }) => ({
    text,
    id: id ?? (isPaired ? left.shift() : undefined) ?? hashOf('line', text).slice(0, SUM_DIGITS),
  }))
  return [...new Map(lines.map((line) => [line.id, line])).values()]
}

const textsOf = (inside: readonly string[]): string[] =>
  inside
    .filter((line) => line.trim() !== '' && line !== LEAD && !MERGE_MARK.test(line))
    .map((line) => line.replace(/^\s*[-*] /, '').trim())

/** Conflict markers that git leaves in a file. */
const MERGE_MARK = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/

const blockText = (lines: readonly BlockLine[], { eol, mark }: { eol: string; mark: string }): string => {
  const inside = [LEAD, ...lines.map(({ text }) => `- ${text.replaceAll(/\s*\n\s*/g, ' ')}`)]
  const ids = lines.map(({ id }) => id)
  const end = `<!-- warmstart lessons: end ${sumOf(inside, ids)} ${mark}${ids.map((id) => ` ${id}`).join('')} -->`
  return [BEGIN, ...inside, end].join(eol)
}

const SUM_DIGITS = 12

const sumOf = (inside: readonly string[], ids: readonly string[]): string =>
  hashOf(...inside, '', ...ids).slice(0, SUM_DIGITS)

interface Line {
  /** The line number, counted from 1. */
  number: number
  start: number
  end: number
  words: string
}

/** Lines with their positions, without their line ends. */
const linesIn = (text: string): Line[] => {
  const lines: Line[] = []
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    const stop = next < 0 ? text.length : next
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop
    lines.push({ number: lines.length + 1, start, end, words: text.slice(start, end) })
    if (next < 0) break
    start = next + 1
  }
  return lines
}
