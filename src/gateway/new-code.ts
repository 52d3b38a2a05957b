import { randomInt } from 'node:crypto'

/** Letters and digits that people can read out: those that look alike are left out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A drawn code that a person types. */
export const newCode = (chars: number): string =>
  Array.from({ length: chars }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
