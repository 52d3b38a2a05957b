import { asString, isRecord } from '../../lib/json.ts'
import type { Verdict } from '../../schema/experiment.ts'
import type { Connection } from '../connection.ts'
import { type KeptExperiment, listExperiments } from './experiment.ts'

/**
 * A template as it was when an experiment was declared. The experiment says nothing about a later content, which has
 * another hash.
 */
interface TestedTemplate {
  id: string
  hash: string
}

/** An experiment that has ended, with the template whose effect its verdict is about. */
export interface TemplateTest {
  experiment: KeptExperiment
  template: TestedTemplate
}

/** Ended experiments of an owner whose verdict is about a template, the newest first. */
export const templateTests = async (connection: Connection, owner: string): Promise<TemplateTest[]> =>
  (await endedExperiments(connection, owner)).flatMap((experiment) => {
    const template = testedTemplate(experiment)
    return template === undefined ? [] : [{ experiment, template }]
  })

/** Experiments of an owner that have ended, the newest first. */
export const endedExperiments = async (connection: Connection, owner: string): Promise<KeptExperiment[]> =>
  (await listExperiments(connection, owner)).filter(isEnded)

/** A stopped experiment may go on, but a verdict that stands allows for that. */
const isEnded = ({ state, verdict }: KeptExperiment): boolean =>
  state === 'done' || (state === 'stopped' && verdict !== null && verdict !== 'not-enough-data')

/** The template of the second arm, where the first arm gives nothing: the verdict compares these two. History proves nothing. */
const testedTemplate = ({ declaration, setup }: KeptExperiment): TestedTemplate | undefined => {
  const [first, second] = declaration.arms
  if (declaration.design === 'observational' || first?.treatment.kind !== 'cold' || second === undefined)
    return undefined
  const templates = isRecord(setup) && isRecord(setup['templates']) ? setup['templates'] : {}
  const given = templates[second.name]
  const [id, hash] = isRecord(given) ? [asString(given['id']), asString(given['hash'])] : []
  return id === undefined || hash === undefined ? undefined : { id, hash }
}

/** A template that the newest verdict about its content and a model found to hurt. */
export interface HurtfulTemplate extends TestedTemplate {
  experiment: KeptExperiment
  /** Null: several models took part, or the model is unknown. */
  model: string | null
}

/** Templates of an owner that hurt, each model by the newest verdict about it. */
export const hurtfulTemplates = async (connection: Connection, owner: string): Promise<HurtfulTemplate[]> => {
  const newest = new Map<string, { verdict: Verdict; hurtful: HurtfulTemplate }>()
  for (const { experiment, template } of await templateTests(connection, owner)) {
    const { id, declaration, verdict } = experiment
    if (verdict === null || verdict === 'not-enough-data') continue
    const model = await testedModel(connection, id, declaration.model)
    const key = JSON.stringify([template.id, template.hash, model])
    const hurtful = { ...template, experiment, model }
    if (!newest.has(key)) newest.set(key, { verdict, hurtful })
  }
  return [...newest.values()].flatMap(({ verdict, hurtful }) => (verdict === 'hurts' ? [hurtful] : []))
}

/** Sessions say which model they ran with; what was declared stands in where they do not. */
const testedModel = async (connection: Connection, id: string, declared: string | null): Promise<string | null> => {
  const rows = await connection.all<{ model: string }>(
    "select distinct model from trial where experiment_id = ? and model is not null and ending in ('pass', 'fail')",
    [id],
  )
  const [only] = rows
  if (only === undefined) return declared
  return rows.length === 1 ? only.model : null
}
