import { isTelling, telling, tellingAtMost } from './relevance-words.ts'
import { tokenise } from './tokenise.ts'

/** What is known of the task. */
export interface RelevanceQuery {
  text?: string | undefined
  /** Absolute path of its repository or directory, or the name of its folder. */
  project?: string | undefined
  taskType?: string | undefined
  tools?: readonly string[] | undefined
}

/** What of an active template is looked at. */
export interface TemplateHead {
  id: string
  name: string
  version: number
  hash: string
  project: string | null
  taskType: string | null
}

export interface Candidate extends TemplateHead {
  /** 1 is the floor. */
  score: number
  /** Half a sentence for people. */
  why: string
  passes: boolean
}

/** A term of the task: how it stood there, and how telling it is. */
export interface QueryTerm {
  term: string
  word: string
  weight: number
}

/** More words than this are a pasted text, of which the most telling say enough. */
const MOST_QUERY_TERMS = 150

/** The telling terms of a text, each once, most telling first; of equals those that stand first. */
export const queryTerms = (text: string): QueryTerm[] => {
  const terms = new Map<string, QueryTerm>()
  for (const { term, word } of tokenise(text)) {
    const weight = telling(term)
    if (weight > 0 && !terms.has(term)) terms.set(term, { term, word, weight })
  }
  return [...terms.values()].toSorted((one, other) => other.weight - one.weight).slice(0, MOST_QUERY_TERMS)
}

/** Weights of a term in the templates that have it. */
export type Postings = ReadonlyMap<string, readonly { templateId: string; weight: number }[]>

const MOST_CANDIDATES = 10

/**
 * The templates that fit a task, best first. What speaks for one is the sum over the words of the task: how telling a word is at
 * all, how few projects it is used in, and how much the template is about it; several words say more than their sum. The floor
 * rises with what the task says beside that, so that a few chance words in a long text do not pass. The project of the task
 * speaks for itself.
 */
export const rankTemplates = (
  { text = '', project, tools = [] }: RelevanceQuery,
  { heads, terms, postings }: { heads: readonly TemplateHead[]; terms: readonly QueryTerm[]; postings: Postings },
): Candidate[] => {
  const evidence = evidenceOf(heads, terms, postings)
  const floor = LEAST_EVIDENCE + EVIDENCE_PER_MASS * Math.min(massOf(terms), MOST_MASS)
  const paths = project === undefined ? pathsIn(text) : []
  const having = templatesWith(tools, postings)
  const scored: { head: TemplateHead; place: Place; score: number }[] = []
  for (const head of heads) {
    const place = paths.some((path) => isInside(path, head.project)) ? 'named' : placeOf(head.project, project)
    const said = (sumOf(evidence.get(head.id)) / floor) * (1 + TOOL_BONUS * (having.get(head.id) ?? 0))
    const score = place === 'same' || place === 'named' ? 1 + said : place === 'other' ? said / OTHER_PROJECT : said
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
 * The floor: what must speak for a template, by how much the task says. Found with sessions of some twenty projects and with hundreds
 * of texts about something else: most later sessions of a project pass, and one in thirty of the others.
 */
const LEAST_EVIDENCE = 0.26
const EVIDENCE_PER_MASS = 0.085
/** Behind so much stands what was pasted. */
const MOST_MASS = 45
/** What belongs to another project is given only where the words leave no doubt. */
const OTHER_PROJECT = 3
/** All tools of the task at hand weigh so much. */
const TOOL_BONUS = 0.1
const MOST_WORDS_NAMED = 5

const massOf = (terms: readonly QueryTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0)

interface Evidence {
  sum: number
  /** Words that tell something and that few projects have. */
  telling: number
  words: { word: string; gain: number }[]
}

/** One word may fit by chance; that a second and a third do as well is less likely than their weights say. */
const sumOf = (evidence: Evidence | undefined): number =>
  evidence === undefined
    ? 0
    : evidence.sum + FURTHER_WORD * Math.min(MOST_FURTHER_WORDS, Math.max(0, evidence.telling - 1))

const FURTHER_WORD = 0.1
const MOST_FURTHER_WORDS = 3

const evidenceOf = (
  heads: readonly TemplateHead[],
  terms: readonly QueryTerm[],
  postings: Postings,
): Map<string, Evidence> => {
  const groups = new Map(heads.map(({ id, project }) => [id, project ?? id]))
  const all = new Set(groups.values()).size
  const evidence = new Map<string, Evidence>()
  for (const { term, word, weight } of terms) {
    const having = (postings.get(term) ?? []).filter(({ templateId }) => groups.has(templateId))
    const spread = new Set(having.map(({ templateId }) => groups.get(templateId))).size
    const rare = rarity(spread, all)
    for (const { templateId, weight: about } of having) {
      const gain = weightFor(weight, { about, elsewhere: spread / all }) * rare * about
      const known = evidence.get(templateId) ?? { sum: 0, telling: 0, words: [] }
      known.sum += gain
      if (isTelling(weight) && rare > 0.5) known.telling++
      known.words.push({ word, gain })
      evidence.set(templateId, known)
    }
  }
  return evidence
}

/**
 * An everyday word that nearly every session of a project has, and other projects do not, says more than elsewhere: a shop is
 * known by its orders. Where there is no other project, nothing tells that.
 */
const weightFor = (weight: number, { about, elsewhere }: { about: number; elsewhere: number }): number => {
  if (about <= NEARLY_ALWAYS || weight >= 1) return weight
  const always = (about - NEARLY_ALWAYS) / (1 - NEARLY_ALWAYS)
  return weight + (tellingAtMost(weight) - weight) * Math.min(1, CORE_WORD * always * (1 - elsewhere))
}

const NEARLY_ALWAYS = 0.7
const CORE_WORD = 1.5

/** 1 for a word of one project alone, next to nothing for one that all have. */
const rarity = (spread: number, all: number): number => 1 - Math.log(Math.max(1, spread)) / Math.log(all + 1)

const templatesWith = (tools: readonly string[], postings: Postings): Map<string, number> => {
  const shares = new Map<string, number>()
  for (const tool of new Set(tools.map(toolTerm)))
    for (const { templateId } of postings.get(tool) ?? [])
      shares.set(templateId, (shares.get(templateId) ?? 0) + 1 / tools.length)
  return shares
}

/** How the name of a tool stands among the terms; no word has a colon. */
export const toolTerm = (tool: string): string => `tool:${tool.toLowerCase()}`

type Place = 'same' | 'named' | 'other' | 'unknown'

/** Absolute paths in a text, the first few. */
const pathsIn = (text: string): string[] =>
  [...text.slice(0, LONGEST_LOOKED_AT).matchAll(ABSOLUTE_PATH)].slice(0, MOST_PATHS).map(([path]) => path)

const ABSOLUTE_PATH = /(?<![\w./:~-])(?:\/|[A-Za-z]:[\\/])[^\s<>"'`()[\]{},;:*?|]+/g
const LONGEST_LOOKED_AT = 20_000
const MOST_PATHS = 20

/** Whether a path leads into the project; one that is known by the name of its folder alone must stand whole in the path. */
const isInside = (path: string, project: string | null): boolean => {
  if (project === null || project === '') return false
  const root = trimmed(project)
  if (root.includes('/') || root.includes('\\'))
    return path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}\\`)
  return path.split(/[/\\]/).includes(root)
}

/** Paths are compared whole; where one side is only the name of a folder, by that. */
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
