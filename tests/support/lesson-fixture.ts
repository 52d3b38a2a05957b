import { lessonId } from '../../src/lesson/id.ts'
import type { Lesson } from '../../src/schema/lesson.ts'
import type { ReadyLesson } from '../../src/schema/ready-lesson.ts'
import { makeReady } from '../../src/lesson/make-ready.ts'
import type { Connection } from '../../src/store/connection.ts'
import { type FoundLesson, replaceLessons } from '../../src/store/lessons/lesson.ts'
import { writeProjectYes } from '../../src/store/lessons/word.ts'

export const SHOP = '/home/sam/shop'

/** A made-up lesson: a path of the repository that does not exist. */
export const lessonOn = (subject: string, changes: Partial<Lesson> = {}): Lesson => {
  const kind = changes.kind ?? 'missing'
  const trigger = changes.trigger ?? { code: 'missing-path', program: '', subject }
  const scope = changes.scope ?? { repository: SHOP, owner: null, agent: null, machine: null }
  const text = `\`${subject}\` does not exist.`
  return {
    id: lessonId({ kind, trigger, scope }),
    kind,
    text,
    trigger,
    remedy: null,
    support: { sessions: 3, of: 10, lastAt: Date.UTC(2026, 2, 1), times: 4, runs: null, calls: 6 },
    evidence: { failed: [], failedAt: [], worked: [] },
    scope,
    checked: { at: null, holds: null, how: 'not looked at' },
    told: null,
    state: 'candidate',
    value: 0.1,
    tokens: 8,
    ...changes,
  }
}

/** The lesson as the store keeps it. */
export const foundLesson = (
  lesson: Lesson,
  { ready = {}, expiresAt = null }: { ready?: Partial<ReadyLesson>; expiresAt?: number | null } = {},
): FoundLesson => ({
  lesson,
  expiresAt,
  ready: {
    id: lesson.id,
    kind: lesson.kind,
    text: lesson.text,
    clause: {
      group: lesson.trigger.code,
      head: 'These do not exist: ',
      item: `\`${lesson.trigger.subject}\``,
      tail: '.',
      alone: lesson.text,
    },
    isForAnyTask: lesson.kind !== 'place',
    words: [],
    path: null,
    ...ready,
  },
})

/** Lessons of one project, mined from 12 sessions and accepted by sam. `holdout`: the share that is withheld; null: as proof needs it. */
export const acceptedLessons = async (
  store: Connection,
  lessons: readonly Lesson[],
  {
    repository = SHOP,
    holdout = 0,
    now = Date.UTC(2026, 2, 20),
  }: { repository?: string; holdout?: number | null; now?: number } = {},
): Promise<void> => {
  const source = { repository, owner: 'sam', sessions: 12, basis: '', madeBy: 'test', madeAt: now }
  await store.transaction((transaction) =>
    replaceLessons(
      transaction,
      source,
      lessons.map((lesson) => ({ ...makeReady(lesson), expiresAt: null })),
    ),
  )
  await writeProjectYes(store, 'sam', { repository, at: now })
  await store.run('update lesson_project set holdout = ? where repository = ?', [holdout, repository])
}
