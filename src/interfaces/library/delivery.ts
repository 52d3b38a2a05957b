import type { LessonsWanted } from '../../verbs/lessons/ask-operation.ts'
import type { LedgerInput, OutcomeInput } from '../../verbs/ledger/operation.ts'
import type { SelectFor } from '../../verbs/select/operation.ts'
import type { GivenLessons } from '../../verbs/lessons/given-shape.ts'
import type { Ledger } from '../../schema/listing/ledger.ts'
import type { Selection } from '../../schema/listing/selection.ts'
import type { Warmstart } from './open.ts'

export type SelectInput = Omit<SelectFor, 'owner' | 'how'>

/**
 * Selects the template for a task, with the reason. With a session key the arm is drawn, and the draw is recorded in
 * the ledger.
 */
export const selectTemplate = async ({ app, store }: Warmstart, input: SelectInput): Promise<Selection> => {
  const { selectFor } = await import('../../verbs/select/operation.ts')
  return selectFor(app, store, { ...input, how: 'library' })
}

export type LessonsInput = LessonsWanted

/**
 * The lessons for a new session of a project, as one text and one by one. With a session key some lessons are withheld
 * at random, and the session's history later shows how it went. The ledger holds the given lessons before this
 * returns.
 */
export const lessons = async ({ app, store }: Warmstart, input: LessonsInput): Promise<GivenLessons> => {
  const { askLessons } = await import('../../verbs/lessons/ask-operation.ts')
  return askLessons(app, store, input)
}

/** Accepts all lessons of a project with one yes of the owner, including later ones; rules need a yes of their own. */
export const acceptLessons = async (
  { app, store }: Warmstart,
  { project }: { project: string },
): Promise<{ active: number }> => {
  const { acceptProject } = await import('../../verbs/lessons/consent-operation.ts')
  const { lessons: standing } = await acceptProject(app, store, project)
  return { active: standing.filter(({ state }) => state === 'active').length }
}

/** Lists which session got which template, newest first, and how it went. */
export const readLedger = async (
  { app, store }: Warmstart,
  input: Omit<LedgerInput, 'owner'> = {},
): Promise<Ledger> => {
  const { ledger } = await import('../../verbs/ledger/operation.ts')
  return ledger(app, store, input)
}

/** Reports whether a session reached its goal. */
export const reportOutcome = async (
  { app, store }: Warmstart,
  input: Omit<OutcomeInput, 'owner' | 'by'>,
): Promise<{ entries: number; trials: number }> => {
  const { reportOutcome: report } = await import('../../verbs/ledger/operation.ts')
  return report(app, store, { ...input, by: 'library' })
}
