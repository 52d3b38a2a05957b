import { judgeCommand } from '../../trust/gate.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { hasWorked, type LessonCall } from '../facts.ts'
import type { Sighting } from '../sighting.ts'
import { FEWEST_SESSIONS } from '../support.ts'

export type LessonRemedy = NonNullable<Lesson['remedy']>

/** What one session did instead of the mistake, and the call that shows it. */
export interface Candidate {
  text: string
  call: LessonCall
}

export interface FoundRemedy {
  remedy: LessonRemedy
  /** Ids of the calls that worked. */
  worked: string[]
}

/** How many calls after a mistake are searched for its remedy. */
export const LOOK_CALLS = 12

export const workedAfter = ({ conversation, index }: Sighting): LessonCall[] =>
  conversation.calls.slice(index + 1, index + 1 + LOOK_CALLS).filter(hasWorked)

/**
 * The remedy that most sessions found. Several independent sessions must have found it, and at least a third of those
 * that found any remedy. If sessions went different ways, there is no remedy.
 */
export const chooseRemedy = (
  sightings: readonly Sighting[],
  kind: LessonRemedy['kind'],
  candidatesOf: (sighting: Sighting) => Candidate[],
): FoundRemedy | undefined => {
  const found = new Map<string, Map<string, string>>()
  const searching = new Set<string>()
  for (const sighting of sightings) {
    const { family } = sighting.session
    for (const { text, call } of candidatesOf(sighting)) {
      searching.add(family)
      const families = found.get(text) ?? new Map<string, string>()
      found.set(text, families)
      if (!families.has(family)) families.set(family, call.id)
    }
  }
  const [best] = [...found].toSorted(
    ([one, a], [other, b]) => b.size - a.size || one.length - other.length || (one < other ? -1 : 1),
  )
  if (best === undefined) return undefined
  const [text, families] = best
  if (families.size < FEWEST_SESSIONS || families.size * 3 < searching.size) return undefined
  return { remedy: { kind, text, sessions: families.size }, worked: [...families.values()].toSorted() }
}

/** Whether a command may be shown to a session. */
export const isShownCommand = (text: string): boolean => {
  if (text.length > MAX_CHARS) return false
  let isShown = judged.get(text)
  if (isShown === undefined) {
    isShown = judgeCommand(text, { project: undefined, cwd: undefined }).harmless
    if (judged.size < MAX_JUDGED) judged.set(text, isShown)
  }
  return isShown
}

const MAX_CHARS = 120
/** A cache, because the same few commands are asked about thousands of times. */
const judged = new Map<string, boolean>()
const MAX_JUDGED = 5_000
