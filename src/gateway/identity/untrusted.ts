/** Longer names are cut, so that a stranger cannot fill the prompt. */
const LONGEST_CHARS = 240

/**
 * Writes a stranger's words as a JSON string of at most 240 characters: on one line, without control, direction or
 * invisible characters. Inside its quotes the text cannot begin a heading, a list or another field.
 */
export const quoted = (text: string): string => {
  const clean = oneLine(text)
  const whole = JSON.stringify(clean)
  if (whole.length <= LONGEST_CHARS) return whole
  // Quotes and backslashes take two characters each, so the place to cut is found by trying.
  const characters = Array.from(clean.slice(0, LONGEST_CHARS))
  for (;;) {
    const shortened = JSON.stringify(`${characters.join('')}…`)
    if (shortened.length <= LONGEST_CHARS) return shortened
    characters.pop()
  }
}

/** The same words without quotes, for text that no model reads. */
export const oneLine = (text: string): string =>
  text
    .slice(0, LONGEST_READ_CHARS)
    .toWellFormed()
    .replaceAll(/\s+|\p{Cc}+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/**
 * Format, private-use and unassigned characters, fillers, and variation selectors except the one that makes an emoji.
 */
const INVISIBLE =
  /\p{Cf}|\p{Co}|\p{Cn}|\u{34f}|[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{17b4}|\u{17b5}|[\u{fe00}-\u{fe0e}]|[\u{e0100}-\u{e01ef}]/gu

/** Only this much is read, because the rest would be cut anyway. */
const LONGEST_READ_CHARS = 2_000
