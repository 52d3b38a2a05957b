export type { App } from './app.ts'
export {
  acceptLessons,
  lessons,
  type LessonsInput,
  readLedger,
  reportOutcome,
  type SelectInput,
  selectTemplate,
} from './interfaces/library/delivery.ts'
export { type OpenOptions, openWarmstart, type Warmstart } from './interfaces/library/open.ts'
export {
  buildWarmConversation,
  injectTemplate,
  type LoadInput,
  loadSeed,
  type WarmOptions,
} from './interfaces/library/seeds.ts'
export {
  analyzeCompression,
  classifyTool,
  compareSessions,
  importMessages,
  type Message,
  profileSession,
  type SessionLike,
  type StoredSession,
} from './interfaces/library/sessions.ts'
export {
  type BuildInput,
  buildTemplate,
  createTemplate,
  deleteTemplate,
  type ExtractedPatterns,
  type ExtractInput,
  extractPatterns,
  extractTemplate,
  listTemplates,
  loadTemplate,
  saveTemplate,
} from './interfaces/library/templates.ts'
export { type LintOptions, lintHistory, redactText, syncHistory } from './interfaces/library/texts.ts'
export { warmSession, warmSessionDefinition } from './interfaces/library/warm-session.ts'
export { AppError } from './lib/error.ts'
export type { Loaded } from './verbs/load/operation.ts'
export type { Comparison } from './schema/listing/comparison.ts'
export type { CompressionReport } from './schema/listing/compression-report.ts'
export type { GivenLessons } from './verbs/lessons/given-shape.ts'
export type { Ledger } from './schema/listing/ledger.ts'
export type { LintReport } from './schema/listing/lint-report.ts'
export type { RedactionReport } from './verbs/redact/shape.ts'
export type { Selection } from './schema/listing/selection.ts'
export type { SessionProfile } from './schema/listing/session-profile.ts'
export type { SyncReport } from './schema/listing/sync-report.ts'
export type { Pattern, Recovery, Template, TemplateList, TemplateSummary, Workflow } from './schema/listing/template.ts'
export type { WarmSessionAnswer } from './verbs/warm-session/shape.ts'
export type { HeldConversation } from './sources/import-messages.ts'
export type { GivenPattern, GivenTemplate } from './template/hand-made.ts'
