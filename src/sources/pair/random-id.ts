/**
 * Whether a call id was drawn at random, so that two calls with it are one. Small models write `call_0`, others count and name
 * the tool: `functions.mcp__context7__search:3`.
 */
export const isRandomId = (id: string): boolean => {
  if (COUNTED.test(id.slice(-COUNTED_CHARS))) return false
  for (const part of id.slice(0, ID_CHARS).split(/[^A-Za-z0-9]+/)) {
    if (part.length >= RANDOM_CHARS && DRAWN.test(part)) return true
  }
  return false
}

const ID_CHARS = 200
const RANDOM_CHARS = 8
const COUNTED_CHARS = 8
const COUNTED = /:\d{1,6}$/
/** A name may end with a number; one in front of a letter was hardly given by a person. */
const DRAWN = /\d[A-Za-z]/
