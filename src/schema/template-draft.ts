import type { Convention, Pattern, Recovery, Template, Workflow } from './listing/template.ts'

/** A piece of a template keeps only the ids of calls; files and lines are looked up when it is shown. */
type Kept<Piece extends { evidence: unknown[] }> = Omit<Piece, 'evidence'> & {
  evidence: { call: string; session: string }[]
}

export type PatternDraft = Kept<Pattern>
export type WorkflowDraft = Kept<Workflow>
export type RecoveryDraft = Kept<Recovery>

/** A yes to a convention is not a part of the template. */
export type ConventionDraft = Omit<Convention, 'id' | 'confirmed'>

/** What mining found and trust let through, ready to be saved as a version of a template. */
export interface TemplateDraft {
  scope: Template['scope']
  taskType: Template['taskType']
  sourceSessions: string[]
  madeBy: string
  how: Template['how']
  patterns: PatternDraft[]
  workflows: WorkflowDraft[]
  recoveries: RecoveryDraft[]
  userPatterns: Template['userPatterns']
  conventions: ConventionDraft[]
  contextMarkers: Template['contextMarkers']
  addendum: string
  /** The addendum is made of system messages: no session is given it before its owner said yes to it. */
  systemAddendum?: true | undefined
  toolRates: Template['toolRates']
  redactions: Template['redactions']
  leftOut: Template['leftOut']
  tokens: number
  metrics: Template['metrics']
}
