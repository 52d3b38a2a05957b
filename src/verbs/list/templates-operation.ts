import { isoTime } from '../../lib/clock.ts'
import type { Template, TemplateList } from '../../schema/listing/template.ts'
import type { TemplateDiff } from '../../schema/listing/template-diff.ts'
import type { TemplateHistory } from '../history/shape.ts'
import type { Connection } from '../../store/connection.ts'
import { templateVersions } from '../../store/templates/template.ts'
import { difference } from '../../template/diff.ts'
import { readWholeReference } from '../../template/reference.ts'
import { findOne, findVersion, readable, readTemplate, readTemplates } from '../../template/run.ts'
import { readStored } from '../../template/validate.ts'

export type { Template, TemplateList, TemplateSummary } from '../../schema/listing/template.ts'
export type { TemplateDiff } from '../../schema/listing/template-diff.ts'
export type { TemplateHistory } from '../history/shape.ts'

export interface ListInput {
  owner: string
  taskType?: string | undefined
  tag?: string | undefined
  state?: string | undefined
  project?: string | undefined
}

/** The templates of an owner, newest first, and those that cannot be read. */
export const list = (store: Connection, input: ListInput): Promise<TemplateList> => readTemplates(store, input)

/** One template, by name, id or prefix of a hash, at its current version or at another (`NAME@3`). */
export const show = (store: Connection, input: { owner: string; name: string }): Promise<Template> =>
  readTemplate(store, input)

/** Every version, newest first. A version that cannot be read is marked and does not hide the others. */
export const history = async (
  store: Connection,
  { owner, name }: { owner: string; name: string },
): Promise<TemplateHistory> => {
  const { template } = await findOne(store, owner, readWholeReference(name))
  const rows = await templateVersions(store, owner, { id: template.id })
  return {
    id: template.id,
    name: template.name,
    versions: rows.map((row) => {
      const { version, problem = numberProblem(row) } = readStored(row, owner)
      return {
        version: Math.max(0, row.version),
        isCurrent: row.version === template.version,
        hash: row.hash,
        how: row.how,
        madeBy: row.made_by,
        at: isoTime(row.at) ?? '',
        note: row.note,
        description: row.description,
        patternCount: version?.draft.patterns.length ?? null,
        recoveryCount: version?.draft.recoveries.length ?? null,
        problem,
      }
    }),
  }
}

/** A version without a valid number cannot be named, though the rest of it may be whole. */
const numberProblem = ({ version }: { version: number }): string | null =>
  version > 0 ? null : 'its number cannot be read'

/** The differences between two templates, or two versions of one. */
export const diff = async (
  store: Connection,
  { owner, from, to }: { owner: string; from: string; to: string },
): Promise<TemplateDiff> => {
  const read = async (name: string) => {
    const { row, stored } = await findVersion(store, { owner, name })
    const version = readable(row.name, stored, readStored(stored, owner))
    return { version, side: { name: row.name, version: stored.version, hash: stored.hash } }
  }
  const [first, second] = [await read(from), await read(to)]
  return { from: first.side, to: second.side, ...difference(first.version, second.version) }
}
