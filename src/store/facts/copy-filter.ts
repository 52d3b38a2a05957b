import type { Connection, Row } from '../connection.ts'

/** One bit per value of 24 bits of a key: 2 MB, and at a million calls fifteen of sixteen keys need no look. */
const KEY_DIGITS = 6
const BITS = 16 ** KEY_DIGITS

/**
 * Says which calls can have copies in the store, so that a first import does not look for each of them. It knows only
 * the calls that it has seen. As soon as another process may have written, it answers "perhaps" for every call.
 */
export const createCopyFilter = () => {
  const seen = new Uint8Array(BITS / 8)
  let version: number | undefined
  let isKnown: boolean | undefined

  return {
    /** To be called in every transaction before `mayHaveCopies`. */
    async check(transaction: Connection): Promise<void> {
      // PostgreSQL does not tell whether others have written.
      if (isKnown === false || transaction.engine.name !== 'sqlite') {
        isKnown = false
        return
      }
      const now = await versionOf(transaction)
      isKnown ??= (await transaction.all('select 1 as one from call limit 1')).length === 0
      if (version !== undefined && version !== now) isKnown = false
      version = now
    },
    mayHaveCopies(key: string): boolean {
      if (isKnown !== true) return true
      const bit = Number.parseInt(key.slice(-KEY_DIGITS), 16)
      if (Number.isNaN(bit)) return true
      const mask = 1 << (bit & 7)
      const before = seen[bit >> 3] ?? 0
      if ((before & mask) !== 0) return true
      seen[bit >> 3] = before | mask
      return false
    },
  }
}

export type CopyFilter = ReturnType<typeof createCopyFilter>

/** Changes when another connection has committed something. */
const versionOf = async (transaction: Connection): Promise<number> => {
  const [row] = await transaction.all<Row & { data_version: number }>('pragma data_version')
  return row?.data_version ?? -1
}
