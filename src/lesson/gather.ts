import { checkMistakes } from './kinds/check.ts'
import { commandMistakes } from './kinds/command.ts'
import { environmentMistakes } from './kinds/environment.ts'
import type { Lesson } from '../schema/lesson.ts'
import { type Conversation, hasFailed, type LessonCall, type LessonSession } from './facts.ts'
import { maskedMistakes } from './kinds/masked.ts'
import { missingMistakes } from './kinds/missing.ts'
import { type Mistake, mistakeKey, type Sighting } from './sighting.ts'
import { tooLargeMistakes } from './kinds/too-large.ts'

/** Finds the mistakes of a call that a lesson could be about. Mining, hints after a failure and proof all ask here. */
export const findMistakes = (call: LessonCall, session: LessonSession): Mistake[] =>
  hasFailed(call) ? Object.values(FINDERS).flatMap((find) => find?.(call, session) ?? []) : []

/** Finds the mistakes of one kind in a failed call. Null: the kind is not found in single calls. */
const FINDERS: Record<Lesson['kind'], ((call: LessonCall, session: LessonSession) => Mistake[]) | null> = {
  missing: missingMistakes,
  'too-large': tooLargeMistakes,
  check: checkMistakes,
  command: commandMistakes,
  masked: maskedMistakes,
  environment: environmentMistakes,
  rule: null,
  place: null,
}

/** All mistakes of these conversations, by kind and trigger. */
export const gatherSightings = (conversations: readonly Conversation[]): Map<string, Sighting[]> => {
  const gathered = new Map<string, Sighting[]>()
  for (const conversation of conversations) {
    for (const [index, call] of conversation.calls.entries()) {
      const seen = new Set<string>()
      for (const mistake of directFirst(findMistakes(call, conversation.session))) {
        const key = mistakeKey(mistake)
        if (seen.has(key)) continue
        seen.add(key)
        const sighting = { ...mistake, call, session: conversation.session, conversation, index }
        const group = gathered.get(key)
        if (group === undefined) gathered.set(key, [sighting])
        else group.push(sighting)
      }
    }
  }
  return gathered
}

/** If a call is about a thing and also about something below it, the thing itself counts. */
const directFirst = (mistakes: readonly Mistake[]): Mistake[] =>
  mistakes.toSorted((one, other) => Number(one.isImplied === true) - Number(other.isImplied === true))
