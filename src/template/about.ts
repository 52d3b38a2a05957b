import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { type Content, inOrder, markerKey, PATTERN_CONTENT, RECOVERY_CONTENT, STEP_CONTENT } from './canonical.ts'
import { omit, pick } from './fields.ts'

const WHOLE = [
  'scope',
  'taskType',
  'sourceSessions',
  'userPatterns',
  'toolRates',
  'redactions',
  'leftOut',
  'tokens',
  'metrics',
] as const

type Pattern = TemplateDraft['patterns'][number]
type Workflow = TemplateDraft['workflows'][number]
type Step = Workflow['steps'][number]
type Recovery = TemplateDraft['recoveries'][number]
type Convention = TemplateDraft['conventions'][number]
type Marker = TemplateDraft['contextMarkers'][number]

/**
 * What is known about the content of a version and may change without making another version of it: support, evidence,
 * metrics. Pieces stand in the order of the content; of sets `at` is the place in the content, and their order is by count.
 */
export interface About extends Pick<TemplateDraft, (typeof WHOLE)[number] | 'systemAddendum'> {
  patterns: Omit<Pattern, (typeof PATTERN_CONTENT)[number]>[]
  workflows: (Omit<Workflow, 'intent' | 'steps'> & { steps: Omit<Step, (typeof STEP_CONTENT)[number]>[] })[]
  recoveries: Omit<Recovery, (typeof RECOVERY_CONTENT)[number]>[]
  conventions: (Omit<Convention, 'text'> & { at: number })[]
  markers: (Pick<Marker, 'count'> & { at: number })[]
  pinned: Template['pinned']
}

export const aboutOf = (draft: TemplateDraft, pinned: Template['pinned']): About => ({
  ...pick(draft, WHOLE),
  ...ofSystem(draft),
  patterns: draft.patterns.map((pattern) => omit(pattern, PATTERN_CONTENT)),
  workflows: draft.workflows.map((workflow) => ({
    ...omit(workflow, ['intent', 'steps']),
    steps: workflow.steps.map((step) => omit(step, STEP_CONTENT)),
  })),
  recoveries: draft.recoveries.map((recovery) => omit(recovery, RECOVERY_CONTENT)),
  conventions: placed(draft.conventions, ({ text }) => text).map(({ item, at }) => ({ ...omit(item, ['text']), at })),
  markers: placed(draft.contextMarkers, markerKey).map(({ item: { count }, at }) => ({ count, at })),
  pinned,
})

/** The mark of an addendum that was made of system messages; every other addendum has none. */
const ofSystem = ({ systemAddendum }: Pick<TemplateDraft, 'systemAddendum'>): Pick<TemplateDraft, 'systemAddendum'> =>
  systemAddendum === true ? { systemAddendum } : {}

/** The items of a set as given, each with its place in the content. */
const placed = <Item>(items: readonly Item[], keyOf: (item: Item) => string): { item: Item; at: number }[] => {
  const places: number[] = []
  for (const [at, { from }] of inOrder(items, keyOf).entries()) places[from] = at
  return items.map((item, from) => ({ item, at: places[from] ?? 0 }))
}

/** The draft that a content and what is known about it were made from. Both must fit each other: see `validate.ts`. */
export const joined = (content: Content, about: About, made: Pick<TemplateDraft, 'how' | 'madeBy'>): TemplateDraft => ({
  ...pick(about, WHOLE),
  ...ofSystem(about),
  ...made,
  patterns: both<Pattern>(content.patterns, about.patterns),
  workflows: content.workflows.map(({ intent, steps }, index): Workflow => {
    const { steps: known = [], ...rest } = about.workflows[index] ?? {}
    return { ...(rest as Omit<Workflow, 'intent' | 'steps'>), intent, steps: both<Step>(steps, known) }
  }),
  recoveries: both<Recovery>(content.recoveries, about.recoveries),
  conventions: about.conventions.map(({ at, ...rest }) => ({ text: content.conventions[at] as string, ...rest })),
  contextMarkers: about.markers.flatMap(({ at, count }) => {
    const marker = content.markers[at]
    return marker === undefined ? [] : [{ ...marker, count }]
  }),
  addendum: content.addendum,
})

const both = <Piece>(contents: readonly Partial<Piece>[], abouts: readonly Partial<Piece>[]): Piece[] =>
  contents.map((content, index) => ({ ...content, ...abouts[index] }) as Piece)
