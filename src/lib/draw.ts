import { hash as digest } from 'node:crypto'

/** A number in [0, 1) that depends only on the arguments. Different purposes draw independently. */
export const drawOf = (purpose: string, subject: string, sessionKey: string): number => {
  const bytes = digest('sha256', JSON.stringify([purpose, subject, sessionKey]), 'buffer')
  // 48 bits: far more values than a store has sessions, and exact in a double.
  return bytes.readUIntBE(0, 6) / 2 ** 48
}
