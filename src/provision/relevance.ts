import { EVERYDAY, type QueryTerm } from './relevance-words.ts'
import { termsOf } from '../lib/tokenise.ts'

/** What is known of the task. */
export interface RelevanceQuery {
  text?: string | undefined
  /** Absolute path of the task's repository or directory, or the name of its folder. */
  project?: string | undefined
  taskType?: string | undefined
  tools?: readonly string[] | undefined
}

/** The fields of an active template that the ranking needs. */
export interface TemplateHead {
  id: string
  name: string
  version: number
  hash: string
  project: string | null
  taskType: string | null
}

export interface Candidate extends TemplateHead {
  /** A score of 1 is the floor. */
  score: number
  /** The reason in half a sentence, for people. */
  why: string
  passes: boolean
}

/** For each term: how many times more often each template says it than people in general. */
export type Postings = ReadonlyMap<string, readonly { templateId: string; weight: number }[]>

const MOST_CANDIDATES = 10

/**
 * The templates that fit a task, best first. A template gains by how much likelier its project says the task's words
 * than people in general and than the other projects. Every word that the project lacks counts a little against it.
 * Templates of the task's own project get a bonus if the message has something to do with them.
 */
export const rankTemplates = (
  { text = '', project, tools = [] }: RelevanceQuery,
  { heads, terms, postings }: { heads: readonly TemplateHead[]; terms: readonly QueryTerm[]; postings: Postings },
): Candidate[] => {
  const { evidence, projects } = evidenceOf(heads, terms, postings)
  const against = Math.min(terms.length, MOST_AGAINST) * NOT_SAID
  const floor = FLOOR + Math.log(Math.max(1, projects / USUAL_PROJECTS)) / 2
  const paths = project === undefined ? pathsIn(text) : []
  const having = templatesWith(tools, postings)
  const placed = heads.map((head) => {
    const isNamed = paths.some((path) => isInside(path, head.project))
    return { head, place: isNamed ? 'named' : placeOf(head.project, project) } as const
  })
  const isHome = placed.some(({ place }) => place === 'same' || place === 'named')
  const scored: { head: TemplateHead; place: Place; score: number }[] = []
  for (const { head, place } of placed) {
    const sum = Math.max(0, (evidence.get(head.id)?.sum ?? 0) + against)
    const said = (sum / floor) * (1 + TOOL_BONUS * (having.get(head.id) ?? 0))
    const score = scoreIn(
      place,
      { said, share: shareOf(evidence.get(head.id), terms) },
      isHome && head.project !== null,
    )
    if (score > 0) scored.push({ head, place, score: rounded(score) })
  }
  return scored
    .toSorted((one, other) => other.score - one.score || (one.head.name < other.head.name ? -1 : 1))
    .slice(0, MOST_CANDIDATES)
    .map(({ head, place, score }) => ({
      ...head,
      score,
      why: whyOf(place, evidence.get(head.id)?.words ?? []),
      passes: score >= 1,
    }))
}

/**
 * The floor, as a logarithm of how much likelier the words are. It was fitted on later sessions of some forty projects
 * and on hundreds of unrelated texts, of which about one in twenty passes. With more projects chance has more tries,
 * but not in proportion, because projects share words.
 */
const FLOOR = 1.5
const USUAL_PROJECTS = 10
/** A template of another project is given only if the words leave no doubt. */
const OTHER_PROJECT = 6
/** How much the score grows if a template has all tools of the task. */
const TOOL_BONUS = 0.1
const MOST_WORDS_NAMED = 5

/** If the task's project has a template, templates of other projects stay below the floor. */
const scoreIn = (place: Place, { said, share }: { said: number; share: number }, hasOwn: boolean): number => {
  if (place === 'named') return 1 + said
  if (place === 'same') return HOME + (1 - HOME) * Math.min(1, share / FITTING_SHARE) + said
  const score = place === 'other' ? said / OTHER_PROJECT : said
  return hasOwn ? Math.min(score, BELOW_FLOOR) : score
}

const BELOW_FLOOR = 0.99
/** Bonus for templates of the task's own project. It is not enough if the message is unrelated to them. */
const HOME = 0.6
/** A message is about the project if this share of its telling words are the project's. */
const FITTING_SHARE = 0.25

/** The share of a message's telling words that the template has; all of it for an empty message. */
const shareOf = (evidence: Evidence | undefined, terms: readonly QueryTerm[]): number => {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 1 : (evidence?.words.reduce((sum, { weight }) => sum + weight, 0) ?? 0) / all
}

interface Evidence {
  sum: number
  words: { word: string; gain: number; weight: number }[]
  /** What common words have added to the score so far. */
  ofCommon: number
}

const evidenceOf = (
  heads: readonly TemplateHead[],
  terms: readonly QueryTerm[],
  postings: Postings,
): { evidence: Map<string, Evidence>; projects: number } => {
  const groups = groupsOf(heads)
  const projects = Math.max(1, new Set(groups.values()).difference(new Set([NO_PROJECT])).size)
  const evidence = new Map<string, Evidence>()
  const isNamedAfter = namesOf(heads)
  for (const { term, word, weight } of terms) {
    const having = (postings.get(term) ?? []).filter(({ templateId }) => groups.has(templateId))
    const elsewhere = weightElsewhere(having, groups, projects)
    const isCommon = weight < EVERYDAY || isWidespread(having, groups, projects)
    for (const { templateId, weight: times } of having) {
      const whole = gainOf(times / (1 + SHARED * elsewhere(templateId)), weight)
      const known = evidence.get(templateId) ?? { sum: 0, words: [], ofCommon: 0 }
      const isBounded = isCommon && !isNamedAfter(templateId, term)
      const gain = isBounded ? Math.min(whole, MOST_OF_COMMON_WORDS - known.ofCommon) : whole
      if (isBounded) known.ofCommon += Math.max(0, gain)
      known.sum += gain - NOT_SAID
      if (whole > 0) known.words.push({ word, gain, weight })
      evidence.set(templateId, known)
    }
  }
  return { evidence, projects }
}

/** Whether a template or its project is named after a term, and so is about it, however usual the word. */
const namesOf = (heads: readonly TemplateHead[]): ((templateId: string, term: string) => boolean) => {
  const names = new Map<string, ReadonlySet<string>>()
  const byId = new Map(heads.map((head) => [head.id, head]))
  return (templateId, term) => {
    const head = byId.get(templateId)
    if (head === undefined) return false
    const known = names.get(templateId) ?? termsOf(`${head.name} ${folderOf(head.project ?? '')}`)
    names.set(templateId, known)
    return known.has(term)
  }
}

/** Whether so many of the owner's projects have a term that it cannot tell them apart. */
const isWidespread = (
  having: readonly { templateId: string }[],
  groups: ReadonlyMap<string, string>,
  projects: number,
): boolean =>
  projects >= FEWEST_COMPARED &&
  new Set(having.map(({ templateId }) => groups.get(templateId) ?? NO_PROJECT)).difference(new Set([NO_PROJECT])).size >
    WIDESPREAD_SHARE * projects

/**
 * The mean weight of a term in other projects. Templates of one project do not count as others. A template without a
 * project may be about any one of them, so the project that says the term most is not taken for another one.
 */
const weightElsewhere = (
  having: readonly { templateId: string; weight: number }[],
  groups: ReadonlyMap<string, string>,
  projects: number,
): ((templateId: string) => number) => {
  const most = new Map<string, number>()
  for (const { templateId, weight } of having) {
    const group = groups.get(templateId) ?? NO_PROJECT
    if (group !== NO_PROJECT) most.set(group, Math.max(weight, most.get(group) ?? 0))
  }
  const sum = [...most.values()].reduce((total, weight) => total + weight, 0)
  const largest = Math.max(0, ...most.values())
  return (templateId) => {
    const own = groups.get(templateId) ?? NO_PROJECT
    return (sum - (own === NO_PROJECT ? largest : (most.get(own) ?? 0))) / Math.max(1, projects - 1)
  }
}

/** The share of a project's own words in what people write about it; the rest are words of any project. */
const OWN_WORDS = 0.2
/** What a word that the project lacks counts against it. */
const NOT_SAID = Math.log(1 - OWN_WORDS)
/** Words after this many are pasted text and do not speak against a template. */
const MOST_AGAINST = 60
/** How much a word loses if other projects say it as well. */
const SHARED = 0.5
/** The most that a word of every request counts, however often a project says it. */
const MOST_OF_REQUEST_WORD = 1
const MOST_OF_EVERYDAY_WORD = 1.7
/** The most that common words count together: every coding template has run, test, fix and build. */
const MOST_OF_COMMON_WORDS = 1
/** With fewer projects, chance alone makes a word common to most. */
const FEWEST_COMPARED = 4
const WIDESPREAD_SHARE = 0.5

const gainOf = (times: number, weight: number): number => {
  const gain = Math.log(OWN_WORDS * times + 1 - OWN_WORDS)
  if (weight >= 1) return gain
  return Math.min(weight < EVERYDAY ? MOST_OF_REQUEST_WORD : MOST_OF_EVERYDAY_WORD, gain)
}

const templatesWith = (tools: readonly string[], postings: Postings): Map<string, number> => {
  const shares = new Map<string, number>()
  for (const tool of new Set(tools.map(toolTerm)))
    for (const { templateId } of postings.get(tool) ?? [])
      shares.set(templateId, (shares.get(templateId) ?? 0) + 1 / tools.length)
  return shares
}

/** The term for the name of a tool. It has a colon, which no word has. */
export const toolTerm = (tool: string): string => `tool:${tool.toLowerCase()}`

/** Where a template's project stands to the task's. */
type Place = 'same' | 'named' | 'other' | 'unknown'

/** The first few absolute paths in a text. */
const pathsIn = (text: string): string[] =>
  [...text.slice(0, LONGEST_LOOKED_AT).matchAll(ABSOLUTE_PATH)].slice(0, MOST_PATHS).map(([path]) => path)

const ABSOLUTE_PATH = /(?<![\w./:~-])(?:\/|[A-Za-z]:[\\/])[^\s<>"'`()[\]{},;:*?|]+/g
const LONGEST_LOOKED_AT = 20_000
const MOST_PATHS = 20

/** Whether a path leads into the project. The bare name of a folder must be a whole part of the path. */
const isInside = (path: string, project: string | null): boolean => {
  if (project === null || project === '') return false
  const root = trimmed(project)
  if (root.includes('/') || root.includes('\\'))
    return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`)
  return path.split(/[/\\]/).includes(root)
}

/** Compares whole paths. If one side is only the name of a folder, compares the folder names. */
const placeOf = (ofTemplate: string | null, ofTask: string | undefined): Place => {
  if (ofTemplate === null || ofTemplate === '' || ofTask === undefined || ofTask === '') return 'unknown'
  const [one, other] = [trimmed(ofTemplate), trimmed(ofTask)]
  if (one === other) return 'same'
  const areBothPaths = /[/\\]/.test(one) && /[/\\]/.test(other)
  return !areBothPaths && folderOf(one) === folderOf(other) ? 'same' : 'other'
}

const trimmed = (path: string): string => {
  let end = path.length
  while (end > 1 && (path[end - 1] === '/' || path[end - 1] === '\\')) end--
  return path.slice(0, end)
}

/** The last part of a path. */
export const folderOf = (path: string): string => trimmed(path).split(/[/\\]/).at(-1) ?? ''

/** The project of each template. A bare folder name and a path that ends in it are one project. */
const groupsOf = (heads: readonly { id: string; project: string | null }[]): Map<string, string> => {
  const paths = heads.flatMap(({ project }) => (project !== null && /[/\\]/.test(project) ? [trimmed(project)] : []))
  const whole = (project: string): string =>
    paths.includes(project) ? project : (paths.find((path) => folderOf(path) === project) ?? project)
  return new Map(heads.map(({ id, project }) => [id, project === null ? NO_PROJECT : whole(trimmed(project))]))
}

/**
 * Stands for templates without a project. They may be about the same work as each other and as any project's template,
 * so what they say never speaks against another one.
 */
const NO_PROJECT = ''

const PLACES: Record<Place, string> = {
  same: 'same project',
  named: 'a path of its project',
  other: 'another project',
  unknown: '',
}

const whyOf = (place: Place, words: Evidence['words']): string => {
  const named = words
    .toSorted((one, other) => other.gain - one.gain || (one.word < other.word ? -1 : 1))
    .slice(0, MOST_WORDS_NAMED)
    .map(({ word }) => word)
  const said = named.length === 0 ? '' : `words: ${named.join(', ')}`
  return [PLACES[place], said].filter((part) => part !== '').join('; ')
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000
