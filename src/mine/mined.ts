import type { HarvestedSession } from '../schema/harvest.ts'
import type { PatternDraft, RecoveryDraft, TemplateDraft, WorkflowDraft } from '../schema/template-draft.ts'
import type { MineFilter } from '../store/derived/harvest.ts'

/** Which sessions to mine, and how much of the result to keep. */
export interface MineOptions extends Omit<MineFilter, 'ids'> {
  minMessages?: number | undefined
  maxSessions?: number | undefined
  /** The number of independent sessions that must do a thing before it becomes a pattern. */
  minSupport?: number | undefined
  maxPatterns?: number | undefined
  maxRecoveries?: number | undefined
  maxTokens?: number | undefined
  /** Our ids of sessions that a person named. They need not qualify, and one session is support enough. */
  sessions?: readonly string[] | undefined
  /** Time in milliseconds. Recoveries that have expired by then come last. */
  now: number
}

export interface Mined {
  /** Number of sessions that were looked at. `sessions` are those that qualified, the newest first. */
  scanned: number
  sessions: HarvestedSession[]
  /** The patterns, the most useful first. */
  patterns: PatternDraft[]
  workflows: WorkflowDraft[]
  recoveries: RecoveryDraft[]
  /** Number of calls with a known outcome for each tool, the most used tool first. */
  toolDistribution: Record<string, number>
  /** Success rates of the most used tools. */
  toolRates: TemplateDraft['toolRates']
  /** Mean difference between late and early error rate; null if no session is long enough. */
  avgProficiencyGain: number | null
  leftOut: TemplateDraft['leftOut']
}
