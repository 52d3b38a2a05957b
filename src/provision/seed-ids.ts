import { SEED_ID_PREFIX } from '../schema/seed.ts'

/** The characters of a pattern's id that fit into every provider's limit, such as Anthropic's 64 and OpenAI's 40. */
const LONGEST_OWN_ID = 16

/**
 * Makes call ids from the ids of patterns. They are the same every time, never repeated, and never one that is taken.
 */
export const createSeedIds = (taken: ReadonlySet<string> = new Set()): ((own: string, step?: number) => string) => {
  const given = new Set<string>()
  return (own, step) => {
    const letter = step === undefined ? '' : String.fromCharCode(97 + (step % 26))
    const plain = `${SEED_ID_PREFIX}${own.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, LONGEST_OWN_ID)}${letter}`
    let id = plain
    for (let copy = 2; taken.has(id) || given.has(id); copy++) id = `${plain}x${copy}`
    given.add(id)
    return id
  }
}

/** Every word of a document that looks like the id of a seeded call, wherever it stands. */
export const seedIdsIn = (document: string): Set<string> => {
  const found = new Set<string>()
  for (let at = document.indexOf(SEED_ID_PREFIX); at >= 0; at = document.indexOf(SEED_ID_PREFIX, at + 1)) {
    let end = at + SEED_ID_PREFIX.length
    while (end < document.length && end - at < LONGEST_ID && isWord(document.charCodeAt(end))) end++
    found.add(document.slice(at, end))
  }
  return found
}

/** Our ids are shorter than this, even with the suffix of a few copies. */
const LONGEST_ID = 64

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
