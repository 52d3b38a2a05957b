import * as v from 'valibot'
import { isoTime } from '../lib/clock.ts'
import { parseJson } from '../lib/json.ts'
import { problemIn } from '../lib/problem-in.ts'
import { addendumId } from '../lesson/kinds/rule-id.ts'
import { clusterRate } from '../lib/stats/ratio.ts'
import { wilson } from '../lib/stats/wilson.ts'
import { type Template, TemplateSummary } from '../schema/listing/template.ts'
import { Count, Positive } from '../schema/listing/words.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import type { TemplateRow } from '../store/templates/template.ts'
import type { Usage } from '../store/templates/usage.ts'
import type { Version } from './version.ts'
import { type Confirmed, withYes } from './with-yes.ts'

/** What the store knows of a template as a whole. */
export type StoredTemplate = Pick<
  TemplateRow,
  'id' | 'owner' | 'name' | 'state' | 'version' | 'hash' | 'created_at' | 'updated_at'
>

/** What the ledger says of it; undefined where it was never used. */
export type Ledger = Usage | undefined

const { entries: fields } = TemplateSummary

const text = v.string()
const name = v.nullable(text)

/** Milliseconds that a date of JavaScript can stand for, from 1970 on. */
const Moment = v.pipe(v.number('a time'), v.integer('a time'), v.minValue(0, 'a time'), v.maxValue(8.64e15, 'a time'))

const Head = v.object({
  id: text,
  name: text,
  version: Positive,
  hash: text,
  state: fields.state,
  created_at: Moment,
  updated_at: Moment,
})

const Copies = v.object({
  description: text,
  tags: fields.tags,
  task_type: fields.taskType,
  project: name,
  source: name,
  platform: name,
  model: name,
  tokens: Count,
  patterns: Count,
  recoveries: Count,
  source_sessions: fields.sourceSessions,
})

/** What is wrong with what the store knows of a template as a whole, in the words of a sentence. */
export const headProblem = (row: StoredTemplate): string | undefined => named(problemIn(Head, row))

/** The checks name columns, such as `.created_at`. */
const named = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : `its row in the store is damaged, ${problem.slice(1)}`

/** One line of a listing from the row alone, or a sentence that says why the row cannot be read. */
export const summaryOf = (
  row: TemplateRow,
  ledger: Ledger,
): { summary: TemplateSummary; problem?: undefined } | { summary?: undefined; problem: string } => {
  const [tags, sessions] = [parseJson(row.tags), parseJson(row.source_sessions)]
  const problem = headProblem(row) ?? named(problemIn(Copies, { ...row, tags, source_sessions: sessions }))
  if (problem !== undefined) return { problem }
  return {
    summary: {
      ...headOf(row),
      description: row.description,
      tags: tags as string[],
      taskType: row.task_type as Template['taskType'],
      scope: {
        owner: row.owner,
        project: row.project,
        source: row.source,
        platform: row.platform,
        model: row.model,
      },
      sourceSessions: sessions as string[],
      patternCount: row.patterns,
      recoveryCount: row.recoveries,
      tokens: row.tokens,
      ...usageFields(ledger),
    },
  }
}

const headOf = (row: StoredTemplate) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  hash: row.hash,
  state: row.state as Template['state'],
  createdAt: isoTime(row.created_at) ?? '',
  updatedAt: isoTime(row.updated_at) ?? '',
})

/** Uses, and the share of outcomes that were a success: null with its reason as long as none came back. */
const usageFields = (ledger: Ledger): Pick<TemplateSummary, 'usage' | 'success' | 'reason'> => {
  const { uses = 0, outcomes = 0, successes = 0, lastUsedAt = null, returned } = ledger ?? {}
  const usage = {
    uses,
    outcomes,
    lastUsedAt: isoTime(lastUsedAt),
    returned: returned?.clusters ?? 0,
    agentErrors: returned === undefined ? null : clusterRate(returned),
  }
  if (outcomes > 0) return { usage, success: wilson(successes, outcomes) }
  return { usage, success: null, reason: uses === 0 ? 'it was not used yet' : 'nobody reported an outcome yet' }
}

/** Where a call stands in the file it came from. */
export type Origins = ReadonlyMap<string, { path: string; line: number; block: number }>

/** The owner's word on an addendum that was made of system messages; a person's own words need none. */
const addendumYes = (
  { addendum, systemAddendum, scope }: TemplateDraft,
  isConfirmed: Confirmed,
): Template['addendumYes'] => {
  if (systemAddendum !== true || addendum === '') return null
  const id = addendumId(addendum, scope.owner)
  return { id, confirmed: isConfirmed(id) }
}

/** The whole template at one version. */
export const templateOf = (
  row: StoredTemplate,
  version: Version,
  {
    ledger,
    origins,
    isConfirmed = () => false,
    isNew = false,
  }: { ledger: Ledger; origins: Origins; isConfirmed?: Confirmed; isNew?: boolean },
): Template => {
  const { draft, description, tags, taskType, pinned } = version
  const located = <Piece extends { evidence: { call: string; session: string }[] }>(piece: Piece) => ({
    ...piece,
    evidence: piece.evidence.map(({ call, session }) => {
      const origin = origins.get(call)
      return { call, session, file: origin?.path ?? null, line: origin?.line ?? null, block: origin?.block ?? null }
    }),
  })
  return {
    ...headOf(row),
    description,
    tags,
    taskType,
    scope: draft.scope,
    sourceSessions: draft.sourceSessions,
    patternCount: draft.patterns.length,
    recoveryCount: draft.recoveries.length,
    tokens: draft.tokens,
    ...usageFields(ledger),
    madeBy: draft.madeBy,
    how: draft.how,
    isNew,
    patterns: draft.patterns.map(located),
    workflows: draft.workflows.map(located),
    recoveries: draft.recoveries.map(located),
    userPatterns: draft.userPatterns,
    conventions: withYes(draft, isConfirmed),
    contextMarkers: draft.contextMarkers,
    addendum: draft.addendum,
    addendumYes: addendumYes(draft, isConfirmed),
    toolRates: draft.toolRates,
    redactions: draft.redactions,
    leftOut: draft.leftOut,
    pinned,
    metrics: draft.metrics,
  }
}

/** Ids of all calls that a draft rests on, each once. */
export const evidenceOf = ({ patterns, workflows, recoveries }: TemplateDraft): string[] => [
  ...new Set([...patterns, ...workflows, ...recoveries].flatMap(({ evidence }) => evidence.map(({ call }) => call))),
]
