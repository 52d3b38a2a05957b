import type { HarvestedSession } from '../schema/harvest.ts'
import type { PatternDraft, RecoveryDraft, TemplateDraft, WorkflowDraft } from '../schema/template-draft.ts'
import type { MineFilter } from '../store/derived/harvest.ts'

/** What to mine, and how much of it to keep. */
export interface MineOptions extends Omit<MineFilter, 'ids'> {
  minMessages?: number | undefined
  maxSessions?: number | undefined
  /** Independent sessions that must have done a thing before it is a pattern. */
  minSupport?: number | undefined
  maxPatterns?: number | undefined
  maxRecoveries?: number | undefined
  maxTokens?: number | undefined
  /** Ids of ours that a person named: they need not qualify, and one session is support enough. */
  sessions?: readonly string[] | undefined
  /** Milliseconds: what has expired by then comes last. */
  now: number
}

export interface Mined {
  /** Sessions that were looked at, and those of them that qualified, the newest first. */
  scanned: number
  sessions: HarvestedSession[]
  /** The most useful first. */
  patterns: PatternDraft[]
  workflows: WorkflowDraft[]
  recoveries: RecoveryDraft[]
  /** Calls of known outcome by tool, the most used first. */
  toolDistribution: Record<string, number>
  /** Figures of the most used tools. */
  toolRates: TemplateDraft['toolRates']
  /** Mean of late minus early error rate; null where no session is long enough. */
  avgProficiencyGain: number | null
  leftOut: TemplateDraft['leftOut']
}
