import type { Ledger } from '../ledger/operation.ts'
import { counted, grouped } from '../../lib/number-text.ts'

/** Says in a sentence how often hooks came too late. */
export const lateText = (figures: Ledger['hooks']): string => {
  if (figures === null) return 'none has run yet'
  const { runs, late, sessionsMissed, since } = figures
  const missed = sessionsMissed === 0 ? '' : `; ${counted(sessionsMissed, 'session')} got nothing by it`
  return `too late: ${grouped(late)} of ${grouped(runs)} since ${since.slice(0, 10)}${missed}`
}
