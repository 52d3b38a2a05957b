import { claimOf } from './names.ts'
import type { Span } from './span.ts'
import { isStandIn, looksChosen } from './values.ts'
import type { Sign } from './words/sign-search.ts'

const PRINTED =
  /(?:echo|printf)\s{1,4}(?:-[neE]{1,3}\s{1,4})?\\{0,3}(?:(["'])([^"'\\\n]{6,400})\\{0,3}\1|([^\s"'|;&<>$\\]{6,400}))\s{0,4}(?:>>?|\|\s{0,2}(?:sudo\s)?tee\s(?:-a\s)?)\s{0,4}["']?[\w./~$-]{0,160}?([\w.-]{3,60})(?=["'\s;&|\\)]|$)/dy

/** Finds what a command writes into a file whose name calls it secret: `echo X > /run/secrets/db_password`. */
export const WRITTEN_SIGNS: readonly Sign[] = ['echo ', 'printf '].map((word) => ({
  word,
  isCommon: true,
  examine: (text, start, end, spans) => {
    PRINTED.lastIndex = start
    const match = PRINTED.exec(text)
    const place = match?.indices?.[2] ?? match?.indices?.[3]
    return match === null || place === undefined || !isWritten(text.slice(...place), match[4]!)
      ? end
      : record(place, spans)
  },
}))

const record = ([start, end]: [number, number], spans: Span[]): number => {
  spans.push({ start, end, kind: 'password' })
  return end
}

const isWritten = (value: string, file: string): boolean => {
  const claim = claimOf(file.replace(/^\./, '').replace(/\.(?:txt|key|secret)$/, (end) => end.replace('.', '_')))
  return (claim === 'password' || claim === 'secret' || claim === 'token') && !isStandIn(value) && looksChosen(value, 6)
}
