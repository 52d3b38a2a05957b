import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { hintKeys } from '../../provision/hint-key.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import type { Recovery, Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { readyHints } from '../../store/templates/ready.ts'
import { refusalOf } from './deliver-check-operation.ts'
import { show } from '../list/templates-operation.ts'

export interface FailedCall {
  tool: string
  /** What the tool said. */
  error: string
  project?: string | undefined
}

/** A recovery, and the template it is of. */
export interface FoundRecovery {
  template: Pick<Template, 'name' | 'version' | 'hash'>
  recovery: Recovery
}

/** What got other sessions of the owner out of such an error: of active templates, not expired, those of the project first. */
export const recoveryForError = async (
  app: Pick<App, 'now' | 'owner' | 'place'>,
  store: Connection,
  { tool, error, project }: FailedCall,
): Promise<FoundRecovery[]> => {
  const { owner } = app
  const now = app.now()
  const lookUp = () => readyHints(store, owner, { keys: hintKeys(tool, error), project, now })
  let hints = await lookUp()
  // A command that changes a template makes it ready. Where nothing is found, templates that are not ready yet are made ready.
  if (hints.length === 0 && (await refreshReady(store, { owner, now })) > 0) hints = await lookUp()
  const found: FoundRecovery[] = []
  const seen = new Set<string>()
  for (const { templateId, recovery: id } of hints) {
    // Several templates may hold the same one; the first is of the project, or the best supported.
    if (seen.has(id) || found.length === MOST_GIVEN) continue
    const template = await readable(store, owner, templateId)
    const recovery = template?.recoveries.find((each) => each.id === id)
    if (template === undefined || recovery === undefined || (await holdsSecret(app, recovery))) continue
    seen.add(id)
    const { name, version, hash } = template
    found.push({ template: { name, version, hash }, recovery })
  }
  return found
}

/** A value may have become a secret of the environment after the template was built. */
const holdsSecret = async ({ place }: Pick<App, 'place'>, recovery: Recovery): Promise<boolean> => {
  const check = { env: place.env, mostBytes: Number.POSITIVE_INFINITY }
  return (await refusalOf(JSON.stringify(recovery), check)) !== undefined
}

/** An agent that has one error does not need more. */
const MOST_GIVEN = 3

/** A template may have been deleted or damaged since it was looked up: then it is none. */
const readable = async (store: Connection, owner: string, id: string): Promise<Template | undefined> => {
  try {
    return await show(store, { owner, name: id })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
