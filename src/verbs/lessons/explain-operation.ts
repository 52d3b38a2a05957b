import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { lessonState } from '../../lesson/state.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { EVERY_REPOSITORY } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { type KeptLesson, lessonsNamed } from '../../store/lessons/lesson.ts'
import { readEvidence, readSaid } from './evidence-operation.ts'
import type { LessonExplanation } from './explain-shape.ts'
import { listLessons, toListing } from './operation.ts'

export type { LessonExplanation } from './explain-shape.ts'

type LessonApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

/** Traces a lesson back to its calls of both sides, their files and lines. */
export const explainLesson = async (store: Connection, lesson: Lesson): Promise<LessonExplanation> => ({
  lesson: toListing(lesson),
  mistakes: await readEvidence(store, lesson.evidence.failed),
  remedies: await readEvidence(store, lesson.evidence.worked),
  said: await readSaid(store, lesson.evidence.said ?? []),
})

/**
 * Finds a ready lesson whose id begins with this text, as it is today. Undefined if there is none; several are an
 * error.
 */
export const keptLessonNamed = async (app: LessonApp, store: Connection, name: string): Promise<Lesson | undefined> => {
  if (!isLessonName(name)) return undefined
  const found = await lessonsNamed(store, app.owner, name.toLowerCase())
  const kept = onlyOne(name, found, ({ lesson }) => lesson)
  return kept === undefined ? undefined : ((await freshLesson(app, store, kept)) ?? asKept(app, kept))
}

/** Mines the project and finds its lesson whose id begins with this text. */
export const projectLessonNamed = async (
  app: LessonApp,
  store: Connection,
  { name, project }: { name: string; project: string },
): Promise<Lesson | undefined> => {
  if (!isLessonName(name)) return undefined
  const { lessons } = await listLessons(app, store, { projects: [project], isAll: true })
  return onlyOne(
    name,
    lessons.filter(({ id }) => id.startsWith(name.toLowerCase())),
    (lesson) => lesson,
  )
}

/** Whether a word can be the id of a lesson, or a prefix of one. */
const isLessonName = (name: string): boolean => /^[0-9a-f]{4,40}$/i.test(name)

const onlyOne = <Item>(name: string, found: readonly Item[], lessonOf: (item: Item) => Lesson): Item | undefined => {
  const lessons = new Map(found.map((item) => [lessonOf(item).id, item]))
  if (lessons.size <= 1) return found[0]
  const lines = [...lessons.values()].map((item) => `  ${lessonOf(item).id}  ${lessonOf(item).text}`)
  throw new AppError('ambiguous', [`several lessons begin with ${name}:`, ...lines].join('\n'), {
    hint: 'give more digits of the id',
  })
}

/** Lessons of the machine belong to no project, so they are read as they were last made ready. */
const freshLesson = async (app: LessonApp, store: Connection, kept: KeptLesson): Promise<Lesson | undefined> => {
  if (kept.repository === EVERY_REPOSITORY) return undefined
  const { lessons } = await listLessons(app, store, { projects: [kept.repository], isAll: true })
  return lessons.find(({ id }) => id === kept.lesson.id)
}

const asKept = ({ now }: LessonApp, kept: KeptLesson): Lesson => ({
  ...kept.lesson,
  state: lessonState(kept.lesson, kept, now()),
})
