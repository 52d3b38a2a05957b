import { readTokens } from './read-tokens.ts'
import type { ShellToken } from './token.ts'
import { unescapeDouble } from './unescape.ts'

/** A piece of a command line as it was written; all of them joined give the line again. */
export interface Piece {
  kind: 'word' | 'blank' | 'operator' | 'redirect'
  text: string
  /** Of a word: what it says without the quotes around it. */
  value: string
  /** The quotes that stand around all of it. */
  quote: '' | "'" | '"'
}

/** Splits a command line without losing a character. A line that cannot be read is one word. */
export const piecesOf = (line: string): Piece[] => {
  const read = readTokens(line)
  if (read === undefined) return line === '' ? [] : [wordPiece(line)]
  const pieces: Piece[] = []
  let at = 0
  for (const token of read.tokens) {
    // `&>file` is two redirections in one place.
    if (token.start < at || (token.kind === 'redirect' && token.end === token.start)) continue
    if (token.start > at) pieces.push(blankPiece(line.slice(at, token.start)))
    pieces.push(...toPieces(token, line.slice(token.start, token.end)))
    at = token.end
  }
  if (at < line.length) pieces.push(blankPiece(line.slice(at)))
  return pieces
}

/** The simple commands of a line: lists of words with the index of each piece. */
export const segmentsOf = (pieces: readonly Piece[]): number[][] => {
  const segments: number[][] = [[]]
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'operator') segments.push([])
    else if (piece.kind === 'word') segments.at(-1)?.push(index)
  }
  return segments.filter((segment) => segment.length > 0)
}

const blankPiece = (text: string): Piece => ({ kind: 'blank', text, value: '', quote: '' })

const toPieces = (token: ShellToken, text: string): Piece[] => {
  if (token.kind === 'word') return [wordPiece(text, token.text)]
  const sign: Piece = { kind: token.kind, text, value: '', quote: '' }
  if (token.kind === 'operator' || token.target === '/dev/null' || token.target.startsWith('&')) return [sign]
  // The file of a redirection is a word that can vary like any other.
  const start = text.search(/[^\d<>&| \t]/)
  if (start < 0) return [sign]
  return [{ ...sign, text: text.slice(0, start) }, wordPiece(text.slice(start), token.target)]
}

const wordPiece = (text: string, said?: string): Piece => {
  const first = text[0]
  const inner = text.slice(1, -1)
  const isQuoted = text.length > 1 && text.endsWith(first ?? '') && said !== undefined
  if (isQuoted && first === "'" && said === inner) return { kind: 'word', text, value: inner, quote: first }
  if (isQuoted && first === '"' && said === unescapeDouble(inner))
    return { kind: 'word', text, value: inner, quote: first }
  return { kind: 'word', text, value: text, quote: '' }
}
