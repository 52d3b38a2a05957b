import { AppError, messageOf } from '../../lib/error.ts'
import { isRecord } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Comparison } from '../../schema/listing/comparison.ts'
import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import type { Template, TemplateList, TemplateSummary } from '../../schema/listing/template.ts'
import type { TemplateDeleted } from '../delete/shape.ts'
import type {
  BuildAnswer,
  CompareAnswer,
  DeleteAnswer,
  FailedAnswer,
  ListAnswer,
  LoadAnswer,
  ProfileAnswer,
} from './shape.ts'
import { shownTools } from '../../trust/words/shown-tool.ts'
import type { Loaded } from '../load/operation.ts'

type Figure = { low: number; high: number; n: number } & ({ rate: number } | { estimate: number })

/** A share or a difference in the form agents expect: a plain number of three decimals. */
export const valueOf = (figure: Figure | null): number | null =>
  figure === null ? null : rounded('rate' in figure ? figure.rate : figure.estimate)

export const intervalOf = (figure: Figure | null): { low: number; high: number; n: number } | null =>
  figure === null ? null : { low: rounded(figure.low), high: rounded(figure.high), n: figure.n }

/** Adding 0 turns a rounded -0 into 0. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000 + 0

/** A model has to read the answer, so it lists at most this many templates. */
export const MOST_LISTED = 100

export const listAnswer = ({ templates, damaged, count }: TemplateList & { count: number }): ListAnswer => ({
  success: true,
  templates: templates.map(listed),
  count,
  damaged,
  ...(count > templates.length + damaged.length
    ? { note: `the newest ${MOST_LISTED} are listed; tags or source_filter narrow it down` }
    : {}),
})

const listed = (summary: TemplateSummary): ListAnswer['templates'][number] => ({
  name: summary.name,
  description: summary.description,
  state: summary.state,
  version: summary.version,
  hash: summary.hash,
  tags: summary.tags,
  task_type: summary.taskType,
  project: summary.scope.project,
  pattern_count: summary.patternCount,
  recovery_count: summary.recoveryCount,
  tokens: summary.tokens,
  uses: summary.usage.uses,
  success_rate: valueOf(summary.success),
  success_rate_interval: intervalOf(summary.success),
  ...reasonOf(summary),
  created_at: summary.createdAt,
  updated_at: summary.updatedAt,
})

const reasonOf = ({ reason }: { reason?: string | undefined }): { reason?: string } =>
  reason === undefined ? {} : { reason }

export const buildAnswer = ({ metrics, ...template }: Template): BuildAnswer => ({
  success: true,
  name: template.name,
  description: template.description,
  version: template.version,
  hash: template.hash,
  is_new: template.isNew,
  pattern_count: template.patternCount,
  recovery_count: template.recoveryCount,
  metrics: {
    sessions_scanned: metrics.sessionsScanned,
    sessions_qualified: metrics.sessionsQualified,
    total_patterns: metrics.patterns,
    tool_distribution: metrics.toolDistribution,
    avg_proficiency_gain: metrics.avgProficiencyGain === null ? null : rounded(metrics.avgProficiencyGain),
    ...reasonOf(metrics),
  },
  left_out: template.leftOut,
})

export const loadAnswer = (loaded: Loaded, patternCount: number): LoadAnswer => {
  const messages = Array.isArray(loaded.value) ? loaded.value.filter(isRecord) : []
  const notes = [
    loaded.downgraded === null ? [] : [`given as text, because ${loaded.downgraded}`],
    loaded.unrecorded === null ? [] : [`its use is not in the ledger: ${loaded.unrecorded}`],
  ].flat()
  return {
    success: true,
    name: loaded.template.name,
    version: loaded.template.version,
    hash: loaded.template.hash,
    message_count: messages.length,
    pattern_count: patternCount,
    patterns_shown: loaded.shown.patterns.length,
    conversation_preview: messages.slice(0, PREVIEWED).map(previewOf),
    conversation_history: messages,
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  }
}

const PREVIEWED = 6
const PREVIEW_CHARS = 100

const previewOf = (message: Record<string, unknown>): LoadAnswer['conversation_preview'][number] => {
  const { role, content, tool_calls: calls } = message
  const said = typeof content === 'string' && content !== '' ? content : JSON.stringify(calls ?? content ?? '')
  return { role: String(role), content_preview: said.slice(0, PREVIEW_CHARS).toWellFormed() }
}

export const deleteAnswer = ({ name, versions }: TemplateDeleted): DeleteAnswer => ({
  success: true,
  name,
  versions,
  message: `the template ${name} is deleted, with ${versions === 1 ? 'its 1 version' : `its ${versions} versions`}`,
})

/** A model reads this answer, so it does not name tools that only their makers know. */
export const profileAnswer = (profile: SessionProfile): ProfileAnswer => {
  const isShown = shownTools([Object.keys(profile.toolSuccessRates)])
  const tools = Object.entries(profile.toolSuccessRates).filter(([tool]) => isShown(tool))
  return {
    success: true,
    session_id: profile.session,
    message_count: profile.messageCount,
    tool_call_count: profile.toolCallCount,
    error_rate: valueOf(profile.errorRate),
    error_rate_interval: intervalOf(profile.errorRate),
    agent_error_rate: valueOf(profile.agentErrorRate),
    agent_error_rate_interval: intervalOf(profile.agentErrorRate),
    proficiency_gain: valueOf(profile.proficiencyGain),
    proficiency_gain_interval: intervalOf(profile.proficiencyGain),
    recovery_rate: valueOf(profile.recoveryRate),
    recovery_rate_interval: intervalOf(profile.recoveryRate),
    dominant_tool_type: profile.dominantToolType,
    task_type: profile.taskType,
    tool_success_rates: Object.fromEntries(tools.map(([tool, rate]) => [tool, valueOf(rate)])),
    tool_success_rate_intervals: Object.fromEntries(tools.map(([tool, rate]) => [tool, intervalOf(rate)])),
    ...reasonOf(profile),
  }
}

export const compareAnswer = (comparison: Comparison, name: string | undefined): CompareAnswer => {
  const { warm, cold, improvement, verdict, note } = comparison
  const reason = [comparison.reason, warm.reason, cold.reason].find((each) => each !== undefined)
  return {
    success: true,
    test_name: name ?? `${warm.label} against ${cold.label}`,
    warm_session_id: warm.label,
    cold_session_id: cold.label,
    warm_error_rate: valueOf(warm.errorRate),
    warm_error_rate_interval: intervalOf(warm.errorRate),
    cold_error_rate: valueOf(cold.errorRate),
    cold_error_rate_interval: intervalOf(cold.errorRate),
    improvement: valueOf(improvement),
    improvement_interval: intervalOf(improvement),
    warm_better: verdict === 'helps' ? true : verdict === 'hurts' ? false : null,
    verdict,
    ...reasonOf({ reason }),
    note,
  }
}

/** Turns an error into an answer: what is wrong, and what the agent can do about it. */
export const failedAnswer = (thrown: unknown): FailedAnswer => {
  const known = thrown instanceof AppError ? thrown : undefined
  const code = known?.code ?? 'unexpected'
  // A list of candidates may hold titles, which are text of users. So only the first line, which says what is wrong, is
  // returned.
  const [sentence = ''] = messageOf(thrown).split('\n')
  const advice = ADVICE[code] ?? known?.hint
  return {
    success: false,
    // The error may quote the text that was being read.
    error: redact(advice === undefined ? sentence : `${sentence.replace(/:$/, '')}; ${advice}`),
    code,
  }
}

/** Hints of commands name flags, but a tool has parameters. */
const ADVICE: Record<string, string> = {
  'no-such-template': 'action list shows the templates there are',
  'no-such-session': 'give the id of a session or its beginning; `warmstart sessions` lists them',
  'nothing-found':
    'a lower min_messages lets shorter sessions in, a higher max_sessions looks further back, no source_filter looks at all of them; `warmstart sync` reads what is new',
  'template-not-active': 'a person has to look at it and run `warmstart promote` with its name',
  ambiguous: 'give more of it',
}
