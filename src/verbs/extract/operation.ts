import type { App } from '../../app.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { talliesOf } from '../../store/derived/tally.ts'
import { checkedName, nameFor } from '../../template/name.ts'
import { refreshTallies } from '../../profile/run.ts'
import { type AboutTemplate, namedSessions, saveFound } from '../build/operation.ts'
import { findSession } from '../sessions/operation.ts'

export interface ExtractInput extends AboutTemplate {
  /** Id or unique prefix. */
  session: string
  /** Without a name, the kind of task and the session give one. */
  name?: string | undefined
  /** The largest number of patterns. */
  max?: number | undefined
}

const MOST_PATTERNS = 10

/**
 * Makes a template of one session. The person who names the session vouches for it, so support 1 is enough; all other
 * gates stay.
 */
export const extract = async (
  app: App,
  store: Connection,
  { session, name, max = MOST_PATTERNS, owner = app.owner, ...about }: ExtractInput,
): Promise<Template> => {
  const [id = ''] = await namedSessions(store, [session], owner)
  const row = await findSession(store, session)
  await refreshTallies(store)
  const [tally] = await talliesOf(store, [id])
  const chosen = checkedName(name ?? nameFor(about.taskType ?? tally?.task_type ?? null, row.native_id))
  return saveFound(app, store, {
    options: { owner, now: app.now(), sessions: [id], minSupport: 1, maxPatterns: max },
    wanted: { ...about, name: chosen, owner, state: 'active', how: 'extract' },
    scope: { owner, project: row.project, source: row.source, platform: row.platform, model: row.model },
  })
}
