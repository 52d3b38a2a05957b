import { AppError } from '../lib/error.ts'
import { redactWithReport } from '../lib/redact/redact.ts'
import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { addedTo } from './edit.ts'
import { checkedAddendum, checkedDescription, checkedTags } from './label.ts'
import { applyPins, type Pinned } from './pins.ts'
import { isEmpty, type Version } from './version.ts'

/** What a build, an extraction, a proposal or an import wants to keep under a name. */
export interface Wanted {
  name: string
  /** Undefined keeps the description; a new template gets a sentence about its sessions. */
  description?: string | undefined
  tags?: readonly string[] | undefined
  /** Undefined keeps the type that a person set, else takes the mined one. */
  taskType?: Template['taskType'] | undefined
  /** The state of a new template. An existing template keeps its own. */
  state: Template['state']
  draft: TemplateDraft
}

/** What is there already under the name. */
export interface Present {
  state: string
  pinned: Pinned
  /** Undefined: it cannot be read. */
  version: Version | undefined
}

/** The version to be saved: what was found, with what persons said of earlier versions. Refused where nothing was found. */
export const nextVersion = (wanted: Wanted, owner: string, present: Present | undefined): Version => {
  refuseForeign(wanted, present)
  const given = readied(wanted.draft, owner)
  if (isEmpty(given)) throw nothing(wanted.name, 'nothing was found that could be saved as')
  const before = present?.version
  const pinned = present?.pinned ?? { kept: [], dropped: [] }
  const draft = present === undefined ? given : applyPins(given, { draft: before?.draft ?? given, pinned })
  if (isEmpty(draft)) throw nothing(wanted.name, 'all that was found had been dropped from')
  return {
    draft,
    description:
      wanted.description === undefined
        ? (before?.description ?? describe(draft))
        : checkedDescription(wanted.description),
    tags: wanted.tags === undefined ? (before?.tags ?? []) : checkedTags(wanted.tags),
    taskType: taskTypeOf(wanted, before),
    pinned,
  }
}

/** `from 7 sessions of shop`: better than nothing in a list. */
const describe = ({ sourceSessions, scope }: TemplateDraft): string => {
  const count = sourceSessions.length
  if (count === 0) return ''
  const folder = scope.project?.split(/[\\/]/).findLast((part) => part !== '')
  const where = folder === undefined ? '' : ` of ${folder}`
  return checkedDescription(`from ${count} ${count === 1 ? 'session' : 'sessions'}${where}`)
}

/** What was not looked at by a person must not slip into a template that is in use: names of imports and proposals are their own. */
const refuseForeign = ({ name, state, draft: { how } }: Wanted, present: Present | undefined): void => {
  const isUnseen = how === 'import' || how === 'propose'
  if (!isUnseen || present === undefined || present.state === state) return
  const what = how === 'import' ? 'an import' : 'a proposal'
  throw new AppError('name-taken', `there is a template ${name} already, and ${what} must not change it`, {
    hint: 'choose another name, or delete the template first',
  })
}

const readied = (draft: TemplateDraft, owner: string): TemplateDraft => {
  const { text: addendum, found } = redactWithReport(checkedAddendum(draft.addendum))
  return { ...draft, scope: { ...draft.scope, owner }, addendum, redactions: addedTo(draft.redactions, found) }
}

const nothing = (name: string, sentence: string): AppError =>
  new AppError('nothing-found', `${sentence} ${name}: nothing was written`, {
    hint: 'let more sessions in (--since, --max-sessions, --min-messages), ask for less support (--min-support 1), or give an --addendum',
  })

/** Where the type of the version before was not the mined one, a person had chosen it. */
const taskTypeOf = ({ taskType, draft }: Wanted, before: Version | undefined): Template['taskType'] => {
  if (taskType !== undefined) return taskType
  return before !== undefined && before.taskType !== before.draft.taskType ? before.taskType : draft.taskType
}
