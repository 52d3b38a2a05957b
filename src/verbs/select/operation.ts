import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import { noSelection, selectTemplate, type SelectInput } from '../../provision/run-select.ts'
import { type Arm, EVERYDAY } from '../../schema/arm.ts'
import { REACHES } from '../../schema/delivery-event.ts'
import type { Selection } from '../../schema/listing/selection.ts'
import type { Connection } from '../../store/connection.ts'
import { addExposure, type Exposure, exposureOf } from '../../store/templates/exposure.ts'
import { type ReadySeed, readySeed } from '../../store/templates/ready.ts'
import { refusalOf } from '../hook/deliver-check-operation.ts'

export type { Selection } from '../../schema/listing/selection.ts'

export interface SelectFor extends Omit<SelectInput, 'owner' | 'arm'> {
  /** Forces the arm; `off`: nothing is given and nothing recorded. */
  arm?: Arm | 'off' | undefined
  owner?: string | undefined
  /** The caller, for the ledger. */
  how: string
}

/**
 * Selects the template for a task, with the reason. For a named session the draw is recorded in the ledger once,
 * however often the caller asks, and a draw by a hook is not repeated. For an unnamed session each answer is recorded,
 * without an arm. A template whose text may not be given counts as missing.
 */
export const selectFor = async (
  app: Pick<App, 'now' | 'owner' | 'place'>,
  store: Connection,
  { how, owner = app.owner, arm, ...input }: SelectFor,
): Promise<Selection> => {
  if (arm === 'off') return noSelection('WARMSTART_ARM says that nothing is given')
  const { sessionKey } = input
  const session = sessionKey === undefined ? undefined : { owner, sessionKey, how, experiment: input.experiment }
  const before = session === undefined ? undefined : await drawnBefore(store, session)
  if (before?.arm === 'cold') return before
  const selection = before ?? (await freshly(store, { ...input, arm, owner }, app.now()))
  const { id } = selection
  if (id === null) return selection
  const now = app.now()
  const ready = await readySeed(store, owner, { templateId: id, now })
  // Checked in both arms: a text that cannot be given cannot be withheld either, and the ledger records neither.
  const reason = await whyNotGiven(app, ready)
  if (ready === undefined || reason !== undefined) return notGiven(selection, reason ?? '')
  if (before !== undefined) return selection
  const draw = { selection, ready, how, owner, project: input.project, now }
  if (session !== undefined) return recorded(store, session, draw)
  if (selection.template === null || !REACHES.includes(how)) return selection
  // Nothing is drawn here, so a busy or read-only store does not stop the answer.
  const added = addExposure(store, owner, entryOf(draw)).catch(() => null)
  return { ...selection, exposure: await Promise.race([added, sleep(LEDGER_WAIT_MS, null, { ref: false })]) }
}

const LEDGER_WAIT_MS = 1_000

/**
 * Commands that change a template also make it ready. If nothing is found, this makes the remaining templates ready
 * and looks again.
 */
const freshly = async (store: Connection, input: SelectInput, now: number): Promise<Selection> => {
  const selection = await selectTemplate(store, input)
  if (selection.id !== null || (await refreshReady(store, { owner: input.owner, now })) === 0) return selection
  return selectTemplate(store, input)
}

/** Why the text of a fitting template is not given, as the end of a sentence that begins with its name. */
const whyNotGiven = async (
  { place }: Pick<App, 'place'>,
  ready: ReadySeed | undefined,
): Promise<string | undefined> => {
  if (ready === undefined) return 'has nothing to show any more'
  const refused = await refusalOf(ready.text, { env: place.env, mostBytes: Number.POSITIVE_INFINITY })
  return refused === undefined ? undefined : 'holds a secret of your environment: build it anew'
}

const notGiven = (selection: Selection, reason: string): Selection => ({
  ...selection,
  template: null,
  id: null,
  version: null,
  hash: null,
  reason: `${selection.template ?? selection.withheld ?? 'the template'} fits, but ${reason}`,
  arm: null,
  propensity: null,
  withheld: null,
  experiment: null,
})

interface SessionDraw {
  owner: string
  sessionKey: string
  how: string
  experiment?: string | undefined
}

interface Draw {
  selection: Selection
  ready: ReadySeed
  how: string
  owner: string
  project: string | undefined
  now: number
}

/**
 * Records the selection in the ledger and returns it, or the one that another process drew for the session meanwhile.
 */
const recorded = (store: Connection, session: SessionDraw, draw: Draw): Promise<Selection> =>
  store.transaction(async (transaction) => {
    const known = await drawnBefore(transaction, session)
    if (known !== undefined) return known
    const { arm, experiment, propensity } = draw.selection
    const exposure = await addExposure(transaction, draw.owner, {
      ...entryOf(draw),
      sessionKey: session.sessionKey,
      experiment: experiment ?? undefined,
      arm: arm ?? undefined,
      propensity: propensity ?? undefined,
    })
    return { ...draw.selection, exposure }
  })

const entryOf = ({ selection, ready, how, project, now }: Draw): Exposure => ({
  templateId: selection.id ?? '',
  version: selection.version ?? ready.version,
  hash: selection.hash ?? '',
  at: now,
  how,
  format: 'text',
  dose: selection.template === null ? 0 : ready.dose,
  project,
  seen: selection.template === null ? [] : ready.seen,
})

/** The draw of a session stands: later outcomes must not change what the session got. */
const drawnBefore = async (
  store: Connection,
  { owner, sessionKey, how, experiment = EVERYDAY }: SessionDraw,
): Promise<Selection | undefined> => {
  const row = await exposureOf(store, owner, { sessionKey, experiment, how })
  if (row === undefined) return undefined
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
