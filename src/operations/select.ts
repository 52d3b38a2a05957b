import type { App } from '../app.ts'
import { refreshReady } from '../provision/run-ready.ts'
import { selectTemplate, type SelectInput } from '../provision/run-select.ts'
import { EVERYDAY } from '../schema/arm.ts'
import type { Selection } from '../schema/listing/selection.ts'
import type { Connection } from '../store/connection.ts'
import { addExposure, exposureOf } from '../store/exposure.ts'
import { readySeed } from '../store/ready.ts'

export type { Selection } from '../schema/listing/selection.ts'

export interface SelectFor extends Omit<SelectInput, 'owner'> {
  owner?: string | undefined
  /** Who asks, for the ledger. */
  how: string
}

/**
 * The template for a task, with the reason. Where it is drawn for a session, the draw goes into the ledger, once a session however
 * often it is asked.
 */
export const selectFor = async (
  app: Pick<App, 'now' | 'owner'>,
  store: Connection,
  { how, owner = app.owner, ...input }: SelectFor,
): Promise<Selection> => {
  const { sessionKey } = input
  const before =
    sessionKey === undefined
      ? undefined
      : await drawnBefore(store, { owner, sessionKey, how, experiment: input.experiment })
  if (before !== undefined) return before
  await refreshReady(store, { owner, now: app.now() })
  const selection = await selectTemplate(store, { ...input, owner })
  const { id, version, hash, arm, experiment } = selection
  if (sessionKey === undefined || id === null || version === null || hash === null) return selection
  if (arm === null || experiment === null) return selection
  const now = app.now()
  const ready = await readySeed(store, owner, { templateId: id, now })
  const exposure = await store.transaction(async (transaction) => {
    const known = await exposureOf(transaction, owner, { sessionKey, experiment, how })
    if (known !== undefined) return known.id
    return addExposure(transaction, owner, {
      templateId: id,
      version,
      hash,
      at: now,
      how,
      format: 'text',
      dose: arm === 'cold' ? 0 : (ready?.dose ?? 0),
      project: input.project,
      sessionKey,
      experiment,
      arm,
      propensity: selection.propensity ?? undefined,
      seen: arm === 'cold' ? [] : (ready?.seen ?? []),
    })
  })
  return { ...selection, exposure }
}

/** The draw of a session stands: what sessions earned since must not change what it was given. */
const drawnBefore = async (
  store: Connection,
  {
    owner,
    sessionKey,
    how,
    experiment = EVERYDAY,
  }: { owner: string; sessionKey: string; how: string; experiment?: string | undefined },
): Promise<Selection | undefined> => {
  const row = await exposureOf(store, owner, { sessionKey, experiment, how })
  // A template that was deleted since leaves room for another.
  if (row === undefined || row.name === null) return undefined
  const isCold = row.arm === 'cold'
  return {
    template: isCold ? null : row.name,
    id: row.template_id,
    version: row.version,
    hash: row.hash,
    score: null,
    reason: 'drawn before for this session',
    arm: isCold ? 'cold' : 'warm',
    propensity: row.propensity,
    withheld: isCold ? row.name : null,
    experiment,
    reward: null,
    exposure: row.id,
    candidates: [],
  }
}
