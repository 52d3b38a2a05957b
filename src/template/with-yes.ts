import { ruleId } from '../lesson/kinds/rule-id.ts'
import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'

/** Whether the owner said yes to the line with this id. */
export type Confirmed = (id: string) => boolean

/** The conventions of a template with their ids, and whether the owner said yes to each. */
export const withYes = (
  { conventions, scope }: Pick<TemplateDraft, 'conventions' | 'scope'>,
  isConfirmed: Confirmed,
): Template['conventions'] =>
  conventions.map((convention) => {
    const id = ruleId(convention.text, { repository: scope.project, owner: scope.owner })
    return { ...convention, id, confirmed: isConfirmed(id) }
  })
