/** `{"timestamp":"2026-01-31T23:59:59.123Z` is as long in every line of every version that seals its thoughts. */
const BEFORE = '{"timestamp":"2026-01-31T23:59:59.123Z'.length
const MARK = Buffer.from('","type":"response_item","payload":{"type":"reasoning"')
/** Where only this kind of item has an `r`: nearly every line is told by this one letter. */
const LETTER_AT = BEFORE + MARK.indexOf('reasoning')
const LETTER = MARK[MARK.indexOf('reasoning')]

/** Skips encrypted thoughts: they fill a tenth of a file, and we cannot read them. */
export const skips = (bytes: Buffer, start: number, end: number): boolean => {
  if (bytes[start + LETTER_AT] !== LETTER) return false
  const from = start + BEFORE
  const to = from + MARK.length
  return to <= end && bytes.compare(MARK, 0, MARK.length, from, to) === 0
}
