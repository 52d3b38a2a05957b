import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'

export const OutcomeReported = z
  .object({
    entries: Count.describe('entries of the ledger that it was written to'),
    trials: Count.describe('trials of live experiments that it ended'),
  })
  .describe('A reported outcome.')
