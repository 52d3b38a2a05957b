import type { App } from '../app.ts'
import type { StartReport } from '../schema/listing/start-report.ts'
import type { Connection } from '../store/connection.ts'
import { busiestProjects } from '../store/project.ts'
import { readyLessons } from './lessons-ready.ts'

/** Lessons of more projects are looked for by `lessons --project`. */
const MOST_PROJECTS = 3
const MOST_LESSONS = 5

/**
 * The most valuable lessons of the projects that were worked on most lately, with their text in full. Leaves the lessons of these
 * projects ready for hooks; a session is given one only after a person's yes.
 */
export const startLessons = async (app: App, store: Connection): Promise<StartReport['lessons']> => {
  const found: { line: StartReport['lessons'][number]; value: number }[] = []
  for (const project of await busiestProjects(store, app.owner, MOST_PROJECTS)) {
    const { lessons } = await readyLessons(app, store, project)
    for (const { lesson, state } of lessons) {
      const { id, kind, text, told, value, support } = lesson
      if ((state !== 'candidate' && state !== 'active') || kind === 'rule' || told !== null) continue
      if (found.some(({ line }) => line.id === id)) continue
      found.push({ line: { id, project, kind, text, sessions: support.sessions, of: support.of, state }, value })
    }
  }
  return found
    .toSorted((one, other) => other.value - one.value)
    .slice(0, MOST_LESSONS)
    .map(({ line }) => line)
}
