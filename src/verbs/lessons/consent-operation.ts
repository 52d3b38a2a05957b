import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { EVERY_REPOSITORY } from '../../schema/ready-lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { type KeptLesson, lessonsNamed } from '../../store/lessons/lesson.ts'
import {
  acceptedRepositories,
  deleteProjectYes,
  deleteWord,
  markAnnounced,
  restoreWord,
  writeProjectYes,
  writeWord,
} from '../../store/lessons/word.ts'
import { outdateReady } from '../../store/templates/ready-work.ts'
import { readyLessons, type ReadiedLessons, standingLessons, type StandingLesson } from './ready-operation.ts'

type ConsentApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

/** The lessons that a person's decision changed, and the state of all lessons of the project after it. */
export interface Consent extends ReadiedLessons {
  project: string
  changed: StandingLesson[]
}

/**
 * Accepts all lessons of a project with one yes, including later ones. Rules are left out: each needs a yes of its
 * own.
 */
export const acceptProject = async (app: ConsentApp, store: Connection, project: string): Promise<Consent> => {
  const before = await readyLessons(app, store, project)
  await store.transaction(async (transaction) => {
    for (const repository of [project, EVERY_REPOSITORY])
      await writeProjectYes(transaction, app.owner, { repository, at: app.now() })
  })
  const lessons = await standingLessons(app, store, project)
  const wasActive = new Set(before.lessons.filter(({ state }) => state === 'active').map(({ lesson }) => lesson.id))
  // Lessons that the project's own files already tell are not given.
  const changed = lessons.filter(
    ({ state, lesson }) => state === 'active' && lesson.told === null && !wasActive.has(lesson.id),
  )
  return { ...before, lessons, project, changed }
}

/** Accepts or refuses single lessons, by their ids or prefixes of them. A refusal stays for good, for this owner. */
export const decideLessons = async (
  app: ConsentApp,
  store: Connection,
  { project, ids, word }: { project: string; ids: readonly string[]; word: 'accepted' | 'refused' },
): Promise<Consent> => {
  const ready = await readyLessons(app, store, project)
  const named = await Promise.all(ids.map((id) => lessonNamed(app, store, id)))
  // The project's template may hold the same rule.
  const isAboutRule = named.some(({ lesson }) => lesson.kind === 'rule')
  await store.transaction(async (transaction) => {
    for (const { lesson } of named)
      await writeWord(transaction, app.owner, { lessonId: lesson.id, word, at: app.now() })
    if (isAboutRule) await outdateReady(transaction, app.owner)
  })
  if (isAboutRule)
    await (await import('../../provision/run-ready.ts')).refreshReady(store, { owner: app.owner, now: app.now() })
  const lessons = await standingLessons(app, store, project)
  return { ...ready, lessons, project, changed: lessons.filter((each) => named.some((one) => isSame(one, each))) }
}

const isSame = (one: KeptLesson, other: KeptLesson): boolean => one.lesson.id === other.lesson.id

/**
 * Takes back the owner's decisions about single lessons. A lesson that stands in a file must be removed from the file
 * first.
 */
export const takeBackWords = async (
  app: ConsentApp,
  store: Connection,
  { project, ids }: { project: string; ids: readonly string[] },
): Promise<Consent> => {
  const ready = await readyLessons(app, store, project)
  const named = await Promise.all(ids.map((id) => lessonNamed(app, store, id)))
  for (const { lesson, word, file } of named) {
    const what = word === null ? 'nothing was said about' : word === 'written' ? `${file} holds the line of` : undefined
    if (what !== undefined)
      throw new AppError('nothing-to-undo', `${what} the lesson ${lesson.id.slice(0, 8)}`, {
        hint:
          word === null
            ? 'nothing was changed'
            : `nothing was changed; \`warmstart lessons undo ${file}\` takes it out`,
      })
  }
  await store.transaction(async (transaction) => {
    for (const { lesson } of named) await deleteWord(transaction, app.owner, lesson.id)
  })
  const lessons = await standingLessons(app, store, project)
  return { ...ready, lessons, project, changed: lessons.filter((each) => named.some((one) => isSame(one, each))) }
}

/** Takes back the one yes to a project. Lessons that were accepted by their own id stay accepted. */
export const takeBackProject = async (app: ConsentApp, store: Connection, project: string): Promise<Consent> => {
  const before = await readyLessons(app, store, project)
  await store.transaction(async (transaction) => {
    if ((await deleteProjectYes(transaction, app.owner, project)) === 0)
      throw new AppError('nothing-to-undo', `there is no yes to the lessons of ${project}`, {
        hint: 'nothing was changed',
      })
    const others = await acceptedRepositories(transaction, app.owner)
    // The first yes to a project also accepted the machine's lessons; taking back the last yes withdraws them.
    if (others.every(({ repository }) => repository === EVERY_REPOSITORY))
      await deleteProjectYes(transaction, app.owner, EVERY_REPOSITORY)
  })
  const lessons = await standingLessons(app, store, project)
  const wasActive = new Set(before.lessons.filter(({ state }) => state === 'active').map(({ lesson }) => lesson.id))
  const changed = lessons.filter(
    ({ state, lesson }) => state !== 'active' && lesson.told === null && wasActive.has(lesson.id),
  )
  return { ...before, lessons, project, changed }
}

/** The one lesson whose id begins with this text. */
const lessonNamed = async ({ owner }: ConsentApp, store: Connection, id: string): Promise<KeptLesson> => {
  const found = /^[0-9a-f]{2,40}$/.test(id) ? await lessonsNamed(store, owner, id) : []
  const [first] = found
  if (first === undefined)
    throw new AppError('no-such-lesson', `there is no lesson ${id}`, {
      hint: '`warmstart lessons --all` lists them with their ids',
    })
  if (new Set(found.map(({ lesson }) => lesson.id)).size > 1)
    throw new AppError('ambiguous', `several lessons begin with ${id}`, { hint: 'give more digits of the id' })
  return first
}

/** A lesson that was accepted without a question, because its project already had a yes. */
export interface JoinedLesson {
  project: string
  id: string
  kind: string
  text: string
}

/**
 * Makes the lessons of all projects with the owner's yes ready for hooks, and returns those that joined since the
 * person was last told. If there is no such project, nothing is mined.
 */
export const readyAccepted = async (app: ConsentApp, store: Connection): Promise<JoinedLesson[]> => {
  const joined: JoinedLesson[] = []
  for (const { repository, announcedAt } of await acceptedRepositories(store, app.owner)) {
    if (repository === EVERY_REPOSITORY) continue
    const { lessons } = await readyLessons(app, store, repository)
    for (const { lesson, state, foundAt } of lessons)
      if (state === 'active' && lesson.told === null && foundAt > announcedAt)
        joined.push({ project: repository, id: lesson.id, kind: lesson.kind, text: lesson.text })
  }
  return joined
}

/** Records that a person was told of lessons that joined. */
export const markJoined = async (
  { owner, now }: Pick<App, 'owner' | 'now'>,
  store: Connection,
  joined: readonly JoinedLesson[],
): Promise<void> => {
  for (const project of new Set(joined.map((each) => each.project)))
    await markAnnounced(store, owner, { repository: project, at: now() })
}

/** Records that lessons stand in an instruction file, named relative to its project. */
export const recordWritten = (
  { owner, now }: Pick<App, 'owner' | 'now'>,
  store: Connection,
  { ids, file }: { ids: readonly string[]; file: string },
): Promise<void> =>
  store.transaction(async (transaction) => {
    for (const lessonId of ids) await writeWord(transaction, owner, { lessonId, word: 'written', file, at: now() })
  })

/** Records that lessons were removed from an instruction file: each gets its earlier decision back. */
export const recordTakenOut = (
  { owner, now }: Pick<App, 'owner' | 'now'>,
  store: Connection,
  ids: readonly string[],
): Promise<void> =>
  store.transaction(async (transaction) => {
    for (const lessonId of ids) await restoreWord(transaction, owner, { lessonId, at: now() })
  })
