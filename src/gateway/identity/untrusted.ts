/** Longer names are cut: no person is called so, and a prompt is not theirs to fill. */
const LONGEST_CHARS = 240

/**
 * A stranger's words as a JSON string of at most 240 characters: on one line, without control, direction or invisible
 * characters. Inside its quotes it can begin no heading, no list and no other field.
 */
export const quoted = (text: string): string => {
  const clean = oneLine(text)
  const whole = JSON.stringify(clean)
  if (whole.length <= LONGEST_CHARS) return whole
  // Quotes and backslashes take two characters each, so the cut is looked for rather than worked out.
  const characters = Array.from(clean.slice(0, LONGEST_CHARS))
  for (;;) {
    const shortened = JSON.stringify(`${characters.join('')}…`)
    if (shortened.length <= LONGEST_CHARS) return shortened
    characters.pop()
  }
}

/** The same words without quotes, for places that are not read by a model. */
export const oneLine = (text: string): string =>
  text
    .slice(0, LONGEST_READ_CHARS)
    .toWellFormed()
    .replaceAll(/\s+|\p{Cc}+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Formats, private use, unassigned, fillers, and what selects a variant but for the one that makes an emoji. */
const INVISIBLE =
  /\p{Cf}|\p{Co}|\p{Cn}|\u{34f}|[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{17b4}|\u{17b5}|[\u{fe00}-\u{fe0e}]|[\u{e0100}-\u{e01ef}]/gu

/** What is behind would be cut anyway. */
const LONGEST_READ_CHARS = 2_000
