import { NAME, isBlankOrEnd } from './characters.ts'
import { claimOf, mayClaim } from './names.ts'
import type { Span } from './span.ts'
import { valueAfterWord } from './telling-words.ts'
import { isStandIn } from './values.ts'
import { judgeValue } from './value-at.ts'

/** Finds secrets between tags (`<password>...</password>`), in `.netrc` lines, and next to the word password. */
export const elementsIn = (text: string, spans: Span[]): void => {
  for (let at = text.indexOf('</'); at >= 0; at = text.indexOf('</', at + 2)) elementAt(text, at, spans)
  // The sign is the end of the word `password`: it begins with a rare letter, which makes the search fast.
  for (let at = text.indexOf('word'); at >= 0; at = text.indexOf('word', at + 4)) {
    if (text.charCodeAt(at - 1) !== 115 || text.charCodeAt(at - 2) !== 115) continue
    if (text.charCodeAt(at + 4) === 32) netrcAt(text, at + 5, spans)
    valueAfterWord(text, at + 4, spans)
  }
}

const LONGEST_CONTENT = 400

const elementAt = (text: string, at: number, spans: Span[]): void => {
  let nameEnd = at + 2
  while (nameEnd - at < 50 && NAME[text.charCodeAt(nameEnd)] === 1) nameEnd++
  if (text.charCodeAt(nameEnd) !== 62 || !mayClaim(text, at + 2, nameEnd)) return
  const claim = claimOf(text.slice(at + 2, nameEnd))
  if (claim === 'none' || claim === 'authorization' || claim === 'cookie') return
  let start = at
  while (at - start < LONGEST_CONTENT && start > 0 && text.charCodeAt(start - 1) !== 62) start--
  if (start === at || text.charCodeAt(start - 1) !== 62) return
  const kind = judgeValue(text, { start, end: at, quoted: true }, claim, true)
  if (kind !== undefined) spans.push({ start, end: at, kind })
}

/** `machine host login user password value`, on one line or several. */
const netrcAt = (text: string, start: number, spans: Span[]): void => {
  const before = text.slice(Math.max(0, start - 160), start)
  if (!/\blogin\s+\S{1,100}\s+password $/.test(before)) return
  let end = start
  while (!isBlankOrEnd(text.charCodeAt(end)) && text.charCodeAt(end) !== 34 && text.charCodeAt(end) !== 92) end++
  if (end - start < 4 || isStandIn(text.slice(start, end))) return
  spans.push({ start, end, kind: 'password' })
}
