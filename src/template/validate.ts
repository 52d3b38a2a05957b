import type * as v from 'valibot'
import { isRecord, parseJson } from '../lib/json.ts'
import { problemIn } from '../lib/problem-in.ts'
import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { type About, joined } from './about.ts'
import { CONTENT_FORMAT, type Content, hashOfText } from './canonical.ts'
import { StoredAbout, StoredContent, Tags } from './stored-shape.ts'
import type { Version } from './version.ts'

/** What the store holds of one version. */
export interface StoredVersion {
  hash: string
  how: string
  made_by: string
  description: string
  tags: string
  task_type: string | null
  content: string
  about: string
}

export type Reading =
  | { version: Version; problem?: undefined }
  | { version?: undefined; problem: string; isNewer: boolean }

/** Reads a stored version back, or says in a sentence why it cannot be used. Never throws, whatever the row holds. */
export const readStored = (row: StoredVersion, owner: string): Reading => {
  if (hashOfText(row.content) !== row.hash) return damaged('its content is not what its hash stands for')
  const content = parseJson(row.content)
  const format = isRecord(content) ? content['format'] : undefined
  if (Number.isSafeInteger(format) && Number(format) > CONTENT_FORMAT) {
    const known = `this one knows formats up to ${CONTENT_FORMAT}`
    return { problem: `it was written by a newer warmstart (format ${Number(format)}, ${known})`, isNewer: true }
  }
  const about = parseJson(row.about)
  const tags = parseJson(row.tags)
  const problem =
    placed('its content', problemIn(StoredContent, content)) ??
    placed('what is known about it', problemIn(StoredAbout, about)) ??
    placed('its tags', problemIn(Tags, tags))
  if (problem !== undefined) return damaged(problem)
  const sound: Content = content as v.InferOutput<typeof StoredContent>
  const known: About = about as v.InferOutput<typeof StoredAbout>
  const misfit = misfitOf(sound, known) ?? wordProblem(row)
  if (misfit !== undefined) return damaged(misfit)
  const made = { how: row.how as TemplateDraft['how'], madeBy: row.made_by }
  const draft = joined(sound, known, made)
  return {
    version: {
      draft: { ...draft, scope: { ...draft.scope, owner } },
      description: row.description,
      tags: tags as string[],
      taskType: row.task_type as Template['taskType'],
      pinned: known.pinned,
    },
  }
}

const damaged = (problem: string): Reading => ({ problem, isNewer: false })

const placed = (what: string, problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : `${what}${problem}`

/**
 * Whether a version can be listed without reading it whole: the hash fits the content, the format is today's, and the
 * facts about it begin and end as we write them. This is cheap, for listings of thousands. Code that uses a version
 * reads it whole.
 */
export const looksWhole = ({ hash, content, about }: Pick<StoredVersion, 'hash' | 'content' | 'about'>): boolean =>
  about.startsWith('{"conventions":[') &&
  about.endsWith(']}') &&
  about.includes(',"workflows":[') &&
  // The first `"format"` is that of the content: before it stand only texts, in which quotes are escaped.
  content.startsWith(THIS_FORMAT, content.indexOf('"format":')) &&
  hashOfText(content) === hash

const THIS_FORMAT = `"format":${CONTENT_FORMAT},`

/** Content and what is known about it are two texts: each piece of one must have its other half. */
const misfitOf = (content: Content, about: About): string | undefined => {
  const lists = ['patterns', 'workflows', 'recoveries', 'conventions', 'markers'] as const
  const odd = lists.find((name) => content[name].length !== about[name].length)
  if (odd !== undefined) return `its content and what is known about it disagree on ${odd}`
  const hasSteps = content.workflows.every(({ steps }, index) => steps.length === about.workflows[index]?.steps.length)
  if (!hasSteps) return 'its content and what is known about it disagree on workflows'
  const isEachOnce = (places: readonly { at: number }[]): boolean =>
    new Set(places.map(({ at }) => at)).size === places.length && places.every(({ at }) => at < places.length)
  if (isEachOnce(about.conventions) && isEachOnce(about.markers)) return undefined
  return 'its content and what is known about it disagree on conventions or markers'
}

const HOWS: readonly string[] = ['build', 'extract', 'propose', 'edit', 'rollback', 'import']
const TASK_TYPES: readonly string[] = ['code', 'file', 'research', 'mixed']

export const wordProblem = ({ how, task_type }: Pick<StoredVersion, 'how' | 'task_type'>): string | undefined => {
  if (!HOWS.includes(how)) return 'it does not say how it was made'
  return task_type === null || TASK_TYPES.includes(task_type) ? undefined : 'its task type is none that exists'
}
