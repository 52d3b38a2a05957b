import { hash as digest } from 'node:crypto'

/** Hex digest of the parts, unambiguous about where one ends. 80 bits are plenty for rows of one installation. */
export const hashOf = (...parts: (string | number | undefined)[]): string => {
  let joined = ''
  for (const part of parts) joined += part === undefined ? '-\u0000' : `${part}\u0000`
  return digest('sha1', joined, 'hex').slice(0, 20)
}
