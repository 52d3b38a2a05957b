import {
  BRANCH_IN_USE,
  MISSING_BROWSER,
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_REVISION,
  MISSING_TASK,
  NO_SIGNATURE,
  SED_IN_PLACE,
  UNKNOWN_COMMAND,
} from '../complaint/complaint.ts'
import type { Lesson } from '../schema/lesson.ts'
import { type Atlas, drawAtlas } from './atlas.ts'
import { checkRemedy } from './kinds/check-remedy.ts'
import { commandRemedy } from './kinds/command.ts'
import { draftLesson } from './draft.ts'
import type { Conversation, LessonSession } from './facts.ts'
import { gatherSightings } from './gather.ts'
import { countRuns } from './kinds/masked.ts'
import { existingPaths, settlePaths } from './kinds/missing-paths.ts'
import { missingRemedy } from './kinds/missing-remedy.ts'
import { findPlaces } from './kinds/place.ts'
import type { FoundRemedy } from './kinds/remedy.ts'
import type { Sighting } from './sighting.ts'
import { collectFamilies, FEWEST_SESSIONS, type Witnesses, collectWitnesses } from './support.ts'
import { wasReadWhole } from './kinds/too-large.ts'

export interface LessonFacts {
  /** The repository that the lessons are for. */
  repository: string
  conversations: readonly Conversation[]
  /** The sessions of the repository, also those without a call. */
  sessions: readonly LessonSession[]
  /**
   * What other repositories show about machines and agents: their sessions, and the conversations in which something
   * was refused.
   */
  elsewhere?: { conversations: readonly Conversation[]; sessions: readonly LessonSession[] }
}

/** Mines the lessons of one repository, the most valuable first. The same facts in any order give the same lessons. */
export const mineLessons = (given: LessonFacts): Lesson[] => {
  const facts = {
    ...given,
    conversations: inOrder(given.conversations),
    sessions: given.sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  }
  const { repository, conversations, sessions } = facts
  const witnesses = collectWitnesses(sessions)
  const gathered = gatherSightings(conversations)
  const atlas = drawAtlas(conversations, existingPaths(gathered))
  const scope = { repository, owner: null, agent: null, machine: null }
  const environment = mineEnvironment(gathered, facts, witnesses)
  const absent = new Set(environment.map(({ trigger }) => (trigger.code === MISSING_PROGRAM ? trigger.subject : '')))
  const lessons: (Lesson | undefined)[] = environment
  for (const sightings of settlePaths(gathered, atlas)) {
    const [first] = sightings
    if (first === undefined || first.kind === 'environment' || collectFamilies(sightings).size < FEWEST_SESSIONS)
      continue
    if (first.trigger.code === MISSING_PROGRAM && absent.has(first.trigger.subject)) continue
    const found = REMEDIES[first.kind]?.(sightings, { atlas, conversations })
    if (!isWorthSaying(sightings, found, facts)) continue
    const runs = first.kind === 'masked' ? { runs: countRuns(first.trigger, conversations) } : {}
    lessons.push(draftLesson({ sightings, witnesses, scope, found, ...runs }))
  }
  for (const { sightings, found } of findPlaces(conversations))
    lessons.push(draftLesson({ sightings, witnesses, scope, found }))
  return withoutDoubles(lessons.filter((lesson) => lesson !== undefined)).toSorted(byValue)
}

export const byValue = (one: Lesson, other: Lesson): number =>
  other.value - one.value || other.support.sessions - one.support.sessions || (one.id < other.id ? -1 : 1)

const inOrder = (conversations: readonly Conversation[]): Conversation[] =>
  conversations.toSorted(
    (one, other) =>
      (one.session.startedAt ?? 0) - (other.session.startedAt ?? 0) ||
      (one.session.id < other.session.id ? -1 : one.session.id > other.session.id ? 1 : 0) ||
      ((one.calls[0]?.id ?? '') < (other.calls[0]?.id ?? '') ? -1 : 1),
  )

interface Known {
  atlas: Atlas
  conversations: readonly Conversation[]
}

/** Finds what worked instead of the mistakes of one kind. Null: a lesson of the kind has no remedy, or is found with it. */
const REMEDIES: Record<
  Lesson['kind'],
  ((sightings: readonly Sighting[], known: Known) => FoundRemedy | undefined) | null
> = {
  missing: (sightings, { atlas }) => missingRemedy(sightings, atlas),
  'too-large': null,
  check: checkRemedy,
  command: (sightings, { conversations }) => commandRemedy(sightings, conversations),
  masked: null,
  environment: null,
  rule: null,
  place: null,
}

const isWorthSaying = (
  sightings: readonly Sighting[],
  found: FoundRemedy | undefined,
  { conversations }: LessonFacts,
): boolean => {
  const [first] = sightings
  const kind = first?.kind
  if (kind === 'command') return found !== undefined
  // Branches come and go, so a missing branch is worth a lesson only if the right one is known.
  if (first?.trigger.code === MISSING_REVISION) return found !== undefined
  return kind !== 'too-large' || !wasReadWhole(sightings, conversations)
}

/**
 * Lessons about what the machine, the shell or the agent refuses. A mistake seen in several repositories holds for the
 * machine and the agent; a mistake seen in one holds only there. A program that is missing in one repository only is a
 * lesson of another kind.
 */
const mineEnvironment = (
  gathered: ReadonlyMap<string, readonly Sighting[]>,
  { repository, elsewhere, sessions }: LessonFacts,
  witnesses: Witnesses,
): Lesson[] => {
  const others = elsewhere === undefined ? [] : [...gatherSightings(inOrder(elsewhere.conversations)).values()].flat()
  const all = [...[...gathered.values()].flat(), ...others].filter(({ kind }) => kind === 'environment')
  const groups = Map.groupBy(all, ({ trigger, session }) =>
    [trigger.code, trigger.program, trigger.subject, agentOf(trigger, session), session.machine].join('\u0000'),
  )
  return [...groups.values()].flatMap((sightings): Lesson[] => {
    const [first] = sightings
    if (first === undefined) return []
    const { machine } = first.session
    const agent = agentOf(first.trigger, first.session)
    const isWide = new Set(sightings.map(({ session }) => session.repository)).size >= FEWEST_REPOSITORIES
    const own = isWide ? sightings : sightings.filter(({ session }) => session.repository === repository)
    if (collectFamilies(own).size < FEWEST_SESSIONS || (!isWide && first.trigger.code === MISSING_PROGRAM)) return []
    const scope = isWide
      ? { repository: null, owner: null, agent, machine }
      : { repository, owner: null, agent, machine: null }
    const there = [...sessions, ...(elsewhere?.sessions ?? [])].filter(
      (one) => (agent === null || one.agent === agent) && one.machine === machine,
    )
    const lesson = draftLesson({
      sightings: own,
      witnesses: isWide ? collectWitnesses(there) : witnesses,
      scope,
      found: REMEDIED.has(first.trigger.code) ? missingRemedy(own, NO_ATLAS) : undefined,
    })
    return lesson === undefined ? [] : [lesson]
  })
}

/** The agent that a mistake belongs to; null if it is the machine's alone, whichever agent makes it. */
const agentOf = ({ code }: Sighting['trigger'], { agent }: LessonSession): string | null =>
  OF_MACHINE.has(code) ? null : agent

const OF_MACHINE: ReadonlySet<string> = new Set([NO_SIGNATURE, MISSING_BROWSER, BRANCH_IN_USE, SED_IN_PLACE])

const FEWEST_REPOSITORIES = 2
/** What a session can do about it itself. */
const REMEDIED: ReadonlySet<string> = new Set([MISSING_PROGRAM, MISSING_BROWSER])
const NO_ATLAS: Atlas = { lastSeen: () => undefined, named: () => new Map(), likeNamed: () => new Map() }

const REPLACED: ReadonlySet<string> = new Set([MISSING_TASK, UNKNOWN_COMMAND, MISSING_PATH])

/**
 * Removes a failing command if another lesson says what to do about the missing thing behind it. Removes a missing
 * task without a remedy if another lesson says which command to run instead.
 */
const withoutDoubles = (lessons: readonly Lesson[]): Lesson[] => {
  const without = (left: readonly Lesson[], said: (lesson: Lesson) => boolean, covers: (lesson: Lesson) => boolean) => {
    const calls = new Set(left.filter(said).flatMap(({ evidence }) => evidence.failed))
    const isCovered = ({ evidence }: Lesson): boolean =>
      evidence.failed.filter((call) => calls.has(call)).length * 2 >= evidence.failed.length
    return left.filter((lesson) => !covers(lesson) || !isCovered(lesson))
  }
  const isCommand = ({ kind }: Lesson): boolean => kind === 'command'
  return without(
    without(lessons, ({ kind, remedy }) => kind === 'missing' && remedy !== null, isCommand),
    isCommand,
    ({ trigger, remedy }) => REPLACED.has(trigger.code) && remedy === null,
  )
}
