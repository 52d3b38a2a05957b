import { ledger, type LedgerInput, type OutcomeInput, reportOutcome as report } from '../../operations/ledger.ts'
import type { SelectFor } from '../../operations/select.ts'
import type { Ledger } from '../../schema/listing/ledger.ts'
import type { Selection } from '../../schema/listing/selection.ts'
import type { Warmstart } from './open.ts'

export type SelectInput = Omit<SelectFor, 'owner' | 'how'>

/** The template for a task, with the reason. With a session key it is drawn, and the draw goes into the ledger. */
export const selectTemplate = async ({ app, store }: Warmstart, input: SelectInput): Promise<Selection> => {
  const { selectFor } = await import('../../operations/select.ts')
  return selectFor(app, store, { ...input, how: 'library' })
}

/** Who was given which template, newest first, and how that went. */
export const readLedger = ({ app, store }: Warmstart, input: Omit<LedgerInput, 'owner'> = {}): Promise<Ledger> =>
  ledger(app, store, input)

/** Says whether a session did what it was for. */
export const reportOutcome = (
  { app, store }: Warmstart,
  input: Omit<OutcomeInput, 'owner' | 'by'>,
): Promise<{ entries: number }> => report(app, store, { ...input, by: 'library' })
