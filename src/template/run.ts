import { closeName } from '../lib/close-name.ts'
import { AppError } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'
import { parseJson } from '../lib/json.ts'
import type { Template, TemplateList } from '../schema/listing/template.ts'
import type { Connection } from '../store/connection.ts'
import { lessonWords } from '../store/lessons/word.ts'
import {
  callOrigins,
  type FoundTemplate,
  findTemplates,
  highestVersion,
  type ListedRow,
  listTemplates,
  type TemplateFilter,
  type TemplateRow,
  type TemplateVersionRow,
  templateNamed,
  templateNames,
  templateVersions,
  writeTemplate,
} from '../store/templates/template.ts'
import { readTemplateUsage } from '../store/templates/usage.ts'
import { checkedName } from './name.ts'
import { readReference } from './reference.ts'
import { nextVersion, type Present, type Wanted } from './save.ts'
import { evidenceOf, headProblem, summaryOf, templateOf } from './summary.ts'
import { looksWhole, type Reading, readStored, wordProblem } from './validate.ts'
import { changeBetween, type Version, writtenOf } from './version.ts'

/**
 * Saves what was found as a template, or as the next version of the template that has the name. The same content makes no new
 * version (`isNew` is false then), only its figures and evidence are brought up to date. All or nothing.
 */
export const saveTemplate = (store: Connection, input: Wanted & { owner: string; now: number }): Promise<Template> =>
  store.transaction(async (transaction) => {
    const { owner, now } = input
    const name = checkedName(input.name)
    const row = await templateNamed(transaction, owner, name)
    const isDamaged = row !== undefined && summaryOf(row, undefined).problem !== undefined
    const present = row === undefined ? undefined : isDamaged ? DAMAGED : await presentOf(transaction, row)
    const next = nextVersion({ ...input, name }, owner, present)
    const before = present?.version
    const fresh = newRow(owner, name, present?.state ?? input.state, now)
    return keepVersion(transaction, {
      row: row === undefined ? fresh : isDamaged ? { ...fresh, id: row.id } : row,
      next,
      // What cannot be read is not overwritten: a version of its own stands beside it.
      change: before === undefined ? 'new' : changeBetween(before, next),
      now,
      note: '',
    })
  })

/** A template whose row is damaged begins anew beside its old versions, and a person looks at it before any session is given it. */
const DAMAGED: Present = { state: 'quarantined', pinned: { kept: [], dropped: [] }, version: undefined }

const presentOf = async (store: Connection, row: TemplateRow): Promise<Present> => {
  const [stored] = await templateVersions(store, row.owner, row)
  const version = stored === undefined ? undefined : readStored(stored, row.owner).version
  return { state: row.state, pinned: version?.pinned ?? pinnedOf(row), version }
}

/** The row holds a copy of the pins, so that they outlive a version that cannot be read. */
const pinnedOf = (row: TemplateRow): Present['pinned'] => {
  const { kept, dropped } = (parseJson(row.pinned) ?? {}) as Partial<Present['pinned']>
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : []
  return { kept: texts(kept), dropped: texts(dropped) }
}

const newRow = (owner: string, name: string, state: string, now: number): TemplateRow => ({
  // With the time, so that a template of the same name that was deleted keeps its entries of the ledger to itself.
  id: hashOf(owner, name, now),
  owner,
  name,
  state,
  version: 0,
  hash: '',
  description: '',
  tags: '[]',
  task_type: null,
  project: null,
  source: null,
  platform: null,
  model: null,
  tokens: 0,
  patterns: 0,
  recoveries: 0,
  source_sessions: '[]',
  pinned: '{}',
  created_at: now,
  updated_at: now,
})

/** Writes a version where there is something to write, and gives the template as it then is. */
export const keepVersion = async (
  store: Connection,
  options: { row: TemplateRow; next: Version; change: ReturnType<typeof changeBetween>; now: number; note: string },
): Promise<Template> => {
  const { row, next, change, now, note } = options
  const isNew = change === 'new'
  const [current] = isNew ? [] : await templateVersions(store, row.owner, row)
  const { content, about, hash } = writtenOf(next)
  const { draft } = next
  const template: TemplateRow = {
    ...row,
    version: isNew ? (await highestVersion(store, row.owner, row)) + 1 : row.version,
    hash,
    description: next.description,
    tags: JSON.stringify(next.tags),
    task_type: next.taskType,
    project: draft.scope.project,
    source: draft.scope.source,
    platform: draft.scope.platform,
    model: draft.scope.model,
    tokens: draft.tokens,
    patterns: draft.patterns.length,
    recoveries: draft.recoveries.length,
    source_sessions: JSON.stringify(draft.sourceSessions),
    pinned: JSON.stringify(next.pinned),
    updated_at: isNew ? now : row.updated_at,
  }
  const version: TemplateVersionRow = {
    ...(current ?? { how: draft.how, made_by: draft.madeBy, at: now, note }),
    template_id: row.id,
    version: template.version,
    hash,
    description: template.description,
    tags: template.tags,
    task_type: template.task_type,
    content,
    about,
  }
  if (change !== 'same' || row.hash !== hash) await writeTemplate(store, template, version)
  const made = { how: version.how as Template['how'], madeBy: version.made_by }
  return completed(store, template, { version: { ...next, draft: { ...draft, ...made } }, isNew })
}

/** With what the ledger and the store know of it. */
const completed = async (
  store: Connection,
  row: TemplateRow,
  { version, isNew = false }: { version: Version; isNew?: boolean },
): Promise<Template> => {
  const usage = await readTemplateUsage(store, row.owner, row.id)
  const origins = await callOrigins(store, row.owner, evidenceOf(version.draft))
  // A project can be joined to another after the template was made; its row knows.
  const scope = { ...version.draft.scope, project: row.project }
  const draft = { ...version.draft, scope }
  const needsWords = draft.conventions.length > 0 || draft.systemAddendum === true
  const words = needsWords ? await lessonWords(store, row.owner) : undefined
  const isConfirmed = (id: string): boolean => words?.get(id)?.word === 'accepted'
  return templateOf(row, { ...version, draft }, { ledger: usage.get(row.id), origins, isConfirmed, isNew })
}

/** A template by name, id, beginning of a hash, or one of these with a version (`NAME@3`). */
export const readTemplate = async (
  store: Connection,
  { owner, name }: { owner: string; name: string },
): Promise<Template> => {
  const { row, stored } = await findVersion(store, { owner, name })
  const problem = headProblem(row)
  if (problem !== undefined) throw damagedError(row.name, stored.version, problem)
  const version = readable(row.name, stored, readStored(stored, owner))
  const isCurrent = stored.version === row.version
  const { version: number, hash } = stored
  const shown = { ...row, version: number, hash, updated_at: isCurrent ? row.updated_at : Math.max(0, stored.at) }
  return completed(store, shown, { version })
}

/** The row of a template and of the version that was asked for. */
export const findVersion = async (
  store: Connection,
  { owner, name }: { owner: string; name: string },
): Promise<{ row: TemplateRow; stored: TemplateVersionRow }> => {
  const reference = readReference(name)
  const { template: row, version } = await findOne(store, owner, reference.name)
  const wanted = reference.version ?? version
  const [stored] = await templateVersions(store, owner, { id: row.id, version: wanted })
  if (stored !== undefined) return { row, stored }
  // Another process may have deleted the template since: then it is not damaged, but gone.
  await findOne(store, owner, reference.name)
  if (reference.version === undefined) throw damagedError(row.name, version, 'the version is missing from the store')
  throw new AppError('no-such-version', `${row.name} has no version ${wanted}`, {
    hint: `\`warmstart history ${row.name}\` lists them`,
  })
}

/** The one template that the words fit. */
export const findOne = async (store: Connection, owner: string, name: string): Promise<FoundTemplate> => {
  const found = await findTemplates(store, owner, name, MOST_NAMED + 1)
  const [one] = found
  if (one === undefined) {
    const close = closeName(name, await templateNames(store, owner))
    const meant = close === undefined ? '' : `did you mean ${close}? `
    throw new AppError('no-such-template', `${owner} has no template called ${shownName(name)}`, {
      hint: `${meant}\`warmstart list\` lists the templates of ${owner}; of a hash, give at least the first 4 digits`,
    })
  }
  if (found.length === 1) return one
  const lines = found.slice(0, MOST_NAMED).map(({ template, version }) => `  ${template.name}@${version}`)
  if (found.length > MOST_NAMED) lines.push('  and more')
  throw new AppError('ambiguous', [`several templates fit ${name}:`, ...lines].join('\n'), { hint: 'give the name' })
}

/** On one line, and no longer than a name may be: the user may have given the text of a file as a name. */
const shownName = (name: string): string => {
  const text = name.slice(0, LONGEST_SHOWN_CHARS).toWellFormed().replaceAll(/\s+/g, ' ')
  return name.length > LONGEST_SHOWN_CHARS ? `${text}…` : text
}

const LONGEST_SHOWN_CHARS = 80

/** This many candidates are named where the words fit several templates. */
const MOST_NAMED = 10

/** The version, or the error that says why it cannot be used; other templates are not touched by that. */
export const readable = (name: string, { version }: { version: number }, reading: Reading): Version => {
  if (reading.version !== undefined) return reading.version
  if (!reading.isNewer) throw damagedError(name, version, reading.problem)
  throw new AppError('template-newer', `the template ${name} (version ${version}) cannot be used: ${reading.problem}`, {
    hint: 'update warmstart; your other templates work as before',
  })
}

const damagedError = (name: string, version: number, problem: string): AppError =>
  new AppError('template-damaged', `the template ${name} (version ${version}) cannot be used: ${problem}`, {
    hint: `your other templates work as before. \`warmstart history ${name}\` shows versions to go back to, or build it anew`,
  })

/** Newest first, with the templates that cannot be read beside them. */
export const readTemplates = async (
  store: Connection,
  { owner, tag, ...filter }: TemplateFilter & { owner: string; tag?: string | undefined },
): Promise<TemplateList> => {
  const usage = await readTemplateUsage(store, owner)
  const list: TemplateList = { templates: [], damaged: [] }
  for await (const row of listTemplates(store, owner, filter)) {
    const { summary, problem = problemOf(row) } = summaryOf(row, usage.get(row.id))
    if (problem !== undefined) list.damaged.push({ name: row.name, problem })
    else if (summary !== undefined && (tag === undefined || summary.tags.includes(tag.toLowerCase())))
      list.templates.push(summary)
  }
  return list
}

const problemOf = (row: ListedRow): string | undefined => {
  const { current_hash: hash, current_tags: tags, current_task_type: task_type, how, made_by, content, about } = row
  if (hash === null || tags === null || how === null || made_by === null || content === null || about === null)
    return 'the version is missing from the store'
  if (row.hash !== hash) return 'its hash is not that of its current version'
  const stored = { hash, how, made_by, description: row.description, tags, task_type, content, about }
  // Tags and task type of the row have been looked at already.
  const isKnown = row.tags === tags && row.task_type === task_type && looksWhole(stored)
  return wordProblem(stored) ?? (isKnown ? undefined : readStored(stored, row.owner).problem)
}
