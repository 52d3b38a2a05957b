import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Count } from './words.ts'

const Side = v.object({ name: v.string(), version: Count, hash: v.string() })

const Piece = v.object({ id: v.string(), what: described(v.string(), 'tool and shape, steps, or tool and signature') })

const PieceDiff = v.object({
  added: v.array(Piece),
  removed: v.array(Piece),
  changed: v.array(
    v.object({
      ...Piece.entries,
      fields: described(v.array(v.object({ field: v.string(), from: v.string(), to: v.string() })), 'objects as JSON'),
    }),
  ),
  reordered: described(v.boolean(), 'those in both stand in another order, which decides what a small dose takes'),
})

const SetDiff = v.object({ added: v.array(v.string()), removed: v.array(v.string()) })

const TextDiff = described(v.nullable(v.object({ from: v.string(), to: v.string() })), 'null: the same')

/** Two templates, or two versions of one, beside each other. */
export const TemplateDiff = describedObject('What two templates, or two versions of one, do not have in common.', {
  from: Side,
  to: Side,
  isSame: described(v.boolean(), 'the content, and so the hash, is the same'),
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

export type TemplateDiff = v.InferOutput<typeof TemplateDiff>
