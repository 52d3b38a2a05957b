import { type Conversation, hasWorked, type LessonCall } from '../facts.ts'
import type { FoundRemedy } from './remedy.ts'
import { isPassing, repositoryPath } from '../repository-path.ts'
import type { Sighting } from '../sighting.ts'
import { collectFamilies } from '../support.ts'
import { isSayable } from '../words.ts'

/** A thing that sessions search for at length before they find the file. */
export const FOUND_IN = 'found-in'

const FEWEST_SEARCHES = 3
const FEWEST_SESSIONS = 3
/** This share of the sessions that searched for a word must have edited the same file. */
const SHARE = 0.6

/**
 * Words that sessions searched for at least three times before they edited a file, with the file that most of these
 * sessions edited.
 */
export const findPlaces = (conversations: readonly Conversation[]): { sightings: Sighting[]; found: FoundRemedy }[] => {
  const byWord = new Map<string, Sighting[]>()
  for (const conversation of conversations) {
    for (const [word, sighting] of findSearches(conversation)) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [sighting])
      else known.push(sighting)
    }
  }
  return [...byWord.values()].flatMap((sightings) => {
    const files = Map.groupBy(sightings, ({ rest }) => rest ?? '')
    const [best] = [...files].toSorted(
      ([one, a], [other, b]) => collectFamilies(b).size - collectFamilies(a).size || (one < other ? -1 : 1),
    )
    if (best === undefined) return []
    const [path, ended] = best
    const sessions = collectFamilies(ended).size
    if (sessions < FEWEST_SESSIONS || sessions < SHARE * collectFamilies(sightings).size) return []
    const found = { remedy: { kind: 'path' as const, text: path, sessions }, worked: ended.map(({ call }) => call.id) }
    return [{ sightings: ended, found }]
  })
}

/** For each word that was searched for often enough: the first edit after the searches. */
export const findSearches = (conversation: Conversation): Map<string, Sighting> => {
  const { session, calls } = conversation
  if (!calls.some(({ family }) => family === 'edit')) return new Map()
  const counts = new Map<string, number>()
  const found = new Map<string, Sighting>()
  for (const [index, call] of calls.entries()) {
    for (const word of searchedWords(call)) counts.set(word, (counts.get(word) ?? 0) + 1)
    if (call.family !== 'edit' || !hasWorked(call) || call.paths.length !== 1) continue
    const place = repositoryPath(call.paths[0] ?? '', session, call.cwd)
    if (place?.inside !== true || isPassing(place.path) || !isSayable(place.path)) continue
    for (const [word, count] of counts) {
      if (count < FEWEST_SEARCHES || found.has(word)) continue
      const trigger = { code: FOUND_IN, program: '', subject: word }
      found.set(word, { kind: 'place', trigger, rest: place.path, call, session, conversation, index })
    }
    counts.clear()
  }
  return found
}

const FEWEST_LETTERS = 4

const searchedWords = (call: LessonCall): Set<string> => {
  const words = new Set<string>()
  for (const pattern of patternsOf(call)) {
    for (const part of pattern
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/))
      if (part.length >= FEWEST_LETTERS && !COMMON.has(part)) words.add(part.replace(/(?<=...)s$/, ''))
  }
  return words
}

/**
 * The patterns of searches in a call. Every command line is asked, so a regular expression cuts them out instead of
 * the shell parser.
 */
const patternsOf = (call: LessonCall): string[] => {
  if (call.pattern !== undefined) return [call.pattern]
  if (call.command === undefined) return []
  return Array.from(
    call.command.slice(0, MAX_CHARS).matchAll(SEARCH),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

const MAX_CHARS = 4_000
/** The first word after the options of a search, with or without quotes. */
const SEARCH =
  /(?:^|[\s;&|(])(?:rg|grep|ag|ack)(?:\s{1,4}-[\w-]{1,30}(?:=\S{1,60})?){0,8}\s{1,4}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"'|;&-]\S{0,100}))/g

/** Keywords of programming languages, which stand in every file. */
const COMMON = new Set(
  'function const class import export return async await type interface struct impl enum else while true false null undefined self this void string number boolean test tests describe error todo fixme from with default public private static package func'.split(
    ' ',
  ),
)
