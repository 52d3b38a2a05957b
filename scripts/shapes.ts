import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { AgentRun } from '../src/verbs/run/shape.ts'
import { CallListing } from '../src/schema/listing/call-listing.ts'
import { ChatExported } from '../src/verbs/gateway/exported-shape.ts'
import { ChatImported } from '../src/verbs/gateway/imported-shape.ts'
import { ChatKey, ChatPrompt } from '../src/verbs/gateway/key-shape.ts'
import { ChatListing } from '../src/verbs/gateway/listing-shape.ts'
import { Classified } from '../src/verbs/classify/shape.ts'
import { ClassifyInput } from '../src/verbs/classify/input-shape.ts'
import { Comparison } from '../src/schema/listing/comparison.ts'
import { CompressionReport } from '../src/schema/listing/compression-report.ts'
import { ConfigReport } from '../src/schema/listing/config-report.ts'
import { DoctorReport } from '../src/verbs/doctor/shape.ts'
import { ErrorReport } from '../src/schema/listing/error-report.ts'
import { Explanation } from '../src/verbs/explain/shape.ts'
import { ExperimentReport } from '../src/schema/listing/experiment-report.ts'
import { GatewayPeople } from '../src/verbs/gateway/people-shape.ts'
import { GatewayStatus } from '../src/verbs/gateway/status-shape.ts'
import { GivenLessons } from '../src/verbs/lessons/given-shape.ts'
import { HistoryProfile } from '../src/schema/listing/history-profile.ts'
import { Ledger } from '../src/schema/listing/ledger.ts'
import { InstallAllReport, InstallReport } from '../src/verbs/install/shape.ts'
import { JobList } from '../src/verbs/cron/shape.ts'
import { KeyList } from '../src/verbs/keys/shape.ts'
import { MockModelStarted } from '../src/verbs/mock-model/shape.ts'
import { LintReport } from '../src/schema/listing/lint-report.ts'
import { PackExported } from '../src/verbs/export/shape.ts'
import { LessonsExported } from '../src/verbs/export/lessons-shape.ts'
import { PackImported } from '../src/verbs/import/shape.ts'
import { OutcomeReported } from '../src/verbs/report-outcome/shape.ts'
import { Review, ReviewList } from '../src/verbs/review/shape.ts'
import { Selection } from '../src/schema/listing/selection.ts'
import { WarmSessionAnswer } from '../src/verbs/warm-session/shape.ts'
import { SeedPreview } from '../src/verbs/test/shape.ts'
import { RedactionReport } from '../src/verbs/redact/shape.ts'
import {
  ProcessInput,
  ProcessList,
  ProcessListing,
  ProcessWaited,
  ProcessOutput,
  ProcessStarted,
} from '../src/verbs/process/shape.ts'
import { Proposals } from '../src/verbs/propose/shape.ts'
import { SessionDetail, SessionListing } from '../src/verbs/sessions/shape.ts'
import { described } from '../src/schema/described.ts'
import { SessionProfile } from '../src/schema/listing/session-profile.ts'
import { SourceList } from '../src/verbs/sources/shape.ts'
import { StartReport } from '../src/verbs/start/shape.ts'
import { SyncReport } from '../src/schema/listing/sync-report.ts'
import { Template, TemplateList, TemplateSummary } from '../src/schema/listing/template.ts'
import { TemplateDeleted } from '../src/verbs/delete/shape.ts'
import { TemplateDiff } from '../src/schema/listing/template-diff.ts'
import { TemplateHistory } from '../src/verbs/history/shape.ts'
import { TemplateExplanation } from '../src/schema/listing/template-explanation.ts'
import { WrittenReport } from '../src/verbs/report/shape.ts'
import { Pack } from '../src/schema/pack.ts'
import { CompletionScript } from '../src/verbs/completion/shape.ts'
import {
  ExperimentAa,
  ExperimentAssigned,
  ExperimentList,
  ExperimentPlan,
  ExperimentRecorded,
  ExperimentRun,
  ExperimentStatus,
} from '../src/verbs/experiment/shape.ts'
import { BenchDoses, BenchModel, BenchReport, BenchWarmUp } from '../src/verbs/bench/shape.ts'
import { DatasetCall, DatasetExported, DatasetSession } from '../src/verbs/dataset/shape.ts'
import { GateInput, GateVerdict } from '../src/verbs/gate/shape.ts'
import { LessonExplanation } from '../src/verbs/lessons/explain-shape.ts'
import { LessonsLedger } from '../src/verbs/lessons/ledger-shape.ts'
import { LessonListing } from '../src/verbs/lessons/shape.ts'
import { OwnerReport } from '../src/verbs/owner/shape.ts'
import { ProjectReport } from '../src/verbs/project/shape.ts'
import { SearchHit } from '../src/verbs/search/shape.ts'

/** Every documented shape: the name of its file, and where it comes from or goes to. */
export const SHAPES: { name: string; shape: v.GenericSchema; where: string }[] = [
  { name: 'start-report', shape: StartReport, where: '`start --json`' },
  { name: 'sync-report', shape: SyncReport, where: '`sync --json`' },
  { name: 'source-list', shape: SourceList, where: '`sources --json`' },
  { name: 'bench-report', shape: BenchReport, where: '`bench --json`' },
  { name: 'bench-doses', shape: BenchDoses, where: '`bench --doses LIST --json`' },
  { name: 'bench-warm-up', shape: BenchWarmUp, where: '`bench --warm-up --json`' },
  { name: 'bench-model', shape: BenchModel, where: '`bench --local --json`, `bench --endpoint URL --json`' },
  { name: 'dataset-session', shape: DatasetSession, where: '`sessions.ndjson` of `dataset export`, one a line' },
  { name: 'dataset-call', shape: DatasetCall, where: '`calls.ndjson` of `dataset export`, one a line' },
  { name: 'dataset-exported', shape: DatasetExported, where: '`dataset export --json`' },
  { name: 'gate-input', shape: GateInput, where: 'standard input of `gate`, one a line' },
  { name: 'gate-verdict', shape: GateVerdict, where: '`gate`, one a line' },
  { name: 'session-listing', shape: SessionListing, where: '`sessions --json`, one a line' },
  { name: 'session-detail', shape: SessionDetail, where: '`session ID --json`' },
  { name: 'call-listing', shape: CallListing, where: '`calls --json`, one a line; `outcome --json`' },
  { name: 'experiment-plan', shape: ExperimentPlan, where: '`experiment plan --json`' },
  { name: 'experiment-run', shape: ExperimentRun, where: '`experiment run --json`' },
  { name: 'experiment-status', shape: ExperimentStatus, where: '`experiment status --json`, `experiment stop --json`' },
  { name: 'experiment-list', shape: ExperimentList, where: '`experiment list --json`' },
  { name: 'experiment-assigned', shape: ExperimentAssigned, where: '`experiment assign --json`' },
  { name: 'experiment-recorded', shape: ExperimentRecorded, where: '`experiment record --json`' },
  { name: 'experiment-aa', shape: ExperimentAa, where: '`experiment aa --json`' },
  { name: 'lesson-listing', shape: LessonListing, where: '`lessons --json`, one a line' },
  { name: 'lessons-ledger', shape: LessonsLedger, where: '`lessons ledger --json`' },
  { name: 'project-report', shape: ProjectReport, where: '`project --json`; `project join`, `project split`' },
  { name: 'owner-report', shape: OwnerReport, where: '`owner --json`; `owner claim`, `owner unclaim`' },
  { name: 'agent-run', shape: AgentRun, where: '`run --json`' },
  { name: 'history-profile', shape: HistoryProfile, where: '`profile --json`' },
  { name: 'session-profile', shape: SessionProfile, where: '`profile SESSION --json`' },
  { name: 'compression-report', shape: CompressionReport, where: '`compress-check --json`' },
  { name: 'comparison', shape: Comparison, where: '`compare --json`' },
  {
    name: 'experiment-report',
    shape: ExperimentReport,
    where: '`experiment report --json`, `experiment compare --json`',
  },
  { name: 'written-report', shape: WrittenReport, where: '`report --html FILE --json`' },
  { name: 'template-list', shape: TemplateList, where: '`list --json`' },
  { name: 'template', shape: Template, where: '`build NAME --json`; `extract`, `show`, `edit`, `rollback`' },
  {
    name: 'template-summary',
    shape: described(TemplateSummary, 'A template as `list` has it.'),
    where: '`promote --json`, `retire --json`',
  },
  { name: 'template-diff', shape: TemplateDiff, where: '`diff --json`' },
  { name: 'template-history', shape: TemplateHistory, where: '`history --json`' },
  { name: 'template-deleted', shape: TemplateDeleted, where: '`delete --json`' },
  { name: 'pack', shape: Pack, where: 'what `export` writes and `import` reads' },
  { name: 'pack-exported', shape: PackExported, where: '`export --json`' },
  { name: 'lessons-exported', shape: LessonsExported, where: '`export --lessons --json`' },
  { name: 'pack-imported', shape: PackImported, where: '`import --json`' },
  { name: 'key-list', shape: KeyList, where: '`keys --json`' },
  { name: 'review-list', shape: ReviewList, where: '`review --json`' },
  { name: 'review', shape: Review, where: '`review NAME --json`' },
  { name: 'selection', shape: Selection, where: '`select --json`' },
  { name: 'ledger', shape: Ledger, where: '`ledger --json`' },
  { name: 'outcome-reported', shape: OutcomeReported, where: '`report-outcome --json`' },
  { name: 'proposals', shape: Proposals, where: '`propose --json`' },
  { name: 'explanation', shape: Explanation, where: '`explain CALL --json`' },
  { name: 'lesson-explanation', shape: LessonExplanation, where: '`explain LESSON --json`' },
  { name: 'template-explanation', shape: TemplateExplanation, where: '`explain TEMPLATE --json`, also of a seed id' },
  { name: 'seed-preview', shape: SeedPreview, where: '`test TEMPLATE MESSAGE --json`' },
  { name: 'lint-report', shape: LintReport, where: '`lint --json`' },
  { name: 'classify-input', shape: ClassifyInput, where: 'standard input of `classify`, one a line' },
  { name: 'classified', shape: Classified, where: '`classify`, one a line, in the order of the input' },
  {
    name: 'chat-listing',
    shape: ChatListing,
    where: '`gateway sessions --json`, one a line; `gateway reset`, `undo-reset`',
  },
  { name: 'gateway-status', shape: GatewayStatus, where: '`gateway status --json`' },
  { name: 'gateway-people', shape: GatewayPeople, where: '`gateway pair --json`, `gateway approve --json`' },
  { name: 'job-list', shape: JobList, where: '`cron --json`' },
  { name: 'chat-key', shape: ChatKey, where: '`gateway key --json`' },
  { name: 'chat-prompt', shape: ChatPrompt, where: '`gateway prompt --json`' },
  { name: 'chat-exported', shape: ChatExported, where: '`gateway export --out DIR --json`' },
  { name: 'chat-imported', shape: ChatImported, where: '`gateway import --json`' },
  { name: 'given-lessons', shape: GivenLessons, where: 'the MCP tool `lessons`, and `lessons` of the library' },
  { name: 'warm-session', shape: WarmSessionAnswer, where: 'the tool `warm_session`' },
  { name: 'process-started', shape: ProcessStarted, where: '`process start --json`' },
  { name: 'process-list', shape: ProcessList, where: '`process list --json`' },
  { name: 'process', shape: ProcessListing, where: '`process poll --json`; `kill`, `resize`' },
  { name: 'process-waited', shape: ProcessWaited, where: '`process wait --json`' },
  { name: 'process-output', shape: ProcessOutput, where: '`process log --json`' },
  {
    name: 'process-input',
    shape: ProcessInput,
    where: '`process write --json`; `submit`, `close`, `send-keys`, `paste`',
  },
  { name: 'redaction-report', shape: RedactionReport, where: '`redact --json`' },
  { name: 'install-report', shape: InstallReport, where: '`install AGENT --json`' },
  { name: 'install-all-report', shape: InstallAllReport, where: '`install --all --json`' },
  { name: 'mock-model-started', shape: MockModelStarted, where: '`mock-model --json`, one line; then it serves' },
  { name: 'config-report', shape: ConfigReport, where: '`config --json`' },
  { name: 'search-hit', shape: SearchHit, where: '`search --json`, one a line' },
  { name: 'completion-script', shape: CompletionScript, where: '`completion SHELL --json`' },
  { name: 'doctor-report', shape: DoctorReport, where: '`doctor --json`' },
  { name: 'error-report', shape: ErrorReport, where: 'standard error of any command that fails, with `--json`' },
]

/** Shapes that a command's folder exports with a sentence about them, and that no row of `SHAPES` documents. */
export const undocumentedShapes = async (): Promise<string[]> => {
  const documented = new Set(SHAPES.map(({ shape }) => v.getDescription(shape)))
  const missing: string[] = []
  for (const file of readdirSync(VERBS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('shape.ts'),
  ))
    for (const [name, shape] of Object.entries((await import(join(VERBS, file))) as Record<string, v.GenericSchema>)) {
      const description = v.getDescription(shape)
      if (description !== undefined && !documented.has(description)) missing.push(`${name} of src/verbs/${file}`)
    }
  return missing
}

const VERBS = join(import.meta.dirname, '..', 'src', 'verbs')
