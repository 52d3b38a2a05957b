import { newcombe } from '../../lib/stats/newcombe.ts'
import { wilson } from '../../lib/stats/wilson.ts'
import { slicesOf } from '../../profile/slices.ts'
import { countIn, letterOf } from '../../profile/track.ts'
import type { CompressionReport } from '../../schema/listing/compression-report.ts'
import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import type { CompressAnswer, SideProfile } from './shape.ts'
import { intervalOf, valueOf } from './answers-operation.ts'

type Event = CompressionReport['events'][number]
type Call = SessionProfile['timeline'][number]

/** Reads the profile of a session by its id. */
export type ProfileOf = (session: string) => Promise<SessionProfile>

/** What compaction did to a session: the verdict, all calls before its first compaction, and all after its last. */
export const compressAnswer = async (
  report: CompressionReport,
  session: string,
  profileOf: ProfileOf,
): Promise<CompressAnswer> => {
  const { events, before, after, reason } = report
  return {
    success: true,
    session_id: session,
    has_compression: report.hasCompression,
    compressions: events.length,
    pre_compression_profile: await sideBefore(events, session, profileOf),
    post_compression_profile: await sideAfter(events, session, profileOf),
    error_rate_before: valueOf(before),
    error_rate_before_interval: intervalOf(before),
    error_rate_after: valueOf(after),
    error_rate_after_interval: intervalOf(after),
    tolerance: report.tolerance,
    proficiency_preserved: report.preserved,
    verdict: report.verdict,
    ...(reason === undefined ? {} : { reason }),
    note: report.note,
  }
}

/** For a session that came out of a compaction, the side before is its parent. */
const sideBefore = async (
  events: readonly Event[],
  session: string,
  profileOf: ProfileOf,
): Promise<SideProfile | null> => {
  const parent = events.find(({ continuedIn }) => continuedIn === session)
  if (parent !== undefined) return sideOf(mainCalls(await profileOf(parent.session)))
  const [first] = events.toSorted((one, other) => one.afterCall - other.afterCall)
  if (first === undefined) return null
  const calls = mainCalls(await profileOf(session))
  return sideOf(first.continuedIn === null ? calls.filter(({ position }) => position <= first.afterCall) : calls)
}

/** For a session that ended with a compaction, the side after is its child. */
const sideAfter = async (
  events: readonly Event[],
  session: string,
  profileOf: ProfileOf,
): Promise<SideProfile | null> => {
  const child = events.find(({ session: parent, continuedIn }) => parent === session && continuedIn !== null)
  if (child?.continuedIn != null) return sideOf(mainCalls(await profileOf(child.continuedIn)))
  const [last] = events
    .filter(({ session: own }) => own === session)
    .toSorted((one, other) => other.afterCall - one.afterCall)
  if (last === undefined && events.length === 0) return null
  const calls = mainCalls(await profileOf(session))
  return sideOf(last === undefined ? calls : calls.filter(({ position }) => position > last.afterCall))
}

const mainCalls = ({ timeline }: SessionProfile): Call[] =>
  timeline.filter(({ agent, trivial }) => agent === null && !trivial)

const sideOf = (calls: readonly Call[]): SideProfile => {
  const track = calls.map(({ outcome, cause }) => letterOf(outcome, cause ?? undefined)).join('')
  const { x, n } = countIn(track, 0, track.length, 'all')
  const slices = slicesOf(track)
  const rate = n === 0 ? null : wilson(x, n)
  const gain =
    slices === undefined
      ? null
      : newcombe(countIn(track, slices.lateStart, track.length, 'all'), countIn(track, 0, slices.earlyEnd, 'all'))
  return {
    tool_call_count: calls.length,
    error_rate: valueOf(rate),
    error_rate_interval: intervalOf(rate),
    proficiency_gain: valueOf(gain),
    proficiency_gain_interval: intervalOf(gain),
    ...(gain === null ? { reason: 'there are fewer than two calls with a known outcome' } : {}),
  }
}
