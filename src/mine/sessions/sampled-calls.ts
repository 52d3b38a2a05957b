import { commandText } from '../../shell/command-text.ts'
import { miningKey } from '../../profile/mining-key.ts'
import { isShell } from '../../profile/shape.ts'
import type { HarvestedSession, MinedCall } from '../../schema/harvest.ts'
import type { TallyCall } from '../../schema/tally.ts'
import { keyOf, type ShapeGroup } from '../patterns/shape-groups.ts'
import { WIDEST_GAP } from '../patterns/workflows.ts'
import type { SaidLine } from '../slots/usual-words.ts'

/** A call that worked, in one of the sessions that are read closely. */
interface Sampled {
  id: string
  tool: string
  session: string
  subject: string
}

/**
 * Calls of some sessions grouped by what they do, in the order of each session. They show the variety inside a
 * pattern.
 */
export type Samples = Map<string, Sampled[]>

export const sampleCalls = (steps: ReadonlyMap<string, readonly TallyCall[]>): Samples => {
  const samples: Samples = new Map()
  for (const [session, calls] of steps) {
    for (const call of calls) {
      if (call.trivial || call.outcome !== 'ok') continue
      const key = keyOfCall(call)
      const list = samples.get(key)
      const sampled = { id: call.id, tool: call.tool, session, subject: call.subject }
      if (list === undefined) samples.set(key, [sampled])
      else list.push(sampled)
    }
  }
  return samples
}

/** The number of calls of each group that are read whole: enough to tell what varies from what stays. */
const MOST_CALLS = 14
const MOST_EXAMPLES = 8
const MOST_LINES = 200

/**
 * Chooses the calls of a group to read: the simplest of its newest sessions, then others, one session after the other.
 */
export const callsToRead = (group: ShapeGroup, samples: Samples): string[] => {
  const ids = new Set(group.examples.slice(0, MOST_EXAMPLES).map((example) => example.call))
  const rounds: Sampled[][] = []
  const counts = new Map<string, number>()
  for (const call of samples.get(keyOf(group)) ?? []) {
    // The example shows the arguments of the group's tool, so calls of other tools are skipped.
    if (call.tool !== group.tool) continue
    const round = counts.get(call.session) ?? 0
    counts.set(call.session, round + 1)
    rounds[round] ??= []
    rounds[round].push(call)
  }
  for (const call of rounds.flat()) {
    if (ids.size >= MOST_CALLS) break
    ids.add(call.id)
  }
  return [...ids]
}

/** The known command lines of a group, each call once; none for tools without a command line. */
export const linesOf = (
  group: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>,
  { calls, samples, sessions }: { calls: readonly MinedCall[]; samples: Samples; sessions: Sessions },
): SaidLine[] => {
  if (!isShell(group)) return []
  const lines = new Map<string, SaidLine>()
  for (const { id, session, subject } of (samples.get(keyOf(group)) ?? []).slice(0, MOST_LINES)) {
    if (!subject.endsWith('…')) lines.set(id, { line: subject, session, cwd: sessions.get(session)?.cwd })
  }
  for (const call of calls) {
    const line = commandText(call.args) ?? call.subject
    lines.set(call.id, { line, session: call.sessionId, cwd: call.cwd })
  }
  return [...lines.values()]
}

type Sessions = ReadonlyMap<string, HarvestedSession>

/**
 * Ids of the calls of the first stretch of a session in which the groups follow each other closely; undefined if there
 * is none.
 */
export const findStretch = (calls: readonly TallyCall[], groups: readonly ShapeGroup[]): string[] | undefined => {
  const keys = groups.map(keyOf)
  const worked = calls.filter((call) => !call.trivial && call.outcome === 'ok')
  for (const [start, first] of worked.entries()) {
    if (keyOfCall(first) !== keys[0]) continue
    const ids = follow(worked, start, keys)
    if (ids !== undefined) return ids
  }
  return undefined
}

const keyOfCall = (call: TallyCall): string => keyOf({ ...call, shape: miningKey(call) })

const follow = (worked: readonly TallyCall[], start: number, keys: readonly string[]): string[] | undefined => {
  const ids: string[] = []
  let at = start
  for (const key of keys) {
    const end = Math.min(worked.length, ids.length === 0 ? start + 1 : at + WIDEST_GAP + 2)
    const found = worked
      .slice(at, end)
      .findIndex((call) => call.agent === worked[start]?.agent && keyOfCall(call) === key)
    const call = worked[at + found]
    if (found < 0 || call === undefined || ids.includes(call.id)) return undefined
    ids.push(call.id)
    at += found
  }
  return ids
}
