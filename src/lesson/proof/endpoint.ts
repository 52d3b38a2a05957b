import type { Lesson } from '../../schema/lesson.ts'
import type { DrawMoment } from '../../schema/lesson-draw.ts'
import { askedCommands } from '../asked.ts'
import { callsUntilOvercome } from '../cost.ts'
import type { Conversation, LessonCall } from '../facts.ts'
import { gatherSightings } from '../gather.ts'
import { findSearches } from '../kinds/place.ts'
import { mistakeKey, type Sighting } from '../sighting.ts'

/** The parts of a lesson that proof needs: the mistake that is counted. */
export type TriedLesson = Pick<Lesson, 'kind' | 'trigger'>

/** What a session did after a lesson was drawn for it. */
export interface Endpoint {
  /** Whether the session made the mistake. */
  isRepeated: boolean
  /** Whether the session did something by which the mistake can be made. */
  couldRepeat: boolean
  /** For a draw after a failed call: how many more calls it took to overcome the mistake. Null for other draws. */
  spent: number | null
}

/**
 * Whether a session made the mistake of a lesson after the draw. `conversations` are those of the session, of its
 * sub-agents and of the sessions that continue it. A call without a time counts, because most of a session comes after
 * its start.
 */
export const findEndpoint = (
  lesson: TriedLesson,
  { at, moment }: { at: number; moment: DrawMoment },
  conversations: readonly Conversation[],
): Endpoint => {
  const later = conversations.map(({ session, calls }) => ({
    session,
    calls: calls.filter((call) => (call.at ?? at) >= at),
  }))
  return {
    isRepeated: sightingsOf(lesson, later).length > 0,
    couldRepeat: later.some(({ calls }) => calls.some((call) => OPPORTUNITIES[lesson.kind](call, lesson.trigger))),
    spent: moment === 'failure' ? callsSpent(sightingsOf(lesson, conversations), at) : null,
  }
}

const sightingsOf = (lesson: TriedLesson, conversations: readonly Conversation[]): readonly Sighting[] => {
  if (lesson.kind === 'place')
    return conversations.flatMap((conversation) => findSearches(conversation).get(lesson.trigger.subject) ?? [])
  return gatherSightings(conversations).get(mistakeKey(lesson)) ?? []
}

/** A hint answers the last failure before it. */
const callsSpent = (sightings: readonly Sighting[], at: number): number | null => {
  const before = sightings.filter(({ call }) => (call.at ?? at) <= at)
  const last = before.toSorted((one, other) => (one.call.at ?? 0) - (other.call.at ?? 0)).at(-1)
  return last === undefined ? null : callsUntilOvercome(last)
}

type CouldMake = (call: LessonCall, trigger: TriedLesson['trigger']) => boolean

const isShell: CouldMake = ({ family }) => family === 'shell'

/** Whether a call could have made a mistake of the kind. */
const OPPORTUNITIES: Record<TriedLesson['kind'], CouldMake> = {
  // Any call can ask for a path, a program or a tool. Only a call that runs the program can ask for its flag or task.
  missing: (call, trigger) => {
    const [program = ''] = trigger.program.split(' ')
    return program === '' || askedCommands(call).some((command) => command.program === program)
  },
  'too-large': ({ family }) => family === 'read',
  check: ({ family }) => family === 'edit',
  command: isShell,
  masked: isShell,
  environment: () => true,
  rule: isShell,
  place: ({ family }) => family === 'search' || family === 'shell',
}
