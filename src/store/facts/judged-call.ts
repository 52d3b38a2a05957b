import type { Selection } from '../table.ts'

/** Copies of a call, and calls that a seed put into a conversation, do not count. */
export const COUNTED = 'call.copy_of is null and call.seeded = 0'

/** Joins the overrule of each call, which replaces the verdict of the rules. */
export const WITH_OVERRULE = 'left join overrule on overrule.call_id = call.id'

/** The outcome and the cause that stand. They need `WITH_OVERRULE`, as does everything below. */
export const OUTCOME = 'coalesce(overrule.outcome, call.outcome)'

export const unlessOverruled = (column: string, instead: string): string =>
  `case when overrule.call_id is null then call.${column} else ${instead} end`

export const CAUSE = unlessOverruled('cause', 'overrule.cause')

export const VERDICT: Selection<{ outcome: string; cause: string | null }> = `${OUTCOME} as outcome, ${CAUSE} as cause`

/** The verdict, and who gave it by which rule. */
export const JUDGED: Selection<{ outcome: string; cause: string | null; rung: string; rule: string }> =
  `${VERDICT}, ${unlessOverruled('rung', "'person'")} as rung, ${unlessOverruled('rule', "'overruled'")} as rule`
