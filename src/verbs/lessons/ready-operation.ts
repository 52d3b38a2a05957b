import type { App } from '../../app.ts'
import { makeReady } from '../../lesson/make-ready.ts'
import { lessonState } from '../../lesson/state.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { EVERY_REPOSITORY } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { type KeptLesson, keptLessons, replaceLessons } from '../../store/lessons/lesson.ts'
import { restoreWord } from '../../store/lessons/word.ts'
import { listLessons } from './operation.ts'

type LessonApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

/** The lessons of a project for its owner, as the store holds them now. */
export interface ReadiedLessons {
  /** The most valuable first; each with its state. */
  lessons: StandingLesson[]
  /** Independent sessions that the lessons come from. */
  sessions: number
  isHung: boolean
}

export interface StandingLesson extends KeptLesson {
  state: Lesson['state']
}

/**
 * Mines the lessons of a project, checks them against its working tree and instruction files, and makes them ready for
 * hooks. A person's decisions about them stay.
 */
export const readyLessons = async (app: LessonApp, store: Connection, project: string): Promise<ReadiedLessons> => {
  const { lessons, sessions, isHung, takenOut } = await listLessons(app, store, { projects: [project], isAll: true })
  const now = app.now()
  const madeBy = { owner: app.owner, sessions, basis: '', madeBy: 'lessons', madeAt: now }
  await store.transaction(async (transaction) => {
    for (const repository of [project, EVERY_REPOSITORY]) {
      const own = lessons.filter(({ scope }) => (scope.repository === null) === (repository === EVERY_REPOSITORY))
      await replaceLessons(transaction, { repository, ...madeBy }, own.map(makeReady))
    }
    for (const lessonId of takenOut) await restoreWord(transaction, app.owner, { lessonId, at: now })
  })
  return { lessons: await standingLessons(app, store, project), sessions, isHung }
}

/** The lessons of a project and of the machine, as they were last made ready. */
export const standingLessons = async (
  { owner, now }: Pick<App, 'owner' | 'now'>,
  store: Connection,
  project: string,
): Promise<StandingLesson[]> => {
  const kept = await keptLessons(store, { owner, repositories: [project, EVERY_REPOSITORY] })
  return kept
    .map((each) => ({ ...each, state: lessonState(each.lesson, each, now()) }))
    .toSorted((one, other) => other.lesson.value - one.lesson.value)
}
