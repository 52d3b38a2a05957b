/** Any of these lists of words, each of which must be there as a whole. */
export type Words = readonly (readonly string[])[]

/** As `lower()` of both engines does it, whatever the alphabet of the rest. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** For `like ... escape '!'`: what has a meaning there stands for itself. */
export const escapedLike = (text: string): string => text.replace(/[!%_]/g, (char) => `!${char}`)
