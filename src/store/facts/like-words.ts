/** Lists of words; a text fits if it holds all words of at least one list. */
export type Words = readonly (readonly string[])[]

/** As `lower()` of both engines does it, whatever the alphabet of the rest. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Escapes a text for `like ... escape '!'`. */
export const escapedLike = (text: string): string => text.replace(/[!%_]/g, (char) => `!${char}`)
