import { isAbsolute } from 'node:path'
import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { DEFAULT_TOKENS, textWithin } from '../../lesson/budget.ts'
import { byValue } from '../../lesson/mine.ts'
import { type LessonScope, readLessons } from '../../lesson/run.ts'
import { selectForStart } from '../../lesson/select.ts'
import { readInstructions, findTold } from '../../lesson/told.ts'
import { lessonState } from '../../lesson/state.ts'
import { openTree, type Tree } from '../../lesson/tree.ts'
import { checkToday } from '../../lesson/true-today.ts'
import { findRemovedLessons } from '../../lesson/written.ts'
import type { Lesson } from '../../schema/lesson.ts'
import type { Connection } from '../../store/connection.ts'
import { packLessons } from '../../store/lessons/pack-lesson.ts'
import { lessonWords, projectYes, type SaidWord } from '../../store/lessons/word.ts'
import type { LessonListing } from './shape.ts'

export type { LessonListing } from './shape.ts'

/** Stands for all projects together. */
const EVERY_PROJECT = '*'

export interface LessonsAsked {
  /** Paths of projects or names of their folders, treated as one repository; `*` for all. */
  projects: readonly string[]
  agent?: string | undefined
  /** Milliseconds; only sessions that began at this time or later. */
  since?: number | undefined
  /** Milliseconds; lists lessons as of this time, without reading the working tree. */
  until?: number | undefined
  kind?: Lesson['kind'] | undefined
  maxTokens?: number | undefined
  /** Also lessons that are stale, refused, or told by the project itself. */
  isAll?: boolean | undefined
}

export interface Lessons {
  /** The most valuable first. */
  lessons: Lesson[]
  /** What a session gets at its start; empty if there is nothing to give. */
  text: string
  sessions: number
  /** Lessons that the project's own files tell, and whose mistake sessions still make. */
  inVain: Lesson[]
  /** Ids of lessons that a person deleted from the file they were written into. */
  takenOut: string[]
  /** The numbers of lessons that are not listed, by reason. */
  leftOut: { told: number; stale: number }
  /** The disk does not answer: a read may never end. */
  isHung: boolean
}

/** Lists the lessons of a repository as they are today, and the text that a session would get at its start. */
export const listLessons = async (
  app: Pick<App, 'now' | 'owner' | 'machine' | 'place'>,
  store: Connection,
  asked: LessonsAsked,
): Promise<Lessons> => {
  const { agent, since, until, kind, maxTokens = DEFAULT_TOKENS } = asked
  const isEvery = asked.projects.includes(EVERY_PROJECT)
  const scope: LessonScope = {
    repository: isEvery ? EVERY_PROJECT : asked.projects.toSorted().join(' '),
    projects: isEvery ? undefined : asked.projects,
    owner: app.owner,
    agent,
    since,
    until,
  }
  const { lessons: own, sessions, places, sessionTimes } = await readLessons(store, scope, app.now())
  const sent = await sentLessons(app, store, { asked, own })
  const mined = [...own, ...sent]
  const isHere =
    until === undefined && places !== undefined && (places.machine === app.machine || places.machine === '')
  // A person who has lessons of others and no session yet: the project is the named directory itself.
  const tree = isHere
    ? await findTree(places.directories)
    : sent.length > 0 && places === undefined
      ? await findTree(asked.projects.filter(isAbsolute))
      : undefined
  const programs = (app.place.env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  const files = tree === undefined ? [] : await readInstructions(tree)
  const lessons: Lesson[] = []
  for (const lesson of mined) {
    if (kind !== undefined && lesson.kind !== kind) continue
    const today = await checkToday(lesson, { now: until ?? app.now(), tree, programs })
    lessons.push({ ...today, told: findTold(today, files, sessionTimes) })
  }
  const words = await lessonWords(store, app.owner)
  const takenOut = await findTakenOut(lessons, words, tree)
  const yes = await projectYes(store, app.owner, scope.repository)
  const ranked = lessons
    .map((lesson) => {
      const said = words.get(lesson.id)
      const word = (takenOut.has(lesson.id) ? said?.before : said?.word) ?? null
      const standing = { word, isProjectAccepted: yes !== undefined, expiresAt: null }
      return { ...lesson, state: lessonState(lesson, standing, app.now()) }
    })
    .toSorted(byValue)
  const text = textWithin(selectForStart(ranked), maxTokens, sessions)
  return {
    lessons: asked.isAll === true ? ranked : ranked.filter(isNew),
    inVain: ranked.filter(isInVain),
    takenOut: [...takenOut],
    text: text === '' ? '' : `${text}\n`,
    sessions,
    leftOut: {
      told: ranked.filter(({ told, state }) => told !== null && state !== 'stale' && state !== 'written').length,
      stale: ranked.filter(({ state }) => state === 'stale').length,
    },
    isHung: tree?.isHung() === true,
  }
}

/** Lessons from packs for the one requested project. If sessions here teach the same lesson, ours is used. */
const sentLessons = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  { asked: { projects, agent, since, until }, own }: { asked: LessonsAsked; own: readonly Lesson[] },
): Promise<Lesson[]> => {
  const [project, ...others] = projects
  if (project === undefined || others.length > 0 || agent !== undefined || since !== undefined || until !== undefined)
    return []
  const known = new Set(own.map(({ id }) => id))
  return (await packLessons(store, owner, project)).filter(({ id }) => !known.has(id))
}

/** Finds lessons that a person deleted from the file they were written into: each gets its earlier decision back. */
const findTakenOut = async (
  lessons: readonly Lesson[],
  words: ReadonlyMap<string, SaidWord>,
  tree: Tree | undefined,
): Promise<Set<string>> => {
  if (tree === undefined) return new Set()
  const written = lessons.flatMap(({ id }) => {
    const said = words.get(id)
    return said?.word === 'written' ? [{ id, file: said.file }] : []
  })
  return findRemovedLessons(tree, written)
}

/** Whether a lesson is true today and the project's own files do not tell it, except in our own block. */
const isNew = ({ told, state }: Lesson): boolean =>
  state === 'written' || (told === null && state !== 'stale' && state !== 'refused')

const isInVain = ({ told, state }: Lesson): boolean =>
  told !== null && told.since > 0 && state !== 'stale' && state !== 'refused'

/**
 * The first directory that is a repository, else the last one that exists, because a worktree can lie inside the
 * user's home.
 */
const findTree = async (directories: readonly string[]): Promise<Tree | undefined> => {
  let found: Tree | undefined
  for (const directory of directories) {
    const tree = openTree(directory)
    const git = await tree.look('.git')
    if (tree.isHung()) return tree
    if (git !== 'missing' && git !== 'unknown') return tree
    if ((await tree.look('.')) !== 'missing') found = tree
  }
  return found
}

/** Converts a lesson for output: times become text. */
export const toListing = ({ support, evidence, checked, origin, ...lesson }: Lesson): LessonListing => ({
  ...lesson,
  origin: origin ?? null,
  support: { ...support, lastAt: isoTime(support.lastAt) },
  evidence: { failed: evidence.failed, worked: evidence.worked, said: evidence.said ?? [] },
  checked: { ...checked, at: isoTime(checked.at) },
})
