/** Longer names are cut: nobody is called so, and a prompt is not theirs to fill. */
const LONGEST_CHARS = 240

/**
 * Somebody else's words as a JSON string of at most 240 characters: on one line, without control, direction or invisible
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
    .replaceAll(/\p{Cf}|\p{Co}|\p{Cn}|[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufe00-\ufe0f]/gu, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** What is behind would be cut anyway. */
const LONGEST_READ_CHARS = 2_000
