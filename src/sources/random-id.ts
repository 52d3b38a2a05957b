/** Whether a call id was drawn at random, so that two calls with it are one. Small models write `call_0`. */
export const isRandomId = (id: string): boolean => {
  for (const part of id.slice(0, ID_CHARS).split(/[^A-Za-z0-9]+/)) {
    if (part.length >= RANDOM_CHARS && /\d/.test(part) && /[A-Za-z]/.test(part)) return true
  }
  return false
}

const ID_CHARS = 200
const RANDOM_CHARS = 8
