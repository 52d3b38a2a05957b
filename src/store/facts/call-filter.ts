import { UNOWNED } from '../../schema/owner.ts'
import type { Value } from '../connection.ts'
import { IN_PROJECT, inProject } from './session.ts'

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

/** The `where` of a statement over call, session and overrule. */
export const conditions = (filter: CallFilter): { where: string; values: Value[] } => {
  const parts = ['call.copy_of is null']
  const values: Value[] = []
  const narrow = (condition: string, value: Value | undefined) => {
    if (value === undefined) return
    parts.push(condition)
    values.push(value)
  }
  if (filter.seeded !== true) parts.push('call.seeded = 0')
  // A person's word decides: a call that they judged is masked no more.
  if (filter.masked === true) parts.push('call.masked = 1 and overrule.call_id is null')
  for (const word of filter.words ?? []) {
    parts.push(
      "(lower(call.subject) like ? escape '!' or lower(call.evidence) like ? escape '!' or lower(call.tool) = ?)",
    )
    const pattern = `%${word.toLowerCase().replaceAll(/[!%_]/g, '!$&')}%`
    values.push(pattern, pattern, word.toLowerCase())
  }
  narrow('session.source = ?', filter.source)
  narrow('session.native_id = ?', filter.session)
  // A session that is named by its id is shown, also without an owner.
  if (filter.owner !== undefined) narrow('session.owner = ?', filter.owner)
  else if (filter.session === undefined && filter.withUnowned !== true) narrow('session.owner <> ?', UNOWNED)
  if (filter.project !== undefined) {
    parts.push(IN_PROJECT)
    values.push(...inProject(filter.project))
  }
  narrow('session.started_at >= ?', filter.since)
  narrow('session.started_at < ?', filter.until)
  narrow('lower(call.tool) = lower(?)', filter.tool)
  narrow('coalesce(overrule.outcome, call.outcome) = ?', filter.outcome)
  narrow('(case when overrule.call_id is null then call.cause else overrule.cause end) = ?', filter.cause)
  return { where: `where ${parts.join(' and ')}`, values }
}
