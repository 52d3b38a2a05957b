import { z } from 'zod'
import { SyncReport } from './sync-report.ts'

/** What the main job found: a sync, and whose history it was. */
export const StartReport = SyncReport.extend({
  sample: z.boolean().describe("made-up sessions were used, because no agent's history was found on this machine"),
  store: z.string().describe('address of the store that holds what was read; the sample has one of its own'),
  headline: z.array(z.string()).describe('how reliable it is, in a few lines'),
  page: z.string().nullable().describe('the report that was written, one HTML file; null where it could not be'),
}).describe('What `start` found: a sync, and whether it read the bundled sample.')

export type StartReport = z.infer<typeof StartReport>
