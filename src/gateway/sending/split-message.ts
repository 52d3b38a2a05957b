/**
 * Cuts a text into messages of at most `limit` UTF-16 units each, at the best place: between paragraphs, lines,
 * sentences, words, else between visible characters. A fenced block that is cut is closed and opened again. Nothing of
 * the text is lost; blank parts are left out.
 */
export const splitMessage = (text: string, limit: number): string[] => {
  if (text.length <= limit) return text.trim() === '' ? [] : [text]
  return splitPieces(text, Math.max(limit, SMALLEST_LIMIT))
    .filter(({ from, to }) => text.slice(from, to).trim() !== '')
    .map(({ from, to, opening, closing }) => `${opening}${text.slice(from, to)}${closing}`)
}

export interface Piece {
  /** Offsets in the text; pieces follow each other without gaps. */
  from: number
  to: number
  /** Lines that are added so that a cut fenced block is complete in every part. */
  opening: string
  closing: string
}

/** A smaller limit has no room for a fence and a word. */
const SMALLEST_LIMIT = 64

export const splitPieces = (text: string, limit: number): Piece[] => {
  const pieces: Piece[] = []
  let fence: Fence | undefined
  for (let from = 0; from < text.length; ) {
    const opening = fence === undefined ? '' : `${fence.line}\n`
    // Room for the closing line is always kept, because a block may begin inside this part.
    const room = limit - opening.length - CLOSING_ROOM
    const isLast = text.length - from <= limit - opening.length
    const to = isLast ? text.length : cut(text, from, from + room)
    fence = fenceAfter(text, { from, to, before: fence })
    const closing = fence === undefined || to === text.length ? '' : closingOf(text, to, fence)
    pieces.push({ from, to, opening, closing })
    from = to
  }
  return pieces
}

interface Fence {
  /** The line that opens the block, cut to the part that is repeated. */
  line: string
  mark: string
}

const LONGEST_MARK = 8
/** A longer text after a fence is not the name of a language. */
const LONGEST_INFO = 20
/** A line break and the longest mark. */
const CLOSING_ROOM = 1 + LONGEST_MARK

const closingOf = (text: string, to: number, { mark }: Fence): string => `${text[to - 1] === '\n' ? '' : '\n'}${mark}`

/** The block that is open at `to`, when `before` is open at `from`. */
const fenceAfter = (
  text: string,
  { from, to, before }: { from: number; to: number; before: Fence | undefined },
): Fence | undefined => {
  let fence = before
  for (const line of linesOf(text, from, to)) {
    const [, mark, info = ''] = FENCE.exec(line) ?? []
    if (mark === undefined) continue
    if (fence === undefined) fence = { line: `${mark}${info.trim().slice(0, LONGEST_INFO)}`, mark }
    else if (info.trim() === '' && mark.startsWith(fence.mark)) fence = undefined
  }
  return fence
}

const FENCE = /^ {0,3}(`{3,8}|~{3,8})([^`\n]{0,100})$/

/** Lines that begin between `from` and `to`. A line that began in the part before was read there. */
function* linesOf(text: string, from: number, to: number): Generator<string> {
  let start = from === 0 || text[from - 1] === '\n' ? from : text.indexOf('\n', from) + 1
  while (start < to && (start > 0 || from === 0)) {
    const end = text.indexOf('\n', start)
    yield text.slice(start, Math.min(end < 0 ? text.length : end, start + LONGEST_LINE))
    if (end < 0) return
    start = end + 1
  }
}

/** A line with a fence is shorter than this. */
const LONGEST_LINE = 200

/** The best place to end a part that begins at `from` and may reach up to `most`. */
const cut = (text: string, from: number, most: number): number => {
  // A nearly empty part is worse than a part that ends in the middle of a sentence.
  const least = from + Math.ceil((most - from) / 3)
  for (const [separator, kept] of PLACES) {
    const at = text.lastIndexOf(separator, most - kept)
    if (at + kept > least && !JOINS_ON.test(text.slice(at + kept, at + kept + 2))) return at + kept
  }
  return graphemeBefore(text, from, most)
}

/** A mark that belongs to the character before it, even if that is a space. */
const JOINS_ON = /^[\p{M}\u200D]/u

/** Separators in order of preference. The text is cut after the first `kept` characters of the separator. */
const PLACES: readonly [separator: string, kept: number][] = [
  ['\n\n', 2],
  ['\n', 1],
  ['. ', 2],
  ['! ', 2],
  ['? ', 2],
  ['。', 1],
  ['; ', 2],
  [', ', 2],
  [' ', 1],
]

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** How far before the limit to look for a boundary: visible characters are shorter than this. */
const LONGEST_GRAPHEME = 48

/**
 * The last boundary between visible characters at or before `most`. Cuts inside a character only if it alone is too
 * long.
 */
const graphemeBefore = (text: string, from: number, most: number): number => {
  const start = Math.max(from, most - LONGEST_GRAPHEME)
  let best = -1
  for (const { index } of segmenter.segment(text.slice(start, most + LONGEST_GRAPHEME))) {
    const at = start + index
    if (at > most) break
    // The first boundary may exist only because the text was sliced there.
    if (at > start) best = at
  }
  if (best > from) return best
  return isInsidePair(text, most) ? most - 1 : most
}

const isInsidePair = (text: string, at: number): boolean => {
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
