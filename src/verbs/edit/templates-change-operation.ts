import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { Template, TemplateSummary } from '../../schema/listing/template.ts'
import type { TemplateDeleted } from '../delete/shape.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import type { Connection } from '../../store/connection.ts'
import { writeWord } from '../../store/lessons/word.ts'
import { outdateReady } from '../../store/templates/ready-work.ts'
import { deleteTemplate, setTemplateState, type TemplateRow, templateVersions } from '../../store/templates/template.ts'
import { readTemplateUsage } from '../../store/templates/usage.ts'
import { type Edit, edited } from '../../template/edit.ts'
import { checkedAddendum, checkedDescription, checkedTags } from '../../template/label.ts'
import { createRedactor } from '../../template/redact.ts'
import { readWholeReference } from '../../template/reference.ts'
import { findOne, findVersion, keepVersion, readable, readTemplate } from '../../template/run.ts'
import { summaryOf } from '../../template/summary.ts'
import { readStored } from '../../template/validate.ts'
import { changeBetween, isEmpty, type Version } from '../../template/version.ts'

export type { Template, TemplateSummary } from '../../schema/listing/template.ts'
export type { TemplateDeleted } from '../delete/shape.ts'

interface Named {
  owner: string
  name: string
}

/**
 * Changes a template by hand. Saves the next version, or none if the edit changes nothing. Secrets in the edit are
 * replaced.
 */
export const edit = async (app: App, store: Connection, input: Named & { edit: Edit }): Promise<Template> => {
  const { owner, name } = input
  const now = app.now()
  const clean = await redactedEdit(app, checkedEdit(input.edit))
  const changed = await store.transaction(async (transaction) => {
    const { row, version } = await currentOf(transaction, { owner, name })
    const next = edited(version, clean)
    if (isEmpty(next.draft)) {
      throw new AppError('nothing-left', `nothing would be left of ${row.name}: nothing was changed`, {
        hint: `\`warmstart retire ${row.name}\` takes it out of use, \`warmstart delete ${row.name}\` removes it`,
      })
    }
    // If the content has not changed, the last version and its author stay.
    const change = changeBetween(version, next) === 'new' ? 'new' : 'same'
    return keepVersion(transaction, {
      row,
      next: change === 'new' ? next : version,
      change,
      now,
      note: noteOf(input.edit),
    })
  })
  await refreshReady(store, { owner, now })
  return changed
}

const currentOf = async (
  store: Connection,
  { owner, name }: Named,
): Promise<{ row: TemplateRow; version: Version }> => {
  const { template: row } = await findOne(store, owner, readWholeReference(name))
  const { stored } = await findVersion(store, { owner, name: row.name })
  return { row, version: readable(row.name, stored, readStored(stored, owner)) }
}

const checkedEdit = (given: Edit): Edit => ({
  ...given,
  addendum: given.addendum === undefined ? undefined : checkedAddendum(given.addendum),
  description: given.description === undefined ? undefined : checkedDescription(given.description),
  tags: given.tags === undefined ? undefined : checkedTags(given.tags),
})

/** Redacts an edit with every rule, as a build does: a person's text may hold a value of the environment too. */
const redactedEdit = async ({ place, owner, machine }: App, given: Edit): Promise<Edit> => {
  const { addendum, description, tags } = given
  if (addendum === undefined && description === undefined && tags === undefined) return given
  const redactor = createRedactor({ env: place.env, home: place.home, userName: owner, hostName: machine })
  const clean = async (text: string | undefined) => (text === undefined ? undefined : redactor.redact(text))
  const labels: Edit = {
    ...given,
    addendum: await clean(addendum),
    description: await clean(description),
    tags: tags === undefined ? undefined : await Promise.all(tags.map((tag) => redactor.redact(tag))),
  }
  return { ...labels, replaced: redactor.report() }
}

/** The requested change in a few words, for `history`. */
const noteOf = ({ addendum, description, tags, taskType, drop = [], keep = [] }: Edit): string =>
  [
    addendum === undefined ? [] : [addendum.trim() === '' ? 'no addendum' : 'addendum'],
    description === undefined ? [] : ['description'],
    tags === undefined ? [] : ['tags'],
    taskType === undefined ? [] : ['task type'],
    drop.length === 0 ? [] : [`dropped ${drop.length}`],
    keep.length === 0 ? [] : [`kept ${keep.length}`],
  ]
    .flat()
    .join(', ')

/**
 * Makes an older version the newest. The versions between stay. It also works if the current version cannot be read.
 */
export const rollback = async (
  store: Connection,
  { owner, name, version: wanted, now }: Named & { version: number; now: number },
): Promise<Template> => {
  const changed = await store.transaction(async (transaction) => {
    const { template: row } = await findOne(transaction, owner, readWholeReference(name))
    const { stored } = await findVersion(transaction, { owner, name: `${row.name}@${wanted}` })
    const old = readable(row.name, stored, readStored(stored, owner))
    const [current] = await templateVersions(transaction, owner, row)
    const before = current === undefined ? undefined : readStored(current, owner).version
    const next: Version = { ...old, draft: { ...old.draft, how: 'rollback', madeBy: 'person' } }
    const isNew = wanted !== row.version && (before === undefined || changeBetween(before, next) === 'new')
    const note = `version ${wanted} again`
    if (!isNew) return keepVersion(transaction, { row, next: before ?? old, change: 'same', now, note })
    return keepVersion(transaction, { row, next, change: 'new', now, note })
  })
  await refreshReady(store, { owner, now })
  return changed
}

/** A template in use, its addendum, and the lines that its owner has not approved. */
export interface Promoted {
  summary: TemplateSummary
  addendum: string
  addendumYes: Template['addendumYes']
  unconfirmed: Template['conventions']
}

/**
 * Puts a candidate, an import or a retired template into use; refuses a template that cannot be read. `rules` are the
 * ids that the owner approves, of conventions or of an addendum made of system messages; no session gets the others.
 */
export const promote = async (
  store: Connection,
  { rules = [], ...input }: Named & { now: number; rules?: readonly string[] | undefined },
): Promise<Promoted> => {
  const promoted = await store.transaction(async (transaction) => {
    await currentOf(transaction, input)
    const { owner, now } = input
    const named = rules.map(idNamed(await readTemplate(transaction, input)))
    await confirmLines(transaction, { owner, ids: named, now })
    const summary = await withState(transaction, input, 'active')
    const { addendum, addendumYes, conventions } = await readTemplate(transaction, input)
    return { summary, addendum, addendumYes, unconfirmed: conventions.filter(({ confirmed }) => !confirmed) }
  })
  await refreshReady(store, input)
  return promoted
}

/** Saves the owner's approval of lines and addenda, each by its id. Seeds hold them after the next `refreshReady`. */
export const confirmLines = async (
  store: Connection,
  { owner, ids, now }: { owner: string; ids: readonly string[]; now: number },
): Promise<void> => {
  for (const lessonId of ids) await writeWord(store, owner, { lessonId, word: 'accepted', at: now })
  if (ids.length > 0) await outdateReady(store, owner)
}

const idNamed =
  ({ name, conventions, addendumYes }: Template) =>
  (given: string): string => {
    const ids = [...conventions, ...(addendumYes === null ? [] : [addendumYes])].map(({ id }) => id)
    const [found, ...others] = ids.filter((id) => given.length >= SHORTEST_ID && id.startsWith(given))
    if (found !== undefined && others.length === 0) return found
    throw new AppError('no-such-lesson', `${name} holds nothing with the id ${given} that waits for a yes`, {
      hint: `\`warmstart review ${name}\` shows what waits, with its id; give at least ${SHORTEST_ID} digits`,
    })
  }

const SHORTEST_ID = 4

/** Takes a template out of use. The template and its versions stay, and it can be promoted again. */
export const retire = (store: Connection, input: Named & { now: number }): Promise<TemplateSummary> =>
  store.transaction((transaction) => withState(transaction, input, 'retired'))

const withState = async (
  store: Connection,
  { owner, name, now }: Named & { now: number },
  state: TemplateSummary['state'],
): Promise<TemplateSummary> => {
  const { template: row } = await findOne(store, owner, readWholeReference(name))
  if (row.state !== state) await setTemplateState(store, owner, { id: row.id, state, at: now })
  const usage = await readTemplateUsage(store, owner, row.id)
  const changed = row.state === state ? row : { ...row, state, updated_at: now }
  const { summary, problem } = summaryOf(changed, usage.get(row.id))
  if (summary !== undefined) return summary
  throw new AppError('template-damaged', `the template ${row.name} is damaged: ${problem}`, {
    hint: 'build it anew, or delete it',
  })
}

/** Deletes a template with all its versions, in any state, and reports what was deleted. The ledger stays. */
export const remove = (store: Connection, { owner, name }: Named): Promise<TemplateDeleted> =>
  store.transaction(async (transaction) => {
    const { template: row } = await findOne(transaction, owner, readWholeReference(name))
    const usage = await readTemplateUsage(transaction, owner, row.id)
    const versions = await deleteTemplate(transaction, owner, row)
    return { id: row.id, name: row.name, hash: row.hash, versions, uses: usage.get(row.id)?.uses ?? 0 }
  })
