import type { App } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { recordTakenOut, recordWritten } from './consent-operation.ts'
import type { StandingLesson } from './ready-operation.ts'
import { EVERY_REPOSITORY } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import {
  deleteProjectYes,
  deleteWord,
  lessonWords,
  projectYes,
  type SaidWord,
  writeProjectYes,
  writeWord,
} from '../../store/lessons/word.ts'
import type { ReviewEffect, ReviewOutcome } from './review-machine.ts'
import { planRemove, planWrite } from './write-file.ts'

/** What the effects of a review act on. */
export interface ReviewGround {
  app: Pick<App, 'now' | 'owner'>
  store: Connection
  project: string
  lessons: readonly StandingLesson[]
  /** The instruction file: its path, and its name in the project. */
  file: { path: string; name: string }
}

/**
 * Carries out each decision at once, so that an interrupted review keeps its decisions. Refusals are returned as
 * sentences.
 */
export const createReviewEffects = async (
  ground: ReviewGround,
): Promise<(effect: ReviewEffect) => Promise<ReviewOutcome>> => {
  const { app, store, project } = ground
  const words = await lessonWords(store, app.owner)
  const accepted: string[] = []
  for (const repository of [project, EVERY_REPOSITORY])
    if ((await projectYes(store, app.owner, repository)) !== undefined) accepted.push(repository)
  const carryOut = async (effect: ReviewEffect): Promise<readonly string[] | undefined> => {
    switch (effect.kind) {
      case 'give':
        return say(ground, effect.id, 'accepted')
      case 'refuse':
        await takeOut(ground, effect.id)
        return say(ground, effect.id, 'refused')
      case 'preview':
        return planOf(ground, effect.id).diff.split('\n').slice(DIFF_HEAD)
      case 'write':
        return writeDown(ground, effect.id)
      case 'undo':
        if (effect.decision === 'written') await takeOut(ground, effect.id)
        return sayAgain(ground, effect.id, words.get(effect.id))
      case 'all':
        return answerProject(ground, [project, EVERY_REPOSITORY], true)
      case 'undo-all':
        return answerProject(
          ground,
          [project, EVERY_REPOSITORY].filter((repository) => !accepted.includes(repository)),
          false,
        )
    }
  }
  return async (effect) => {
    try {
      const diff = await carryOut(effect)
      return diff === undefined ? { isDone: true } : { isDone: true, diff }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { isDone: false, reason: `${messageOf(error)}.` }
    }
  }
}

/** The lines of a difference with the file names and the position, for which the screen has no room. */
const DIFF_HEAD = 3

const say = async (
  { app, store }: ReviewGround,
  lessonId: string,
  word: 'accepted' | 'refused',
): Promise<undefined> => {
  await writeWord(store, app.owner, { lessonId, word, at: app.now() })
}

/** Restores the decision from before the review. */
const sayAgain = async (
  { app, store }: ReviewGround,
  lessonId: string,
  before: SaidWord | undefined,
): Promise<undefined> => {
  if (before === undefined) await deleteWord(store, app.owner, lessonId)
  else await writeWord(store, app.owner, { lessonId, word: before.word, file: before.file, at: app.now() })
}

const planOf = ({ file, lessons }: ReviewGround, id: string) => {
  const only = lessons.find(({ lesson }) => lesson.id === id)?.lesson
  if (only === undefined) throw new AppError('no-such-lesson', `there is no lesson ${id}`)
  return planWrite(file.path, lessons, { isForced: false, only })
}

const writeDown = async (ground: ReviewGround, id: string): Promise<undefined> => {
  planOf(ground, id).write()
  await recordWritten(ground.app, ground.store, { ids: [id], file: ground.file.name })
}

/** Removes the line of a lesson from the file, if it is there. */
const takeOut = async ({ app, store, file }: ReviewGround, id: string): Promise<void> => {
  if ((await lessonWords(store, app.owner)).get(id)?.word !== 'written') return
  planRemove(file.path, id).write()
  await recordTakenOut(app, store, [id])
}

const answerProject = async (
  { app, store }: ReviewGround,
  repositories: readonly string[],
  isYes: boolean,
): Promise<undefined> => {
  await store.transaction(async (transaction) => {
    for (const repository of repositories)
      if (isYes) await writeProjectYes(transaction, app.owner, { repository, at: app.now() })
      else await deleteProjectYes(transaction, app.owner, repository)
  })
}
