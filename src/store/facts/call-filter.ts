import { CAUSE, OUTCOME } from './judged-call.ts'
import { escapedLike } from './like-words.ts'
import { begun, inProject, OWNED } from './session-filter.ts'
import { type Condition, given, where } from '../statement.ts'

/** What a listing may be narrowed to. Undefined fields do not narrow. */
export interface CallFilter {
  source?: string | undefined
  session?: string | undefined
  tool?: string | undefined
  outcome?: string | undefined
  cause?: string | undefined
  owner?: string | undefined
  /** Also calls of sessions without an owner. */
  withUnowned?: boolean | undefined
  project?: string | undefined
  /** Of sessions that began then or later, and before `until`. */
  since?: number | undefined
  until?: number | undefined
  /** Only calls that ended well while their text shows a failure. */
  masked?: boolean | undefined
  /** Each must stand in what the call was about or in its evidence, or be its tool. */
  words?: readonly string[] | undefined
  /** Calls that a seed put into a conversation are left out unless asked for. */
  seeded?: boolean | undefined
}

/** The condition of a statement over call, session and overrule. */
export const conditions = (filter: CallFilter): Condition =>
  where(
    'call.copy_of is null',
    filter.seeded !== true && 'call.seeded = 0',
    // A person's word decides: a call that they judged is masked no more.
    filter.masked === true && 'call.masked = 1 and overrule.call_id is null',
    ...(filter.words ?? []).map(callHolds),
    given('session.source = ?', filter.source),
    given('session.native_id = ?', filter.session),
    given('session.owner = ?', filter.owner),
    // A session that is named by its id is shown, also without an owner.
    filter.owner === undefined && filter.session === undefined && filter.withUnowned !== true && OWNED,
    filter.project !== undefined && inProject(filter.project),
    begun(filter),
    given('lower(call.tool) = lower(?)', filter.tool),
    given(`${OUTCOME} = ?`, filter.outcome),
    given(`(${CAUSE}) = ?`, filter.cause),
  )

const callHolds = (word: string): Condition => {
  const pattern = `%${escapedLike(word.toLowerCase())}%`
  return {
    sql: "(lower(call.subject) like ? escape '!' or lower(call.evidence) like ? escape '!' or lower(call.tool) = ?)",
    values: [pattern, pattern, word.toLowerCase()],
  }
}
