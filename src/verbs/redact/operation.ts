import type { App } from '../../app.ts'
import type { RedactionReport } from './shape.ts'
import { createRedactor } from '../../template/redact.ts'

/** Returns a text as a template of this user would hold it, and what was replaced in it. */
export const redactText = async (app: App, text: string): Promise<RedactionReport> => {
  const { env, home } = app.place
  const redactor = createRedactor({ env, home, userName: app.owner, hostName: app.machine })
  return { text: await redactor.redact(text), found: redactor.report() }
}
