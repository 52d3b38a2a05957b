import { needsOwnYes } from '../../lesson/state.ts'
import type { App } from '../../app.ts'
import type { StartReport } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { busiestProjects } from '../../store/facts/project.ts'
import { readyLessons } from '../lessons/ready-operation.ts'

/** `lessons --project` lists the lessons of other projects. */
const MOST_PROJECTS = 3
const MOST_LESSONS = 5

/**
 * The most valuable lessons of the most recent projects, with their full text. Makes the lessons of these projects
 * ready for hooks; a session gets one only after a person's yes.
 */
export const startLessons = async (
  app: App,
  store: Connection,
): Promise<Pick<StartReport, 'lessons' | 'lessonsLeftOut'>> => {
  const found: { mistake: string; line: StartReport['lessons'][number]; value: number }[] = []
  const lessonsLeftOut = { told: 0, stale: 0 }
  for (const project of await busiestProjects(store, app.owner, MOST_PROJECTS)) {
    const { lessons } = await readyLessons(app, store, project)
    for (const { lesson, state } of lessons) {
      const { id, kind, trigger, text, told, value, support } = lesson
      if (told !== null) lessonsLeftOut.told++
      else if (state === 'stale') lessonsLeftOut.stale++
      if ((state !== 'candidate' && state !== 'active') || needsOwnYes(lesson) || told !== null) continue
      found.push({
        mistake: `${kind} ${JSON.stringify(trigger)}`,
        line: { id, project, kind, text, sessions: support.sessions, of: support.of, state },
        value,
      })
    }
  }
  // The same mistake in two projects, such as a pipe that hides failures, takes one line, so that the other lines say
  // something new.
  const lessons = [
    ...Map.groupBy(
      found.toSorted((one, other) => other.value - one.value),
      ({ mistake }) => mistake,
    ).values(),
  ]
    .flatMap(([best]) => best ?? [])
    .slice(0, MOST_LESSONS)
    .map(({ line }) => line)
  return { lessons, lessonsLeftOut }
}
