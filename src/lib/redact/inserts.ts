import { claimOf } from './names.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import { judgeValue } from './value-at.ts'

/**
 * Finds the values of columns named password, secret or token: `INSERT INTO users (name, password) VALUES ('ann',
 * 'X')`.
 */
export const INSERT_SIGNS: readonly Sign[] = [
  {
    word: 'insert',
    isCommon: true,
    examine: (text, _start, end, spans) => {
      HEAD.lastIndex = end
      const columns = HEAD.exec(text)?.[1]
      if (columns === undefined) return end
      const claims = columns.split(',').map((name) => claimOf(name.trim().replace(/^[^\w]+|[^\w]+$/g, '')))
      return claims.some(tells) ? rowsAt(text, HEAD.lastIndex, claims, spans) : end
    },
  },
]

type Claims = readonly ReturnType<typeof claimOf>[]

const tells = (claim: Claims[number]): boolean => claim === 'password' || claim === 'secret' || claim === 'token'

const HEAD =
  /\s{1,8}into\s{1,8}[\w.`"[\]\\]{1,120}\s{0,8}\(([^()\n]{1,600}|[^()]{1,600})\)\s{0,20}values\s{0,20}(?=\()/iy
const MOST_ROWS = 50
/** A quoted text (two quotes stand for one), or anything up to the next comma. */
const CELL = /\s{0,20}(?:N?'((?:[^'\\\n]|''|\\.){0,400})'|([^,()']{0,120}(?:\([^()]{0,200}\))?))\s{0,20}(?=[,)])/y

const rowsAt = (text: string, from: number, claims: Claims, spans: Span[]): number => {
  let at = from
  for (let row = 0; row < MOST_ROWS; row++) {
    if (text.charAt(at) !== '(') return at
    for (const claim of claims) {
      CELL.lastIndex = at + 1
      const cell = CELL.exec(text)
      if (cell === null) return at
      const value = cell[1]
      const start = at + 1 + cell[0].indexOf("'") + 1
      if (value !== undefined && tells(claim)) {
        const kind = judgeValue(text, { start, end: start + value.length, quoted: true }, claim, true)
        if (kind !== undefined) spans.push({ start, end: start + value.length, kind })
      }
      at = CELL.lastIndex
    }
    const next = /^\)\s{0,20},\s{0,20}/.exec(text.slice(at, at + 50))
    if (next === null) return at
    at += next[0].length
  }
  return at
}
