import { NAME, codeAt } from './characters.ts'
import { ESCAPES, type Marks } from './words/marks.ts'
import { claimOf, mayClaim } from './names.ts'
import type { Span } from './span.ts'
import { judgeValue } from './value-at.ts'

/** Finds secrets between tags: `<password>...</password>`. */
export const elementsIn = (text: string, units: Uint16Array, marks: Marks, spans: Span[]): void => {
  for (let nth = marks.begins[ESCAPES]!; nth < marks.ends[ESCAPES]!; nth++) {
    const at = marks.places[nth]!
    if (units[at] === LESS && units[at + 1] === SLASH && at + 1 < text.length) elementAt(text, at, spans)
  }
}

const LESS = 60
const SLASH = 47

const LONGEST_CONTENT = 400

const elementAt = (text: string, at: number, spans: Span[]): void => {
  let nameEnd = at + 2
  // The name may have a prefix: `</wsse:Password>`.
  while (nameEnd - at < 50 && (NAME[codeAt(text, nameEnd)] === 1 || codeAt(text, nameEnd) === 58)) nameEnd++
  if (codeAt(text, nameEnd) !== 62) return
  const isNamed = mayClaim(text, at + 2, nameEnd)
  // The name may stand in an attribute, or in the previous element: `<key>Password</key><string>X</string>`.
  if (!isNamed && !HOLDERS.has(text.slice(at + 2, nameEnd).toLowerCase())) return
  const end = text.startsWith(']]>', at - 3) ? at - 3 : at
  let start = end
  while (at - start < LONGEST_CONTENT && start > 0 && codeAt(text, start - 1) !== 62) start--
  if (start === end || codeAt(text, start - 1) !== 62) return
  if (end < at && text.startsWith('<![CDATA[', start)) start += '<![CDATA['.length
  const claim = claimOf(isNamed ? text.slice(at + 2, nameEnd) : nameBefore(text, start))
  if (claim === 'none' || claim === 'authorization' || claim === 'cookie') return
  const kind = judgeValue(text, { start, end, quoted: true }, claim, true)
  if (kind !== undefined) spans.push({ start, end, kind })
}

/** Elements that are named after their type, not after their content. */
const HOLDERS: ReadonlySet<string> = new Set(
  'string value entry property param item field setting data plaintext'.split(' '),
)
const LONGEST_BEFORE = 200
const BEFORE =
  /<key>\s{0,4}([\w .-]{3,60})\s{0,4}<\/key>\s{0,20}<string>$|<([\w.:-]{3,60})>\s{0,20}<(?:value|plaintext|string)>$|<\w{1,20}\s[^<>]{0,80}?\b(?:name|key|id)=["']([\w .:-]{3,60})["'][^<>]{0,80}>$/i

const nameBefore = (text: string, start: number): string => {
  const match = BEFORE.exec(text.slice(Math.max(0, start - LONGEST_BEFORE), start))
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').replaceAll(' ', '_')
}
