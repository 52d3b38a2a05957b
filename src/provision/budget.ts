import { AppError } from '../lib/error.ts'

/** A budget of tokens that is spent piece by piece. Without a limit it never runs out. */
export interface Budget {
  /** Takes this many tokens if they are left. */
  take(tokens: number): boolean
  /** Throws if the limit is below this number, and says which limit would do. */
  requireLeast(tokens: number): void
  spent(): number
}

export const createBudget = (limit: number | undefined): Budget => {
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new AppError('usage', `a budget is a whole number of tokens above 0, not ${limit}`)
  let spent = 0
  const take = (tokens: number): boolean => {
    if (limit !== undefined && spent + tokens > limit) return false
    spent += tokens
    return true
  }
  return {
    take,
    requireLeast: (tokens) => {
      if (limit === undefined || limit >= tokens) return
      throw new AppError(
        'usage',
        `a budget of ${limit} tokens is too small: the least that can be given takes ${tokens}`,
        {
          hint: `raise --budget to ${tokens} or more`,
        },
      )
    },
    spent: () => spent,
  }
}
