import type { Template } from '../schema/listing/template.ts'
import { folderOf, toolTerm } from './relevance.ts'
import { telling } from './relevance-words.ts'
import { termsOf } from '../lib/tokenise.ts'
import type { WordFrequency } from './word-frequency.ts'

/** The texts of a session that a template came from, or of a session of its project, in the order of the session. */
export interface HeardSession {
  project: string | null
  title: string | null
  /** The messages that the user typed, the first one first. */
  messages: readonly string[]
  /** Commands and files of the session's calls. */
  subjects: readonly string[]
  /** What the model said before its calls. */
  intents: readonly string[]
  /** Beginnings of the calls' arguments and results, which hold code of the project. */
  inputs: readonly string[]
  results: readonly string[]
}

export interface ReadyTerm {
  term: string
  /** How many times more often the template's sessions say the term than people in general. */
  weight: number
}

/**
 * The most telling words of a template and of its sessions, with their weights. A word counts once for each session,
 * by the best place it stands in, so that one long session does not drown the others. Its share is relative to all
 * that was said, because many long sessions say nearly everything once. The result depends only on the arguments, so
 * other templates may come and go.
 */
export const readyTerms = (
  template: Template,
  { sessions, frequency }: { sessions: readonly HeardSession[]; frequency: WordFrequency },
): ReadyTerm[] => {
  const counts = new Map<string, number>()
  const add = (term: string, count: number): void => void counts.set(term, (counts.get(term) ?? 0) + count)
  for (const [term, count] of bestPlaces(placesInTemplate(template))) add(term, count)
  for (const session of sessions) for (const [term, count] of bestPlaces(placesInSession(session))) add(term, count)
  const told = [...counts].filter(([term]) => telling(term) > 0)
  const all = UNHEARD + told.reduce((sum, [, count]) => sum + count, 0)
  const terms = told
    .map(([term, count]) => ({ term, count, rank: count * telling(term) }))
    .toSorted((one, other) => other.rank - one.rank || (one.term < other.term ? -1 : 1))
    .slice(0, MOST_TERMS)
  return [
    ...terms.map(({ term, count }) => ({ term, weight: rounded(count / all / frequency(term)) })),
    ...toolTerms(template),
  ]
}

/** Enough for the names and topics of a project. More terms would only add what was said once. */
const MOST_TERMS = 400
/** Added to the number of heard words, so that a template of ten words is not identified by each of them. */
const UNHEARD = 100

/** Texts, with the count of each word in them. */
type Places = [texts: readonly string[], count: number][]

const placesInTemplate = (template: Template): Places => [
  [[template.name, folderOf(template.scope.project ?? '')], 3],
  [[template.description, ...template.tags], 2],
  [[template.addendum, ...template.conventions.map(({ text }) => text)], 1],
  [template.contextMarkers.map(({ value }) => value), 1],
  [[...template.patterns, ...template.workflows].map(({ intent }) => intent), 0.7],
  [template.patterns.flatMap(({ shape, arguments: given }) => [shape, ...textsIn(given)]), 0.5],
  [template.recoveries.flatMap(({ signature, strategy }) => [signature, strategy]), 0.3],
]

const placesInSession = (session: HeardSession): Places => [
  [session.messages.slice(0, 1), 1],
  [[session.title ?? '', folderOf(session.project ?? '')], 1],
  [session.messages.slice(1), 0.8],
  [session.subjects, 0.5],
  [session.intents, 0.35],
  [within(session.inputs).map(withoutKeys), 0.35],
  [within(session.results), 0.15],
]

/** This much text names what a project is made of. Reading more would only take time. */
const MOST_DETAIL_CHARS = 40_000

const within = (texts: readonly string[]): string[] => {
  const chosen: string[] = []
  let left = MOST_DETAIL_CHARS
  for (const text of new Set(texts)) {
    left -= text.length
    if (left < 0) break
    chosen.push(text)
  }
  return chosen
}

/**
 * Arguments are stored as JSON, often cut. Removes the tool's argument names, and escapes, because the `n` of `\n` is
 * no letter.
 */
const withoutKeys = (input: string): string => input.replaceAll(/"[\w-]{1,40}":|\\[nrt"]/g, ' ')

/** The highest count of each word over all its places. */
const bestPlaces = (places: Places): Map<string, number> => {
  const best = new Map<string, number>()
  for (const [texts, count] of places)
    for (const text of texts) for (const term of termsOf(text)) if (count > (best.get(term) ?? 0)) best.set(term, count)
  return best
}

const textsIn = (given: Record<string, unknown>): string[] =>
  Object.values(given).filter((value): value is string => typeof value === 'string')

const toolTerms = ({ patterns, toolRates }: Template): ReadyTerm[] => {
  const tools = new Set([...toolRates, ...patterns].map(({ tool }) => toolTerm(tool)))
  return [...tools].toSorted().map((term) => ({ term, weight: 1 }))
}

/** Rounds, because sums in another order differ in their last digits. */
const rounded = (weight: number): number => Math.round(weight * 1e4) / 1e4
