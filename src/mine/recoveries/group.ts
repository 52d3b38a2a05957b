import type { Rate } from '../../lib/stats/estimate.ts'
import { addCluster, clusterRate, emptySums } from '../../lib/stats/ratio.ts'
import type { Cause } from '../../schema/outcome.ts'
import type { ErrorYield, HarvestedSession } from '../../schema/harvest.ts'
import { errorTypeOf } from './kind.ts'
import { FEWEST_WORDS, overlap, wordsOf } from './line.ts'
import { timeOf } from '../patterns/shape-groups.ts'

/** One kind of error over all sessions in which it occurred. */
export interface ErrorGroup {
  signature: string
  tool: string
  message: string
  causes: Map<Cause, number>
  count: number
  /** Families of sessions that recovered from the error. Sessions of one family are not independent. */
  gotOut: Set<string>
  /** For each session: how many of these errors it had, and how many it recovered from. */
  bySession: Map<string, { count: number; recovered: number }>
  /** How likely later sessions meet the error. Each family adds by how often it met the error and how long ago. */
  weight: number
  lastAt: number | undefined
  sources: Set<string>
  platforms: Set<string>
  projects: Set<string>
  /** One pair of failed and successful call for each family, the newest first. */
  waysOut: WayOut[]
}

export interface WayOut {
  failed: string
  worked: string
  after: number
  /** True if the pair is of the kind of error that named the group, false if it is of a kind that joined later. */
  isLeading: boolean
}

/**
 * Groups the errors that at least one of these sessions recovered from, the likeliest to come back first. Kinds of one
 * tool whose messages share half of their words become one kind, or each misspelt file would be its own.
 */
export const groupErrors = (sessions: readonly HarvestedSession[]): ErrorGroup[] => {
  const groups = new Map<string, ErrorGroup>()
  const newest = sessions.reduce((latest, session) => Math.max(latest, timeOf(session) ?? 0), 0)
  const newestFirst = sessions.toSorted(
    (one, other) => (timeOf(other) ?? 0) - (timeOf(one) ?? 0) || (one.id < other.id ? -1 : 1),
  )
  for (const session of newestFirst) {
    for (const error of session.harvest.errors) {
      if (error.cause !== 'agent' && error.cause !== 'environment') continue
      let group = groups.get(error.signature)
      if (group === undefined) groups.set(error.signature, (group = emptyGroup(error)))
      addError(group, error, { session, age: newest - (timeOf(session) ?? newest - HALF_LIFE_MS) })
    }
  }
  return joinAlike([...groups.values()].toSorted(likeliestFirst).slice(0, MOST_KINDS))
}

/** The most frequent cause; ties go by name. */
export const mainCause = (causes: ReadonlyMap<Cause, number>): Cause =>
  [...causes].toSorted(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))[0]?.[0] ?? 'agent'

/**
 * The share of a kind's errors that sessions recovered from. Its interval takes into account that errors of one
 * session are not independent.
 */
export const gotOutRate = ({ bySession }: ErrorGroup): Rate | null => {
  const sums = emptySums()
  for (const { count, recovered } of bySession.values()) addCluster(sums, recovered, count)
  return clusterRate(sums)
}

/** An error of this age counts half, because projects and agents change within months. */
const HALF_LIFE_MS = 60 * 24 * 3_600_000
/** The number of kinds that are compared with each other. Kinds further down hardly ever come back. */
const MOST_KINDS = 400
const MOST_WAYS_OUT = 4
const SAME_SHARE = 0.5

const emptyGroup = ({ signature, tool, message }: ErrorYield): ErrorGroup => ({
  signature,
  tool,
  message,
  causes: new Map(),
  count: 0,
  gotOut: new Set(),
  bySession: new Map(),
  weight: 0,
  lastAt: undefined,
  sources: new Set(),
  platforms: new Set(),
  projects: new Set(),
  waysOut: [],
})

const addError = (
  group: ErrorGroup,
  error: ErrorYield,
  { session, age }: { session: HarvestedSession; age: number },
): void => {
  group.count += error.count
  group.causes.set(error.cause, (group.causes.get(error.cause) ?? 0) + error.count)
  // Ten errors in one session weigh less than one error in each of ten sessions: that session has one problem.
  group.weight += Math.sqrt(error.count) * 0.5 ** (age / HALF_LIFE_MS)
  addSession(group, session.id, { count: error.count, recovered: Math.min(error.recovered, error.count) })
  const at = timeOf(session)
  if (at !== undefined && (group.lastAt === undefined || at > group.lastAt)) group.lastAt = at
  group.sources.add(session.source)
  if (session.platform !== undefined) group.platforms.add(session.platform)
  if (session.project !== undefined) group.projects.add(folderOf(session.project))
  if (error.worked === '' || error.failed === '' || group.gotOut.has(session.family)) return
  group.gotOut.add(session.family)
  if (group.waysOut.length < MOST_WAYS_OUT) {
    group.waysOut.push({ failed: error.failed, worked: error.worked, after: error.after, isLeading: true })
  }
}

const addSession = (group: ErrorGroup, session: string, counts: { count: number; recovered: number }): void => {
  const known = group.bySession.get(session)
  const { count, recovered } = known ?? { count: 0, recovered: 0 }
  group.bySession.set(session, { count: count + counts.count, recovered: recovered + counts.recovered })
}

/** The name of the project's folder. Its whole path would tell about the user's disk. */
const folderOf = (project: string): string => project.split(/[/\\]/).findLast((part) => part !== '') ?? project

const likeliestFirst = (one: ErrorGroup, other: ErrorGroup): number =>
  other.weight - one.weight || other.count - one.count || (one.signature < other.signature ? -1 : 1)

const joinAlike = (groups: readonly ErrorGroup[]): ErrorGroup[] => {
  const leaders: { group: ErrorGroup; words: ReadonlySet<string>; type: string }[] = []
  for (const group of groups) {
    const words = wordsOf(group.message)
    const type = errorTypeOf(group.message)
    const leader =
      words.size < FEWEST_WORDS
        ? undefined
        : leaders.find(
            (one) => one.group.tool === group.tool && one.type === type && overlap(one.words, words) >= SAME_SHARE,
          )
    if (leader === undefined) leaders.push({ group, words, type })
    else join(leader.group, group)
  }
  return leaders.map(({ group }) => group).toSorted(likeliestFirst)
}

const join = (into: ErrorGroup, other: ErrorGroup): void => {
  into.count += other.count
  into.weight += other.weight
  for (const [cause, count] of other.causes) into.causes.set(cause, (into.causes.get(cause) ?? 0) + count)
  for (const [session, counts] of other.bySession) addSession(into, session, counts)
  if (other.lastAt !== undefined && (into.lastAt === undefined || other.lastAt > into.lastAt))
    into.lastAt = other.lastAt
  for (const family of other.gotOut) into.gotOut.add(family)
  for (const source of other.sources) into.sources.add(source)
  for (const platform of other.platforms) into.platforms.add(platform)
  for (const project of other.projects) into.projects.add(project)
  const room = MOST_WAYS_OUT - into.waysOut.length
  into.waysOut.push(...other.waysOut.slice(0, room).map((way) => ({ ...way, isLeading: false })))
}
