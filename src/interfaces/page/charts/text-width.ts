/** The size of the charts' text, as in the style of the page. */
const FONT_PX = 12.5

/**
 * Widths of characters in ems, from the widest of the usual system fonts (DejaVu Sans, Verdana). The font of the
 * reader is not known here, and too much room is better than a cut name.
 */
const NARROW = new Set(" ijlI.,:;'|!()[]")
const WIDE = new Set('mwMW%@…→←—')
const [NARROW_EM, SMALL_EM, CAPITAL_EM, WIDE_EM] = [0.4, 0.63, 0.76, 1]
/** Scripts from here on may have full-width characters. */
const FULL_WIDTH_FROM = 0x2e80
const ELLIPSIS = '…'

/** The most pixels that a text of a chart can take. */
export const textPx = (text: string): number => {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems * FONT_PX
}

/** Cuts a name in the middle and marks the cut, because the tools of one server begin alike. */
export const fitted = (text: string, widthPx: number): string => {
  if (textPx(text) <= widthPx) return text
  const characters = [...text]
  const room = widthPx - textPx(ELLIPSIS)
  const start = taken(characters, room / 2)
  const end = taken(characters.toReversed(), room - textPx(start.join('')))
  return `${start.join('')}${ELLIPSIS}${end.toReversed().join('')}`
}

/** As much of the start of a text as fits, at least one character. */
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
