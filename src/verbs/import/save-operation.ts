import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Arrival } from './shape.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { templateNamed, templateVersions, writeTemplate } from '../../store/templates/template.ts'
import { checkedName } from '../../template/name.ts'
import { addedUp, gateDraft } from '../../template/pack-gate.ts'
import { withoutSecrets } from '../../template/pack-secrets.ts'
import { createRedactor } from '../../template/redact.ts'
import { redactDraft, redactionsIn } from '../../template/redact-draft.ts'
import { saveTemplate } from '../../template/run.ts'
import { isEmpty, type Version } from '../../template/version.ts'

/** Another author's template, ready to be kept: without secrets, and without pieces that did not pass the gates. */
export interface Arriving {
  version: Version
  dropped: Arrival['dropped']
  replacedHere: Arrival['replacedHere']
}

/** Removes from a template what must not be in one here, no matter who made it and what its author checked. */
export const cleared = async (app: App, given: Version): Promise<Arriving> => {
  const { env, home } = app.place
  const redactor = createRedactor({ env, home, userName: app.owner, hostName: app.machine })
  const clean = await withoutSecrets(await redactDraft(given.draft, redactor), redactor)
  const { draft: gated, dropped } = gateDraft(clean.draft)
  const description = await redactor.redact(given.description)
  const tags: string[] = []
  for (const tag of given.tags) tags.push(await redactor.redact(tag))
  const replacedHere = redactor.report()
  return {
    version: { ...given, draft: { ...gated, redactions: redactionsIn(gated, replacedHere) }, description, tags },
    dropped: addedUp(clean.dropped, dropped),
    replacedHere,
  }
}

export interface Keeping {
  owner: string
  name: string
  /** The author, for `show`. */
  madeBy: string
  /** The origin, for `history`; its sha256 tells whether the template was imported before. */
  note: string
  sha256: string
  arriving: Arriving
  now: number
}

export type Kept = Pick<Arrival, 'became' | 'name' | 'state' | 'version' | 'hash' | 'problem'>

const NOTHING: Kept = { became: 'nothing', name: null, state: null, version: null, hash: null, problem: null }

/**
 * Keeps an arriving template in quarantine. A template from the same file stays as it is, even if it was changed
 * since; a template that only has the same name is never touched. Call it inside a transaction.
 */
export const keepArriving = async (store: Connection, keeping: Keeping): Promise<Kept> => {
  const { owner, madeBy, note, sha256, arriving, now } = keeping
  const name = checkedName(keeping.name)
  if (isEmpty(arriving.version.draft)) return { ...NOTHING, problem: 'nothing of it passed the gates' }
  const present = await templateNamed(store, owner, name)
  if (present !== undefined) {
    const versions = await templateVersions(store, owner, { id: present.id })
    if (!versions.some((each) => each.how === 'import' && each.note.includes(sha256))) throw taken(name)
    const { state, version, hash } = present
    return { became: 'unchanged', name, state, version, hash, problem: null }
  }
  const { description, tags, taskType, draft } = arriving.version
  const made = await saveTemplate(store, {
    owner,
    name,
    description,
    tags,
    taskType,
    state: 'quarantined',
    draft: { ...draft, leftOut: addedUp(draft.leftOut, arriving.dropped), how: 'import', madeBy },
    now,
  })
  await writeNote(store, { owner, name, note })
  return { became: 'quarantined', name, ...stateOf(made), problem: null }
}

const stateOf = ({ state, version, hash }: Template) => ({ state, version, hash })

const writeNote = async (
  store: Connection,
  { owner, name, note }: { owner: string; name: string; note: string },
): Promise<void> => {
  const row = await templateNamed(store, owner, name)
  const [version] = row === undefined ? [] : await templateVersions(store, owner, row)
  if (row !== undefined && version !== undefined) await writeTemplate(store, row, { ...version, note })
}

const taken = (name: string): AppError =>
  new AppError('name-taken', `there is a template ${name} already, and an import must not change it`, {
    hint: `choose another name: --name ${name}-2`,
  })

/** The name that a template gets here. */
export const nameHere = (was: string, wanted: string | undefined, count: number): string => {
  if (wanted === undefined) return was
  return count === 1 ? wanted : `${wanted}-${was}`
}

/** Counts what an arriving template holds, and what was removed from it. */
export const figuresOf = ({
  version: { draft },
  dropped,
  replacedHere,
}: Arriving): Pick<
  Arrival,
  'patterns' | 'workflows' | 'recoveries' | 'conventions' | 'tokens' | 'addendum' | 'dropped' | 'replacedHere'
> => ({
  patterns: draft.patterns.length,
  workflows: draft.workflows.length,
  recoveries: draft.recoveries.length,
  conventions: draft.conventions.length,
  tokens: draft.tokens,
  addendum: draft.addendum.trim() !== '',
  dropped,
  replacedHere,
})
