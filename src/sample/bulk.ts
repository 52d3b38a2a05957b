import type { Random } from './random.ts'
import type { Texts } from './texts.ts'

/** What makes up most of a real history and says nothing: sealed thoughts, signatures, copies of what stands elsewhere. */
export interface Bulk {
  chance(probability: number): boolean
  /** Letters and digits as encryption leaves them, some thousand with a long tail. */
  sealed(): string
  /** Code of any length, most of it short: half below the median, one in twenty twenty times as long. */
  code(medianChars: number): string
}

const POOL_CHARS = 60_000
const LONGEST_SEAL_CHARS = 6_000
const LONGEST_CODE_CHARS = 20_000

/** Random letters are cut out of one pool: making them anew would take longer than reading them. */
export const createBulk = (random: Random): ((texts: Texts) => Bulk) => {
  const pool = Buffer.from(random.hex(POOL_CHARS * 2), 'hex').toString('base64url')
  return (texts) => ({
    chance: random.chance,
    sealed: () => {
      const length = Math.round(Math.min(LONGEST_SEAL_CHARS, random.logNormal(2_000, 0.5)))
      const start = random.between(0, POOL_CHARS - LONGEST_SEAL_CHARS)
      return pool.slice(start, start + length)
    },
    code: (medianChars) => texts.code(Math.min(LONGEST_CODE_CHARS, random.logNormal(medianChars, 1.6))),
  })
}
