import type { App } from '../../app.ts'
import { hashOfGiven } from '../../experiment/declaration-hash.ts'
import { placeboText } from '../../experiment/placebo.ts'
import { type Given, NOTHING_GIVEN } from '../../experiment/runners/runner.ts'
import { AppError } from '../../lib/error.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { asArray } from '../../lib/json.ts'
import { previewLessons } from '../lessons/ask-operation.ts'
import { DEFAULT_FORMAT } from '../../provision/formats.ts'
import { makeSeed } from '../../provision/load.ts'
import type { ArmOfExperiment, Component, Treatment } from '../../schema/experiment.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { readTemplate } from '../../template/run.ts'

type GivenApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

interface Sources {
  app: GivenApp
  store: Connection
  /** The project whose lessons the arms give. */
  project: string
  template: string | undefined
  seed: number
}

/**
 * Reads the exact text of each arm from the store once, when the experiment is declared: lessons and templates may
 * change while it runs, its arms may not. Refuses an arm that gives nothing, or the same as another arm.
 */
export const givensOf = async (arms: readonly ArmOfExperiment[], sources: Sources): Promise<Map<string, Given>> => {
  const givens = new Map<string, Given>()
  for (const { name, treatment } of arms) {
    if (treatment.kind !== 'placebo') givens.set(name, await givenBy(treatment, sources))
  }
  // The placebo is as long as the first arm that gives a text.
  const model = [...givens.values()].find(({ text }) => text !== '')?.text ?? ''
  for (const { name, treatment } of arms) {
    if (treatment.kind === 'placebo')
      givens.set(name, { text: placeboText(estimateTokens(model), sources.seed), history: null })
  }
  refuseEmpty(arms, givens)
  return givens
}

/** The templates that arms give as a whole, by name of the arm. */
export const templatesOf = async (
  arms: readonly ArmOfExperiment[],
  sources: Sources,
): Promise<Record<string, { id: string; hash: string }>> => {
  const templates: Record<string, { id: string; hash: string }> = {}
  for (const { name, treatment } of arms) {
    if (treatment.kind !== 'warm' || givesLessonsOnly(treatment)) continue
    const { id, hash } = await templateFor(treatment.template, sources)
    templates[name] = { id, hash }
  }
  return templates
}

const refuseEmpty = (arms: readonly ArmOfExperiment[], givens: ReadonlyMap<string, Given>): void => {
  const seen = new Map<string, string>()
  for (const { name, treatment } of arms) {
    if (treatment.kind === 'cold') continue
    const given = givens.get(name) ?? NOTHING_GIVEN
    if (given.text === '')
      throw new AppError('nothing-to-give', `the arm ${name} would give nothing, so it would be no other than cold`, {
        hint: '`warmstart lessons` shows what is in use for this project; --template names a template, --project another project',
      })
    const hash = hashOfGiven(given)
    const other = seen.get(hash)
    if (other !== undefined)
      throw new AppError('usage', `the arms ${other} and ${name} would give the same words`, { hint: 'leave one out' })
    seen.set(hash, name)
  }
}

const givenBy = async (treatment: Treatment, sources: Sources): Promise<Given> => {
  switch (treatment.kind) {
    case 'cold':
    case 'placebo':
      return NOTHING_GIVEN
    case 'code-first':
      return { text: CODE_FIRST, history: null }
    case 'foreign':
      return { text: await lessonsOf(treatment.project, sources), history: null }
    case 'warm':
      return warm(treatment, sources)
    case 'only':
      return only(treatment.component, sources)
    case 'without':
      return without(treatment.component, sources)
  }
}

const CODE_FIRST =
  'Begin with work whose result a program can check: run the tests or the build before anything else, and prefer small changes that can be run at once.'

const lessonsOf = (project: string, { app, store }: Sources): Promise<string> => previewLessons(app, store, { project })

const templateFor = (name: string | undefined, { app, store, template }: Sources): Promise<Template> => {
  const wanted = name ?? template
  if (wanted === undefined)
    throw new AppError('usage', 'this arm gives parts of a template', { hint: 'name one with --template NAME' })
  return readTemplate(store, { owner: app.owner, name: wanted })
}

type Warm = Extract<Treatment, { kind: 'warm' }>

const givesLessonsOnly = ({ template, dose, form }: Warm): boolean =>
  template === undefined && dose === undefined && form === undefined

const warm = async (treatment: Warm, sources: Sources): Promise<Given> => {
  const { template: name, dose, form } = treatment
  if (givesLessonsOnly(treatment)) return { text: await lessonsOf(sources.project, sources), history: null }
  const template = await templateFor(name, sources)
  const now = sources.app.now()
  const lessons = await lessonsOf(sources.project, sources)
  const { text } = makeSeed(template, { format: 'text', dose, now, ...(lessons === '' ? {} : { lessons }) })
  if (form !== 'history') return { text: text.trim(), history: null }
  const { value } = makeSeed(template, { format: DEFAULT_FORMAT, form, dose, now })
  return { text: text.trim(), history: asArray(value) }
}

const only = async (component: Component, sources: Sources): Promise<Given> => {
  if (component === 'lessons') return { text: await lessonsOf(sources.project, sources), history: null }
  const template = await templateFor(undefined, sources)
  if (component === 'markers') return { text: markersText(template), history: null }
  const bare = { ...template, patterns: [], workflows: [], recoveries: [], conventions: [], addendum: '' }
  return { text: seedText({ ...bare, ...partsOf(component, template) }, sources), history: null }
}

/** What a warm session is given but for one part, so that the two arms differ in that part alone. Markers are no part of it: an arm gives them alone. */
const without = async (component: Component, sources: Sources): Promise<Given> => {
  const template = await templateFor(undefined, sources)
  const lessons = component === 'lessons' ? '' : await lessonsOf(sources.project, sources)
  const left = component === 'lessons' || component === 'markers' ? template : { ...template, ...emptied(component) }
  return { text: seedText(left, sources, lessons), history: null }
}

const partsOf = (component: Component, template: Template): Partial<Template> => {
  const { patterns, workflows, recoveries, conventions } = template
  if (component === 'patterns') return { patterns, workflows }
  return component === 'recoveries' ? { recoveries } : { conventions }
}

const emptied = (component: Component): Partial<Template> => {
  if (component === 'patterns') return { patterns: [], workflows: [] }
  return component === 'recoveries' ? { recoveries: [] } : { conventions: [] }
}

const seedText = (template: Template, { app }: Sources, lessons = ''): string =>
  makeSeed(template, { format: 'text', now: app.now(), ...(lessons === '' ? {} : { lessons }) }).text.trim()

/** Only paths: addresses and code can be text of third parties. */
const markersText = ({ contextMarkers }: Template): string => {
  const paths = contextMarkers.filter(({ kind }) => kind === 'path').map(({ value }) => `- ${value}`)
  return paths.length === 0 ? '' : ['Files that earlier sessions of this project were about:', ...paths].join('\n')
}
