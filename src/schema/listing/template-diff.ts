import { z } from 'zod'
import { Count } from './words.ts'

const Side = z.object({ name: z.string(), version: Count, hash: z.string() })

const Piece = z.object({ id: z.string(), what: z.string().describe('tool and shape, steps, or tool and signature') })

const PieceDiff = z.object({
  added: z.array(Piece),
  removed: z.array(Piece),
  changed: z.array(
    Piece.extend({
      fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })).describe('objects as JSON'),
    }),
  ),
  reordered: z.boolean().describe('those in both stand in another order, which decides what a small dose takes'),
})

const SetDiff = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

const TextDiff = z.object({ from: z.string(), to: z.string() }).nullable().describe('null: the same')

/** Two templates, or two versions of one, beside each other. */
export const TemplateDiff = z
  .object({
    from: Side,
    to: Side,
    isSame: z.boolean().describe('the content, and so the hash, is the same'),
    patterns: PieceDiff,
    workflows: PieceDiff,
    recoveries: PieceDiff,
    conventions: SetDiff,
    contextMarkers: SetDiff,
    addendum: TextDiff,
    description: TextDiff,
    tags: TextDiff,
    taskType: TextDiff,
  })
  .describe('What two templates, or two versions of one, do not have in common.')

export type TemplateDiff = z.infer<typeof TemplateDiff>
