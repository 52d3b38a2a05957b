import { type Context, EXIT } from '../../interfaces/cli/command.ts'
import { filterOf } from '../../interfaces/cli/history-filter.ts'
import type { Lesson } from '../../schema/lesson.ts'
import { currentProject, namedProject } from './current-project.ts'
import type { Lessons } from './operation.ts'

/** Prints the requested lessons in the requested format. */
export const printLessons = async (context: Context): Promise<Lessons> => {
  const { terminal } = context
  const { listLessons, toListing } = await import('./operation.ts')
  const [store, asked] = [await context.store(), await readAsked(context)]
  const found = await listLessons(context.app, store, asked)
  // A mount that does not answer would keep the process alive, so the process exits by itself.
  if (found.isHung) setTimeout(() => process.exit(EXIT.ok), GRACE_MS).unref()
  const format = context.isSet('json') ? 'json' : context.text('format')
  const listed = found.lessons.map(toListing)
  if (format === 'json') await terminal.jsonLines(each(listed))
  else if (format === 'text') await terminal.document(found.text)
  else {
    const { lessonLines, markdownLines } = await import('./show.ts')
    const leftOut = asked.isAll ? { told: 0, stale: 0 } : found.leftOut
    const told = { ...found, leftOut, inVain: found.inVain.map(toListing) }
    const lines = format === 'markdown' ? markdownLines(listed) : lessonLines(listed, told, terminal)
    for (const line of lines) terminal.line(line)
    if (format !== 'markdown') await printHurting(context, asked.projects)
  }
  return found
}

/** Prints the lessons in use of these projects, or of the machine, that hurt. */
const printHurting = async (context: Context, projects: readonly string[]): Promise<void> => {
  const { hurtingLessons } = await import('./hurting-operation.ts')
  const { hurtingLessonLines } = await import('./ledger-show.ts')
  const hurting = (await hurtingLessons(context.app, await context.store())).filter(
    ({ repository }) => repository === null || projects.includes('*') || projects.includes(repository),
  )
  for (const line of hurtingLessonLines(hurting, context.terminal)) context.terminal.line(line)
}

const GRACE_MS = 200

const readAsked = async (context: Context) => {
  const named = context.given.flatMap(({ name, value }) =>
    name === 'project' && typeof value === 'string' ? [value] : [],
  )
  const { since, until } = filterOf({
    ...context,
    text: (name) => (name === 'project' ? undefined : context.text(name)),
  })
  // The sample belongs to no directory of this machine.
  const here = async (): Promise<string> => (context.isSet('sample') ? '*' : await currentProject(context))
  return {
    projects: named.length === 0 ? [await here()] : await Promise.all(named.map((name) => namedProject(context, name))),
    agent: context.text('agent'),
    since,
    until,
    kind: context.text('kind') as Lesson['kind'] | undefined,
    maxTokens: context.count('max-tokens'),
    isAll: context.isSet('all'),
  }
}

// oxlint-disable-next-line require-await
const each = async function* <T>(rows: readonly T[]): AsyncIterable<T> {
  yield* rows
}
