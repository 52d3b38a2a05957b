import type { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { countLeftOut } from './left-out.ts'

/** What mining found in sessions. */
export type Found = Pick<TemplateDraft, 'patterns' | 'workflows' | 'recoveries' | 'toolRates' | 'leftOut'> & {
  scanned: number
  sessions: readonly { nativeId: string; source: string; taskType: NonNullable<Template['taskType']> | undefined }[]
  toolDistribution: Record<string, number>
  avgProficiencyGain: number | null
}

/** What was found about the people in them. */
export type FoundUser = Pick<TemplateDraft, 'userPatterns' | 'conventions' | 'contextMarkers' | 'leftOut'>

export interface DraftOptions {
  scope: Template['scope']
  how: 'build' | 'extract' | 'propose'
  madeBy: string
  addendum: string
  systemAddendum?: true | undefined
  /** Tokens of a text, for what mining has not counted. */
  countTokens: (text: string) => number
}

/** Everything found, as one version of a template could hold it; nothing is redacted yet. */
export const draftTemplate = (found: Found, user: FoundUser, options: DraftOptions): TemplateDraft => {
  const { scanned, sessions, toolDistribution, avgProficiencyGain, ...pieces } = found
  const { patterns, workflows, recoveries, toolRates } = pieces
  const words = [...user.conventions.map(({ text }) => text), options.addendum].join('\n')
  return {
    scope: options.scope,
    how: options.how,
    madeBy: options.madeBy,
    addendum: options.addendum,
    ...(options.systemAddendum === true ? { systemAddendum: true as const } : {}),
    taskType: commonType(sessions),
    sourceSessions: sessions.map(({ nativeId }) => nativeId),
    patterns,
    workflows,
    recoveries,
    toolRates,
    ...user,
    leftOut: countLeftOut([...found.leftOut, ...user.leftOut]),
    redactions: [],
    tokens: [...patterns, ...recoveries].reduce((sum, { tokens }) => sum + tokens, options.countTokens(words)),
    metrics: {
      sessionsScanned: scanned,
      sessionsQualified: sessions.length,
      patterns: patterns.length,
      sources: countedSources(sessions),
      toolDistribution,
      avgProficiencyGain,
      ...(avgProficiencyGain === null ? { reason: 'no session has calls enough for an early and a late part' } : {}),
    },
  }
}

const countedSources = (sessions: Found['sessions']): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(sessions, ({ source }) => source)]
      .map(([source, own]): [string, number] => [source, own.length])
      .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
  )

/** The type of more than half of the sessions that have one, else mixed; null where none has. */
const commonType = (sessions: Found['sessions']): Template['taskType'] => {
  const types = sessions.flatMap(({ taskType }) => (taskType === undefined ? [] : [taskType]))
  if (types.length === 0) return null
  const [most] = [...Map.groupBy(types, (type) => type)].toSorted(([, one], [, other]) => other.length - one.length)
  return most !== undefined && most[1].length > types.length / 2 ? most[0] : 'mixed'
}
