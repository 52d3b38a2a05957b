import type { HurtingTemplates } from '../../schema/listing/hurting-template.ts'
import type { Connection } from '../../store/connection.ts'
import { hurtfulTemplates } from '../../store/experiments/tested-template.ts'
import { readTemplates } from '../../template/run.ts'

/** Templates in use that the newest verdict about their content found to hurt, with the command that retires each. */
export const hurtingTemplates = async (store: Connection, owner: string): Promise<HurtingTemplates> => {
  const hurtful = await hurtfulTemplates(store, owner)
  if (hurtful.length === 0) return []
  const { templates } = await readTemplates(store, { owner, state: 'active' })
  return hurtful.flatMap(({ id, hash, experiment, model }) => {
    const active = templates.find((each) => each.id === id && each.hash === hash)
    if (active === undefined) return []
    return [{ template: active.name, experiment, model, command: `warmstart retire ${active.name}` }]
  })
}
