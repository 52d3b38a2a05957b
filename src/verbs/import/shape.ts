import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Effect, LessonEffect } from '../../schema/pack.ts'
import { Reason } from '../../schema/listing/rate.ts'
import { Count } from '../../schema/listing/words.ts'

const Counts = v.array(v.object({ reason: v.string(), count: Count }))
const Redactions = v.array(v.object({ kind: v.string(), count: Count }))

const Arrival = v.object({
  file: described(v.nullable(v.string()), 'of the first generation: the file it came from'),
  was: described(v.nullable(v.string()), 'its name where it came from'),
  name: described(v.nullable(v.string()), 'its name here; null: nothing was saved'),
  became: described(
    v.picklist(['quarantined', 'unchanged', 'nothing']),
    'unchanged: it was imported before; nothing: see `problem`',
  ),
  problem: v.nullable(v.string()),
  state: described(v.nullable(v.string()), 'of the template as it is now'),
  version: v.nullable(Count),
  hash: v.nullable(v.string()),
  patterns: Count,
  workflows: Count,
  recoveries: Count,
  conventions: Count,
  tokens: Count,
  addendum: v.boolean(),
  dropped: described(Counts, 'what did not pass the gates, by reason'),
  replacedThere: described(Redactions, 'what the sender replaced, as the pack says'),
  replacedHere: described(Redactions, 'what had to be replaced on arrival'),
  effect: described(v.nullable(Effect), 'what the sender says that it measured'),
  effectReason: Reason,
  certificate: described(v.nullable(Certificate), 'of an experiment of the sender; null: there is none'),
})

export const PackImported = describedObject('What became of a pack, or of template files of the first generation.', {
  from: v.picklist(['pack', 'first-generation']),
  sha256: described(v.nullable(v.string()), 'of the pack'),
  sender: described(
    v.nullable(
      v.object({
        trust: v.picklist(['own', 'trusted', 'unknown-key', 'unsigned']),
        fingerprint: v.nullable(v.string()),
        label: described(v.nullable(v.string()), 'as you named the key'),
      }),
    ),
    'null: of the first generation nobody signed',
  ),
  templates: v.array(Arrival),
  lessons: described(
    v.nullable(
      v.object({
        project: described(v.string(), 'under which they stand here'),
        was: described(v.string(), 'the name of its folder where they come from'),
        arrived: v.array(v.object({ id: v.string(), text: v.string(), effect: v.nullable(LessonEffect) })),
        isNew: described(Count, 'of these, lessons that were not imported before'),
        dropped: described(Counts, 'what may not be said, by reason'),
        effect: described(v.nullable(LessonEffect), 'of all of them together, as the sender measured it'),
        certificate: described(v.nullable(Certificate), 'of an experiment of the sender; null: there is none'),
      }),
    ),
    'lessons of the pack: none is told before a person said yes to it; null: there are none',
  ),
  passedOver: described(v.array(v.object({ file: v.string(), problem: v.string() })), 'files that hold no template'),
})

export type Arrival = v.InferOutput<typeof Arrival>
export type PackImported = v.InferOutput<typeof PackImported>
