import { analyse } from '../../experiment/analyse.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import { summed } from '../../provision/ledger-figures.ts'
import type { HurtingTemplates } from '../../schema/listing/hurting-template.ts'
import type { Connection } from '../../store/connection.ts'
import { hurtfulTemplates } from '../../store/experiments/tested-template.ts'
import { sessionEffects } from '../../store/templates/ledger.ts'
import { readTemplates } from '../../template/run.ts'

/**
 * Lists templates in use that hurt, each with its figures and the command that retires it. A template hurts by the
 * newest verdict of an experiment about its content, or by the ledger of everyday use.
 */
export const hurtingTemplates = async (store: Connection, owner: string): Promise<HurtingTemplates> => {
  const hurtful = await hurtfulTemplates(store, owner)
  const daily = summed(await sessionEffects(store, { owner })).filter(({ verdict }) => verdict === 'hurts')
  if (hurtful.length + daily.length === 0) return []
  const { templates } = await readTemplates(store, { owner, state: 'active' })
  const found: HurtingTemplates = []
  for (const { id, hash, experiment, model } of hurtful) {
    const active = templates.find((each) => each.id === id && each.hash === hash)
    if (active === undefined) continue
    const { name, declaration } = { name: active.name, declaration: experiment.declaration }
    const { primary } = analyse(declaration, await readTrials(store, experiment))
    const { metric: measure, estimate, n } = primary
    const { low, high } = primary.alwaysValid ?? primary
    const effect = estimate === null ? null : { measure, estimate, low, high, n }
    found.push({ template: name, experiment: declaration.name, model, effect, command: `warmstart retire ${name}` })
  }
  for (const { templateId, difference, verdictBy, warm, cold } of daily) {
    const active = templates.find(({ id }) => id === templateId)
    if (active === undefined || difference === null) continue
    const effect = { measure: verdictBy ?? '', ...difference, n: warm.sessions + cold.sessions }
    found.push({
      template: active.name,
      experiment: null,
      model: null,
      effect,
      command: `warmstart retire ${active.name}`,
    })
  }
  return found
}
