import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'

export const OutcomeReported = describedObject('A reported outcome.', {
  entries: described(Count, 'entries of the ledger that it was written to'),
  trials: described(Count, 'trials of live experiments that it ended'),
})
