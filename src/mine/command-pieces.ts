/** A piece of a command line as it was written; all of them joined give the line again. */
export interface Piece {
  kind: 'word' | 'blank' | 'operator'
  text: string
  /** Of a word: what it says without the quotes around it. */
  value: string
  /** The quotes that stand around all of it. */
  quote: '' | "'" | '"'
}

/** Splits a command line without losing a character. Takes any text; what is never closed runs to the end. */
export const piecesOf = (line: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  while (at < line.length) {
    const end = endOfPiece(line, at)
    pieces.push(toPiece(line.slice(at, end)))
    at = end
  }
  return pieces
}

/** The simple commands of a line: lists of words with the index of each piece. */
export const segmentsOf = (pieces: readonly Piece[]): number[][] => {
  const segments: number[][] = [[]]
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'operator' && !isRedirect(piece.text)) segments.push([])
    else if (piece.kind === 'word') segments.at(-1)?.push(index)
  }
  return segments.filter((segment) => segment.length > 0)
}

const BLANK = /[ \t\r]/
const OPERATORS = /[|&;()<>\n]/

/** `2>`: the number belongs to the redirection. */
const NUMBERED = /^\d[<>]/

const isRedirect = (operator: string): boolean => /^\d?[<>]|^&>/.test(operator)

const toPiece = (text: string): Piece => {
  const first = text[0] ?? ''
  if (BLANK.test(first)) return { kind: 'blank', text, value: '', quote: '' }
  if (OPERATORS.test(first) || NUMBERED.test(text)) return { kind: 'operator', text, value: '', quote: '' }
  const end = first === '"' ? endOfQuotes(text, 1) : first === "'" ? after(text, first, 1) : 0
  const isQuoted = end === text.length && text.length > 1 && text.endsWith(first)
  return isQuoted
    ? { kind: 'word', text, value: text.slice(1, -1), quote: first === '"' ? '"' : "'" }
    : { kind: 'word', text, value: text, quote: '' }
}

const endOfPiece = (line: string, start: number): number => {
  const first = line[start] ?? ''
  let at = start + 1
  if (BLANK.test(first)) {
    while (BLANK.test(line[at] ?? '')) at++
    return at
  }
  if (OPERATORS.test(first)) return endOfOperator(line, start)
  if (NUMBERED.test(line.slice(start, start + 2))) return endOfOperator(line, start + 1)
  at = start
  while (at < line.length && !BLANK.test(line[at] ?? '') && !OPERATORS.test(line[at] ?? '')) at = endOfPart(line, at)
  return at
}

/** `2>&1` and `>file` are one operator each: neither is ever a value that varies. */
const endOfOperator = (line: string, start: number): number => {
  const found = /^(?:&&|\|\||;;|\|&|&?>>?(?:&\d)?(?: ?\/dev\/null)?|<<<|<<-?|[|&;()<\n])/.exec(
    line.slice(start, start + 16),
  )
  return start + (found?.[0].length ?? 1)
}

/** A quoted part, an escaped character, a substitution, or one character. */
const endOfPart = (line: string, at: number): number => {
  const char = line[at] ?? ''
  if (char === '\\') return Math.min(at + 2, line.length)
  if (char === "'") return after(line, "'", at + 1)
  if (char === '"') return endOfQuotes(line, at + 1)
  if (char === '`') return after(line, '`', at + 1)
  if (char === '$' && line[at + 1] === '(') return endOfSubstitution(line, at + 2)
  return at + 1
}

const endOfQuotes = (line: string, start: number): number => {
  let at = start
  while (at < line.length) {
    if (line[at] === '"') return at + 1
    if (line[at] === '\\') at += 2
    else if (line[at] === '$' && line[at + 1] === '(') at = endOfSubstitution(line, at + 2)
    else at++
  }
  return line.length
}

const endOfSubstitution = (line: string, start: number): number => {
  let open = 1
  for (let at = start; at < line.length; at++) {
    if (line[at] === '(') open++
    else if (line[at] === ')' && --open === 0) return at + 1
  }
  return line.length
}

const after = (line: string, mark: string, start: number): number => {
  const found = line.indexOf(mark, start)
  return found < 0 ? line.length : found + mark.length
}
