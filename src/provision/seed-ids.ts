import { SEED_ID_PREFIX } from '../schema/seed.ts'

/** As much of a pattern's id as every provider's limit has room for, Anthropic's 64 and OpenAI's 40 characters included. */
const LONGEST_OWN_ID = 16

/** Gives call ids made from the ids of patterns: the same every time, and none twice, nor one of those already taken. */
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

/** Ids of ours are shorter, a few copies of them included. */
const LONGEST_ID = 64

const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
