import type { TemplateDraft } from '../schema/template-draft.ts'
import { generalReason } from '../trust/general-reason.ts'

type LeftOut = TemplateDraft['leftOut']

/** What was left out, counted by reason, in the order of reasons. The reasons hold no words of the calls. */
export const countLeftOut = (parts: LeftOut): LeftOut =>
  [...Map.groupBy(parts, ({ reason }) => generalReason(reason))]
    .map(([reason, same]) => ({ reason, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => (one.reason < other.reason ? -1 : 1))
