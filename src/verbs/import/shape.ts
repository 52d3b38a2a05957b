import { z } from 'zod'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Effect, LessonEffect } from '../../schema/pack.ts'
import { Reason } from '../../schema/listing/rate.ts'
import { Count } from '../../schema/listing/words.ts'

const Counts = z.array(z.object({ reason: z.string(), count: Count }))
const Redactions = z.array(z.object({ kind: z.string(), count: Count }))

const Arrival = z.object({
  file: z.string().nullable().describe('of the first generation: the file it came from'),
  was: z.string().nullable().describe('its name where it came from'),
  name: z.string().nullable().describe('its name here; null: nothing was saved'),
  became: z
    .enum(['quarantined', 'unchanged', 'nothing'])
    .describe('unchanged: it was imported before; nothing: see `problem`'),
  problem: z.string().nullable(),
  state: z.string().nullable().describe('of the template as it is now'),
  version: Count.nullable(),
  hash: z.string().nullable(),
  patterns: Count,
  workflows: Count,
  recoveries: Count,
  conventions: Count,
  tokens: Count,
  addendum: z.boolean(),
  dropped: Counts.describe('what did not pass the gates, by reason'),
  replacedThere: Redactions.describe('what the sender replaced, as the pack says'),
  replacedHere: Redactions.describe('what had to be replaced on arrival'),
  effect: Effect.nullable().describe('what the sender says that it measured'),
  effectReason: Reason,
  certificate: Certificate.nullable().describe('of an experiment of the sender; null: there is none'),
})

export const PackImported = z
  .object({
    from: z.enum(['pack', 'first-generation']),
    sha256: z.string().nullable().describe('of the pack'),
    sender: z
      .object({
        trust: z.enum(['own', 'trusted', 'unknown-key', 'unsigned']),
        fingerprint: z.string().nullable(),
        label: z.string().nullable().describe('as you named the key'),
      })
      .nullable()
      .describe('null: of the first generation nobody signed'),
    templates: z.array(Arrival),
    lessons: z
      .object({
        project: z.string().describe('under which they stand here'),
        was: z.string().describe('the name of its folder where they come from'),
        arrived: z.array(z.object({ id: z.string(), text: z.string(), effect: LessonEffect.nullable() })),
        isNew: Count.describe('of these, lessons that were not imported before'),
        dropped: Counts.describe('what may not be said, by reason'),
        effect: LessonEffect.nullable().describe('of all of them together, as the sender measured it'),
        certificate: Certificate.nullable().describe('of an experiment of the sender; null: there is none'),
      })
      .nullable()
      .describe('lessons of the pack: none is told before a person said yes to it; null: there are none'),
    passedOver: z.array(z.object({ file: z.string(), problem: z.string() })).describe('files that hold no template'),
  })
  .describe('What became of a pack, or of template files of the first generation.')

export type Arrival = z.infer<typeof Arrival>
export type PackImported = z.infer<typeof PackImported>
