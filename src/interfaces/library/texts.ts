import { readTools } from '../../provision/lint/tools.ts'
import { redactText as redact } from '../../verbs/redact/operation.ts'
import type { SyncInput, SyncReport } from '../../verbs/sync/operation.ts'
import type { LintReport } from '../../schema/listing/lint-report.ts'
import type { RedactionReport } from '../../verbs/redact/shape.ts'
import { createApp } from '../../app.ts'
import type { Warmstart } from './open.ts'

/** Reads new history into a store, from the given places or of every known agent. Idempotent. */
export const syncHistory = async (
  { app, store }: Warmstart,
  { targets = [], rebuild = false }: Partial<SyncInput> = {},
): Promise<SyncReport> => {
  const { sync } = await import('../../verbs/sync/operation.ts')
  return sync(app, store, { targets, rebuild })
}

export interface LintOptions {
  format: string
  /** The token budget. */
  budget?: number
  /** The tools of the session, in the form of its provider. */
  tools?: unknown
}

/** Checks whether a provider would accept a history of any origin. */
export const lintHistory = async (history: unknown, { format, budget, tools }: LintOptions): Promise<LintReport> => {
  const { lintText } = await import('../../verbs/lint/operation.ts')
  return lintText(typeof history === 'string' ? history : JSON.stringify(history), {
    format,
    budget,
    tools: tools === undefined ? undefined : await readTools(tools),
  })
}

/** Returns a text as a template would hold it: without secrets, the home directory and values of the environment. */
export const redactText = (text: string): Promise<RedactionReport> => redact(createApp(), text)
