import { NAME, codeAt } from './characters.ts'
import { claimOf, mayClaim } from './names.ts'
import type { Span } from './span.ts'
import { judgeValue } from './value-at.ts'

/** Finds secrets between tags: `<password>...</password>`. */
export const elementsIn = (text: string, spans: Span[]): void => {
  for (let at = text.indexOf('</'); at >= 0; at = text.indexOf('</', at + 2)) elementAt(text, at, spans)
}

const LONGEST_CONTENT = 400

const elementAt = (text: string, at: number, spans: Span[]): void => {
  let nameEnd = at + 2
  while (nameEnd - at < 50 && NAME[codeAt(text, nameEnd)] === 1) nameEnd++
  if (codeAt(text, nameEnd) !== 62 || !mayClaim(text, at + 2, nameEnd)) return
  const claim = claimOf(text.slice(at + 2, nameEnd))
  if (claim === 'none' || claim === 'authorization' || claim === 'cookie') return
  let start = at
  while (at - start < LONGEST_CONTENT && start > 0 && codeAt(text, start - 1) !== 62) start--
  if (start === at || codeAt(text, start - 1) !== 62) return
  const kind = judgeValue(text, { start, end: at, quoted: true }, claim, true)
  if (kind !== undefined) spans.push({ start, end: at, kind })
}
