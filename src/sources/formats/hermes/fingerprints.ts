import { hashOf } from '../../../lib/hash.ts'
import { isRecord } from '../../../lib/json.ts'
import { cellText } from './rows.ts'

/**
 * What is remembered of a database between runs, in about 44 KB however many sessions it has: the last message seen, how
 * far the sessions were read, and a sum of fingerprints for each of 4,096 groups of sessions. A changed session shows as
 * a changed sum; its whole group (two dozen sessions of a hundred thousand) is then read again.
 */
export interface Memory {
  /** All messages up to this id of all sessions up to `sessionRowid` have been read. */
  messageId: number
  sessionRowid: number
  /** Messages without a session row have been looked for. */
  sawOrphans: boolean
  /** By group. NaN: must be read again. */
  sums: Float64Array
}

export const GROUPS = 4_096

export const newMemory = (): Memory => ({
  messageId: 0,
  sessionRowid: 0,
  sawOrphans: false,
  sums: new Float64Array(GROUPS),
})

/** Sessions are grouped by their id, which neither VACUUM nor deletions elsewhere change. */
export const groupSession = (session: string): number => Number.parseInt(hashOf(session).slice(0, 3), 16)

/** Hashes all cells of a session row that are read. 48 bits, so that sums stay exact. */
export const hashCells = (cells: readonly unknown[]): number =>
  Number.parseInt(hashOf(...cells.slice(1).map(cellText)).slice(0, 12), 16)

/** The order of the sessions does not matter. */
export const addFingerprint = (sums: Float64Array, group: number, print: number): void => {
  sums[group] = ((sums[group] ?? 0) + print) % MODULUS
}

const MODULUS = 2 ** 48

/** Memory of the first sessions, out of memories of one stretch of them after another. */
export const joinMemories = (memories: readonly Memory[]): Memory => {
  const joined = newMemory()
  for (const { messageId, sessionRowid, sawOrphans, sums } of memories) {
    joined.messageId = messageId
    joined.sessionRowid = sessionRowid
    joined.sawOrphans = sawOrphans
    for (let group = 0; group < GROUPS; group++) addFingerprint(joined.sums, group, sums[group] ?? 0)
  }
  return joined
}

export const saveMemory = (memory: Memory): unknown => ({
  messageId: memory.messageId,
  sessionRowid: memory.sessionRowid,
  sawOrphans: memory.sawOrphans,
  sums: Buffer.from(memory.sums.buffer, memory.sums.byteOffset, memory.sums.byteLength).toString('base64'),
})

/** Anything that is not what `saveMemory` wrote starts anew. */
export const restoreMemory = (saved: unknown): Memory => {
  if (!isRecord(saved)) return newMemory()
  const { messageId, sessionRowid, sums } = saved
  if (typeof messageId !== 'number' || typeof sessionRowid !== 'number' || typeof sums !== 'string') return newMemory()
  const bytes = Buffer.from(sums, 'base64')
  if (bytes.byteLength !== GROUPS * Float64Array.BYTES_PER_ELEMENT) return newMemory()
  // Copied, because a Float64Array must begin at a multiple of eight.
  const copy = new Float64Array(new Uint8Array(bytes).buffer)
  return { messageId, sessionRowid, sawOrphans: saved.sawOrphans === true, sums: copy }
}
