import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { aboutOf } from './about.ts'
import { canonicalJson, contentOf, hashOfText } from './canonical.ts'

/** A template as it was or is at one version, without what the store knows of it. */
export interface Version {
  draft: TemplateDraft
  description: string
  tags: string[]
  /** A person's word, else what was mined (`draft.taskType`). */
  taskType: Template['taskType']
  pinned: Template['pinned']
}

/** The texts that are stored of a version, and the hash that stands for the content. */
export interface Written {
  content: string
  about: string
  hash: string
}

export const writtenOf = (version: Version): Written => {
  const content = canonicalJson(contentOf(version.draft))
  return { content, about: canonicalJson(aboutOf(version.draft, version.pinned)), hash: hashOfText(content) }
}

/** The hash that a draft would have as a template. */
export const contentHash = (draft: TemplateDraft): string => hashOfText(canonicalJson(contentOf(draft)))

/**
 * `new` where the content or a person's word on it (description, tags, task type, pins) is another; `refreshed` where only
 * figures and evidence are; else `same`.
 */
export const changeBetween = (before: Version, after: Version): 'new' | 'refreshed' | 'same' => {
  const [old, next] = [writtenOf(before), writtenOf(after)]
  if (old.hash !== next.hash || wordsOf(before) !== wordsOf(after)) return 'new'
  return old.about === next.about && before.taskType === after.taskType ? 'same' : 'refreshed'
}

/** A mined task type changes with the sessions and is a figure; only a task type that a person chose is a word. */
const wordsOf = (version: Version): string => {
  const { description, tags, taskType, pinned, draft } = version
  return canonicalJson([description, tags, taskType === draft.taskType ? null : taskType, pinned])
}

/** Whether there is nothing in it that a session could be given. */
export const isEmpty = ({ patterns, workflows, recoveries, conventions, addendum }: TemplateDraft): boolean =>
  patterns.length + workflows.length + recoveries.length + conventions.length === 0 && addendum.trim() === ''
