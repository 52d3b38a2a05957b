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
  /** The error text of the tool. */
  error: string
  project?: string | undefined
}

/** A recovery and its template. */
export interface FoundRecovery {
  template: Pick<Template, 'name' | 'version' | 'hash'>
  recovery: Recovery
}

/**
 * Finds what helped the owner's other sessions after such an error, in active templates and not expired; those of the
 * project come first.
 */
export const recoveryForError = async (
  app: Pick<App, 'now' | 'owner' | 'place'>,
  store: Connection,
  { tool, error, project }: FailedCall,
): Promise<FoundRecovery[]> => {
  const { owner } = app
  const now = app.now()
  const lookUp = () => readyHints(store, owner, { keys: hintKeys(tool, error), project, now })
  let hints = await lookUp()
  // Commands that change a template also make it ready. If nothing is found, this makes the remaining templates ready
  // and looks again.
  if (hints.length === 0 && (await refreshReady(store, { owner, now })) > 0) hints = await lookUp()
  const found: FoundRecovery[] = []
  const seen = new Set<string>()
  for (const { templateId, recovery: id } of hints) {
    // Several templates may hold the same recovery; the first is the project's or the best supported one.
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

/** An agent with one error does not need more recoveries. */
const MOST_GIVEN = 3

/** A template that was deleted or damaged since the lookup counts as missing. */
const readable = async (store: Connection, owner: string, id: string): Promise<Template | undefined> => {
  try {
    return await show(store, { owner, name: id })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
