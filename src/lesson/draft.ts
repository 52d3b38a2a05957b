import { estimateTokens } from '../lib/estimate-tokens.ts'
import type { Lesson } from '../schema/lesson.ts'
import { isCompiler } from './kinds/check-remedy.ts'
import { MOST_TOKENS } from './clause.ts'
import { costFloor, countCosts } from './cost.ts'
import { lessonId } from './id.ts'
import type { FoundRemedy } from './kinds/remedy.ts'
import type { Sighting } from './sighting.ts'
import { collectFamilies, rateFloor, countSupport, type Witnesses } from './support.ts'
import { writeClause, writeSentence } from './text.ts'

interface Drafted {
  /** All sightings are of one kind and trigger. */
  sightings: readonly Sighting[]
  witnesses: Witnesses
  scope: Lesson['scope']
  found: FoundRemedy | undefined
  runs?: number
}

/** Builds a lesson. Undefined if its sentence would be too long. */
export const draftLesson = ({ sightings, witnesses, scope, found, runs }: Drafted): Lesson | undefined => {
  const [first] = sightings
  if (first === undefined) return undefined
  const { kind, trigger } = first
  const costs = countCosts(sightings)
  const support = {
    ...countSupport(sightings, witnesses),
    runs: runs ?? null,
    calls: costs.reduce((sum, cost) => sum + cost, 0),
  }
  const said = { kind, trigger, remedy: found?.remedy ?? null, support }
  const text = writeSentence(said)
  const tokens = estimateTokens(text)
  if (tokens > MOST_TOKENS) return undefined
  const newest = newestOfEach(sightings)
  // A remedy adds words but makes the lesson worth more, so its words must not cost the lesson its rank.
  const itemTokens = estimateTokens(`${writeClause(said).item}, `)
  return {
    id: lessonId({ kind, trigger, scope }),
    ...said,
    text,
    evidence: {
      failed: newest.slice(0, MOST_EVIDENCE).map(({ call }) => call.id),
      failedAt: newest.slice(0, MOST_TIMES).map(({ call }) => call.at ?? null),
      worked: found?.worked.slice(0, MOST_EVIDENCE) ?? [],
    },
    scope,
    checked: { at: null, holds: null, how: 'not looked at' },
    told: null,
    state: 'candidate',
    value: (rateFloor(collectFamilies(sightings), witnesses) * costFloor(costs) * preventable(said)) / itemTokens,
    tokens,
  }
}

/** Agents fix a compiler's error where it occurs. To know that an error is frequent prevents few of them. */
const preventable = ({ kind, trigger }: Pick<Lesson, 'kind' | 'trigger'>): number =>
  kind === 'check' && isCompiler(trigger) ? 0.25 : 1

const MOST_EVIDENCE = 20
const MOST_TIMES = 200

/** One sighting of each family, the newest first. */
const newestOfEach = (sightings: readonly Sighting[]): Sighting[] => {
  const newest = new Map<string, Sighting>()
  for (const sighting of sightings) {
    const known = newest.get(sighting.session.family)
    if (known === undefined || isLater(sighting, known)) newest.set(sighting.session.family, sighting)
  }
  return [...newest.values()].toSorted((one, other) => (isLater(one, other) ? -1 : 1))
}

const isLater = (one: Sighting, other: Sighting): boolean => {
  const [at, otherAt] = [one.call.at ?? 0, other.call.at ?? 0]
  return at > otherAt || (at === otherAt && one.call.id < other.call.id)
}
