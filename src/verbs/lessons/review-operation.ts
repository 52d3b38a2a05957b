import type { App } from '../../app.ts'
import { concernsAnyTask } from '../../lesson/select.ts'
import { needsOwnYes } from '../../lesson/state.ts'
import { readyLessons, type StandingLesson } from './ready-operation.ts'
import type { Connection } from '../../store/connection.ts'
import { readEvidence, readSaid } from './evidence-operation.ts'
import type { LessonCallEvidence, LessonSaidEvidence } from './explain-shape.ts'
import { lessonsLedger } from './ledger-operation.ts'
import type { LessonProof } from './ledger-shape.ts'
import { type LessonListing, toListing } from './operation.ts'

/** A lesson with the pieces of its evidence that a screen has room for. */
interface ReviewedLesson {
  standing: StandingLesson
  lesson: LessonListing
  mistakes: LessonCallEvidence[]
  remedies: LessonCallEvidence[]
  said: LessonSaidEvidence[]
  /** The measured effect; null: no session with a draw for it has come back. */
  proof: LessonProof | null
}

export interface LessonReview {
  /** In the order of review: lessons that hurt, that wait, that are given, and that the project tells in vain. */
  lessons: ReviewedLesson[]
  isHung: boolean
}

/**
 * Reads the lessons of a project for its review, and makes them ready for hooks, as every command that decides about
 * lessons does.
 */
export const readReview = async (
  app: Pick<App, 'now' | 'owner' | 'machine' | 'place'>,
  store: Connection,
  { project, isAll }: { project: string; isAll: boolean },
): Promise<LessonReview> => {
  const { lessons, isHung } = await readyLessons(app, store, project)
  const proofs = new Map((await lessonsLedger(app, store)).lessons.map((proof) => [proof.id, proof]))
  const turn = (standing: StandingLesson): number =>
    isHurting(standing, proofs.get(standing.lesson.id)) ? FIRST : turnOf(standing)
  const shown = lessons
    .filter((standing) => isAll || turn(standing) < LAST)
    .toSorted((one, other) => turn(one) - turn(other))
  const reviewed: ReviewedLesson[] = []
  for (const standing of shown) {
    const { evidence } = standing.lesson
    reviewed.push({
      standing,
      lesson: toListing({ ...standing.lesson, state: standing.state }),
      mistakes: await readEvidence(store, evidence.failed.slice(0, MOST_MISTAKES)),
      remedies: (await readEvidence(store, evidence.worked)).slice(0, MOST_REMEDIES),
      proof: proofs.get(standing.lesson.id) ?? null,
      said: (await readSaid(store, evidence.said ?? [])).slice(0, MOST_MISTAKES),
    })
  }
  return { lessons: reviewed, isHung }
}

const MOST_MISTAKES = 3
const MOST_REMEDIES = 1

/** A lesson in use that hurts needs a person's decision first. */
const isHurting = ({ state }: StandingLesson, proof: LessonProof | undefined): boolean =>
  proof?.verdict === 'causes' && (state === 'active' || state === 'written')

const FIRST = -1

/** Within a turn, lessons stay in the order of their value. The last turn is shown only if the user asks for all. */
const turnOf = ({ lesson, state }: StandingLesson): number => {
  if (state === 'stale' || state === 'refused') return LAST
  if (lesson.told !== null) return lesson.told.since > 0 ? 3 : LAST
  if (state === 'written') return LAST
  if (state === 'active') return 2
  return needsOwnYes(lesson) ? 1 : 0
}

const LAST = 4

/** Why a lesson does not belong into an instruction file; null if it does. */
export const reasonAgainstFile = ({ lesson }: StandingLesson): string | null => {
  if (lesson.told !== null) return `${lesson.told.file} line ${lesson.told.line} says it already.`
  if (lesson.scope.repository === null)
    return 'It is about this machine and not about the project: g gives it by hooks.'
  return concernsAnyTask(lesson) ? null : 'It fits some tasks only: g gives it where it fits.'
}
