/** The size of the charts' text, as the style of the page sets it. */
const FONT_PX = 12.5

/**
 * Widths of characters in ems, as the widest of the usual system fonts (DejaVu Sans, Verdana) has them: it is not known here
 * which font will draw the page, and room too much is better than a name cut off.
 */
const NARROW = new Set(" ijlI.,:;'|!()[]")
const WIDE = new Set('mwMW%@…→←—')
const [NARROW_EM, SMALL_EM, CAPITAL_EM, WIDE_EM] = [0.4, 0.63, 0.76, 1]
/** From here on scripts may have full-width characters. */
const FULL_WIDTH_FROM = 0x2e80
const ELLIPSIS = '…'

/** How many pixels a text of a chart takes at most. */
export const textPx = (text: string): number => {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems * FONT_PX
}

/** A name cut in its middle to fit, since tools of one server begin alike; the cut is marked. */
export const fitted = (text: string, widthPx: number): string => {
  if (textPx(text) <= widthPx) return text
  const characters = [...text]
  const room = widthPx - textPx(ELLIPSIS)
  const start = taken(characters, room / 2)
  const end = taken(characters.toReversed(), room - textPx(start.join('')))
  return `${start.join('')}${ELLIPSIS}${end.toReversed().join('')}`
}

/** As much of a text from its start as fits, at least one character. */
export const fittingStart = (text: string, widthPx: number): string => {
  const characters = [...text]
  return characters.slice(0, Math.max(1, taken(characters, widthPx).length)).join('')
}

const taken = (characters: readonly string[], widthPx: number): string[] => {
  let used = 0
  const end = characters.findIndex((character) => {
    used += emsOf(character) * FONT_PX
    return used > widthPx
  })
  return characters.slice(0, end === -1 ? characters.length : end)
}

const emsOf = (character: string): number => {
  if (NARROW.has(character) || character === '\u00a0') return NARROW_EM
  if (WIDE.has(character) || (character.codePointAt(0) ?? 0) >= FULL_WIDTH_FROM) return WIDE_EM
  return character >= 'A' && character <= 'Z' ? CAPITAL_EM : SMALL_EM
}
