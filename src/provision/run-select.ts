import { drawOf } from '../lib/draw.ts'
import { type Arm, EVERYDAY } from '../schema/arm.ts'
import type { Selection } from '../schema/listing/selection.ts'
import type { Connection } from '../store/connection.ts'
import type { HurtfulTemplate } from '../store/experiments/tested-template.ts'
import { hasFoundHarm } from '../store/templates/delivery.ts'
import { type Effect, readTemplateEffects } from '../store/templates/exposure.ts'
import { assign } from './assign.ts'
import { best, pick, propensities } from './choose.ts'
import { type Candidate, relevantTemplates } from './run-relevance.ts'

export interface SelectInput {
  owner: string
  text?: string | undefined
  /** Path of the project, or the name of its folder. */
  project?: string | undefined
  taskType?: string | undefined
  tools?: readonly string[] | undefined
  /** Model of the session. Templates that an experiment found to hurt with it are not given. */
  model?: string | undefined
  /** Without a session key nothing is drawn, and the best known template is always given. */
  sessionKey?: string | undefined
  experiment?: string | undefined
  /** Forces the arm. Its probability is then unknown. */
  arm?: Arm | undefined
}

/** A template whose score is at least this share of the best one's may be chosen instead of it for its effect. */
const NEAR = 0.7
/** No more contenders than this are compared, because trying each often enough would take years. */
const MOST_CONTENDERS = 4
const MOST_SHOWN = 5

/**
 * Chooses the template for a task: of the relevant ones, the template that helped sessions most, trying the others now
 * and then. With a session key the draw is repeatable, and a declared experiment keeps some sessions cold. Writes
 * nothing.
 */
export const selectTemplate = async (store: Connection, input: SelectInput): Promise<Selection> => {
  const relevant = await relevantTemplates(store, input)
  const hurtful = await hurtfulWith(store, input)
  const found = relevant.filter(({ id, hash }) => !hurtful.some((each) => each.id === id && each.hash === hash))
  const [nearest] = relevant
  const [first] = found
  if (first === undefined && nearest !== undefined)
    return noSelection(`${nearest.name} fits, but an experiment found that it hurts with ${input.model ?? ''}`)
  if (first === undefined) return noSelection('no active template has anything to do with it')
  if (!first.passes) return nothing(found, belowFloor(first))
  const near = found.filter(({ passes, score }) => passes && score >= NEAR * first.score)
  const contenders = near.slice(0, MOST_CONTENDERS)
  const effects = await readTemplateEffects(
    store,
    input.owner,
    contenders.length > 1 ? contenders.map(({ id }) => id) : [],
  )
  return drawn(found, contenders, { input, effects })
}

const hurtfulWith = async (store: Connection, { owner, model }: SelectInput): Promise<HurtfulTemplate[]> => {
  if (model === undefined || !(await hasFoundHarm(store, owner))) return []
  const { hurtfulTemplates } = await import('../store/experiments/tested-template.ts')
  return (await hurtfulTemplates(store, owner)).filter((each) => each.model === model)
}

const belowFloor = ({ name, why }: Candidate): string =>
  `nothing fits well enough: the nearest is ${name}${why === '' ? '' : ` (${why})`}`

/** A selection without a template, for a reason that no template can change. */
export const noSelection = (reason: string): Selection => nothing([], reason)

const nothing = (found: readonly Candidate[], reason: string): Selection => ({
  template: null,
  id: null,
  version: null,
  hash: null,
  score: found[0] === undefined ? null : rounded(found[0].score),
  reason,
  arm: null,
  propensity: null,
  withheld: null,
  experiment: null,
  reward: null,
  exposure: null,
  candidates: shown(found, new Map()),
})

interface Drawing {
  input: SelectInput
  effects: ReadonlyMap<string, Effect>
}

const drawn = (found: readonly Candidate[], contenders: Candidate[], { input, effects }: Drawing): Selection => {
  const { sessionKey, experiment = EVERYDAY } = input
  const weighed = contenders.map(({ id, score }) => ({ score, sessions: 0, reward: 0, ...effects.get(id) }))
  const isDrawn = sessionKey !== undefined
  const chances = isDrawn ? propensities(weighed) : weighed.map((_, index) => (index === best(weighed) ? 1 : 0))
  const index = isDrawn ? pick(chances, drawOf('template', experiment, sessionKey)) : best(weighed)
  const chosen = contenders[index]
  if (chosen === undefined) return nothing(found, 'nothing to choose from')
  const { arm, propensity } = armOf(input, experiment)
  const isCold = arm === 'cold'
  return {
    template: isCold ? null : chosen.name,
    id: chosen.id,
    version: chosen.version,
    hash: chosen.hash,
    score: rounded(chosen.score),
    reason: isCold ? coldReason(chosen, input) : warmReason(chosen, { others: contenders.length - 1, isDrawn }),
    arm,
    propensity: propensity === null ? null : rounded(isCold ? propensity : propensity * (chances[index] ?? 1)),
    withheld: isCold ? chosen.name : null,
    experiment: isDrawn ? experiment : null,
    reward: rewardOf(effects),
    exposure: null,
    candidates: shown(found, new Map(contenders.map(({ id }, at) => [id, chances[at] ?? 0]))),
  }
}

const armOf = ({ arm, sessionKey }: SelectInput, experiment: string): { arm: Arm; propensity: number | null } => {
  if (arm !== undefined) return { arm, propensity: null }
  return sessionKey === undefined ? { arm: 'warm', propensity: 1 } : assign(experiment, sessionKey)
}

const coldReason = ({ name }: Candidate, { arm }: SelectInput): string =>
  arm === 'cold'
    ? `cold, as asked: ${name} is withheld`
    : `held out: ${name} fits, but some sessions stay cold so that there is something to compare with`

const warmReason = ({ why }: Candidate, { others, isDrawn }: { others: number; isDrawn: boolean }): string => {
  if (others === 0) return why
  const all = others === 1 ? 'two' : String(others + 1)
  return `${why}; ${isDrawn ? 'drawn from' : 'the best of'} ${all} that fit about as well, by how sessions with them went`
}

/** Reported success comes before errors. A choice that rests on neither says so. */
const rewardOf = (effects: ReadonlyMap<string, Effect>): Selection['reward'] => {
  const all = [...effects.values()]
  if (all.length === 0) return 'none-yet'
  return all.some(({ reported }) => reported > 0) ? 'reported-success' : 'agent-errors-per-call'
}

const shown = (found: readonly Candidate[], chances: ReadonlyMap<string, number>): Selection['candidates'] =>
  found.slice(0, MOST_SHOWN).map(({ id, name, score, why }) => {
    const chance = chances.get(id)
    return { template: name, score: rounded(score), propensity: chance === undefined ? null : rounded(chance), why }
  })

const rounded = (number: number): number => Math.round(number * 10_000) / 10_000
