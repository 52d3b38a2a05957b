import type { App } from '../../app.ts'
import type { StartReport } from './shape.ts'
import type { Template, TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { propose } from '../propose/operation.ts'
import { list, show } from '../list/templates-operation.ts'

export type CarryOver = StartReport['carryOver']

/** At most this many templates are described; `list` and `review` show the rest. */
const MOST_NAMED = 5
const MOST_SHAPES = 3

/**
 * Finds what new sessions could get: the templates in use, and candidates from the best sessions. Puts nothing into
 * use.
 */
export const carryOver = async (app: App, store: Connection): Promise<CarryOver> => {
  await propose(app, store, {})
  const { templates } = await list(store, { owner: app.owner })
  const described = (state: TemplateSummary['state']) =>
    Promise.all(
      templates
        .filter((each) => each.state === state && each.patternCount + each.recoveryCount > 0)
        .toSorted((one, other) => other.sourceSessions.length - one.sourceSessions.length)
        .slice(0, MOST_NAMED)
        .map(async ({ id }) => carried(await show(store, { owner: app.owner, name: id }))),
    )
  return { inUse: await described('active'), proposed: await described('candidate') }
}

const carried = (template: Template): CarryOver['proposed'][number] => ({
  template: template.name,
  project: template.scope.project,
  patterns: template.patternCount,
  recoveries: template.recoveryCount,
  sessions: template.sourceSessions.length,
  shows: template.patterns.slice(0, MOST_SHAPES).map(({ shape }) => shape),
})
