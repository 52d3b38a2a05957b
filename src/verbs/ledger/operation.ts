import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import { summed } from '../../provision/ledger-figures.ts'
import { REACHES } from '../../schema/delivery-event.ts'
import type { Ledger, LedgerEntry } from '../../schema/listing/ledger.ts'
import type { Connection } from '../../store/connection.ts'
import { endLiveTrials } from '../../store/experiments/live-trials.ts'
import { setOutcome } from '../../store/templates/exposure.ts'
import {
  countExposures,
  type LedgerFilter,
  type LedgerRow,
  listExposures,
  sessionEffects,
  sessionKeysBeginning,
} from '../../store/templates/ledger.ts'
import { findOne } from '../../template/run.ts'
import { hurtingTemplates } from '../experiment/hurting-operation.ts'
import { readHookFigures } from '../hook/log-operation.ts'

export type { Ledger, LedgerEntry } from '../../schema/listing/ledger.ts'

export interface LedgerInput {
  owner?: string | undefined
  /** Name, id or beginning of a hash. */
  template?: string | undefined
  session?: string | undefined
  source?: string | undefined
  arm?: string | undefined
  limit?: number | undefined
}

const MOST_LISTED = 50

/** Lists what each session got, newest first, and for every template how warm and cold sessions did. */
export const ledger = async (
  app: Pick<App, 'now' | 'owner' | 'home'>,
  store: Connection,
  { owner = app.owner, template, session, source, arm, limit = MOST_LISTED }: LedgerInput,
): Promise<Ledger> => {
  const templateId = template === undefined ? undefined : (await findOne(store, owner, template)).template.id
  const filter: LedgerFilter = { owner, templateId, sessionKey: session, source, arm }
  const rows = await listExposures(store, { ...filter, limit })
  return {
    entries: rows.map(entryOf),
    total: rows.length < limit ? rows.length : await countExposures(store, filter),
    templates: summed(await sessionEffects(store, filter)),
    hurting: await hurtingTemplates(store, owner),
    hooks: readHookFigures(app.home) ?? null,
  }
}

const entryOf = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  at: isoTime(row.at) ?? '',
  template: row.name,
  templateId: row.template_id,
  version: row.version,
  hash: row.hash,
  how: row.how,
  event: row.event,
  exposure: row.arm === 'cold' ? 'withheld' : REACHES.includes(row.how) ? 'given' : 'unknown',
  format: row.format,
  dose: row.dose,
  source: row.source,
  project: row.project,
  sessionKey: row.session_key,
  experiment: row.experiment,
  arm: row.arm === 'warm' || row.arm === 'cold' ? row.arm : null,
  propensity: row.propensity,
  seen: (parseJson(row.seen) ?? []) as string[],
  outcome: row.outcome === 'ok' || row.outcome === 'failed' ? row.outcome : null,
  outcomeBy: row.outcome_by,
  outcomeAt: isoTime(row.outcome_at),
  session: sessionOf(row),
})

const sessionOf = ({ session_key, calls, errors, agent_errors, settled_at }: LedgerRow): LedgerEntry['session'] => {
  const settledAt = isoTime(settled_at)
  if (session_key === null || calls === null || errors === null || agent_errors === null || settledAt === null)
    return null
  return { id: session_key, calls, errors, agentErrors: agent_errors, settledAt }
}

/** Shorter prefixes soon fit several sessions. */
const SHORTEST_BEGINNING = 4

/**
 * Finds a session of the ledger by its id or a prefix of it, as listings show it. A name that the ledger does not know
 * is returned unchanged.
 */
export const findLedgerSession = async (
  store: Connection,
  { owner, session }: { owner: string; session: string },
): Promise<string> => {
  if (session.length < SHORTEST_BEGINNING) return session
  const keys = await sessionKeysBeginning(store, owner, session)
  const [key = session] = keys
  if (keys.length < 2 || key === session) return key
  throw new AppError('ambiguous', `several sessions begin with ${session}: ${keys.join(', ')}`, {
    hint: 'give more of it',
  })
}

export interface OutcomeInput {
  owner?: string | undefined
  /** The agent's own id of the session, or the id of an entry. */
  sessionKey?: string | undefined
  exposure?: string | undefined
  outcome: 'ok' | 'failed'
  /** Who reports the outcome. */
  by: string
}

/** Records whether a session reached its goal. A later report replaces an earlier one. */
export const reportOutcome = async (
  app: Pick<App, 'now' | 'owner'>,
  store: Connection,
  { owner = app.owner, sessionKey, exposure, outcome, by }: OutcomeInput,
): Promise<{ entries: number; trials: number }> => {
  if (sessionKey === undefined && exposure === undefined)
    throw new AppError('usage', 'whose outcome it is must be said', {
      hint: 'give a session or an entry of the ledger',
    })
  const report = { outcome, by, at: app.now() }
  const entries = await setOutcome(
    store,
    owner,
    exposure === undefined ? { ...report, sessionKey: sessionKey ?? '' } : { ...report, id: exposure },
  )
  const trials =
    sessionKey === undefined
      ? 0
      : await endLiveTrials(store, owner, { sessionKey, end: outcome === 'ok' ? 'pass' : 'fail', now: report.at })
  if (entries + trials > 0) return { entries, trials }
  throw new AppError('no-such-entry', `the ledger of ${owner} has no entry about ${exposure ?? sessionKey}`, {
    hint: '`warmstart ledger` lists the sessions that were given something',
  })
}
