import { chiSquareTail } from './chi-square.ts'

/** How often each arm was drawn, and the share of draws that it should have. */
export interface AssignedArm {
  count: number
  share: number
}

/**
 * p value of the assigned counts, if arms were drawn with these shares (chi-square). A very small value means that
 * assignment or recording is broken, and then no difference between the arms can be trusted. Null if nothing is
 * assigned yet.
 */
export const sampleRatio = (arms: readonly AssignedArm[]): number | null => {
  const total = arms.reduce((sum, { count }) => sum + count, 0)
  const shares = arms.reduce((sum, { share }) => sum + share, 0)
  if (total === 0 || shares <= 0 || arms.some(({ share }) => share <= 0)) return null
  const distance = arms.reduce((sum, { count, share }) => {
    const expected = (total * share) / shares
    return sum + (count - expected) ** 2 / expected
  }, 0)
  return chiSquareTail(distance, arms.length - 1)
}
