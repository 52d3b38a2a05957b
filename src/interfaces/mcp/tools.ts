import type { App } from '../../app.ts'
import { redact } from '../../lib/redact/redact.ts'
import { reportOutcome } from '../../verbs/ledger/operation.ts'
import { type FoundRecovery, recoveryForError } from '../../verbs/hook/recovery-for-error-operation.ts'
import { selectFor } from '../../verbs/select/operation.ts'
import { warmSessionTool } from '../../verbs/warm-session/operation.ts'
import { intervalOf, valueOf } from '../../verbs/warm-session/answers-operation.ts'
import { armOf } from '../../schema/arm.ts'
import type { Connection } from '../../store/connection.ts'
import { readySeed } from '../../store/templates/ready.ts'
import { lessonsTool } from './lessons.ts'
import { HOW, SESSION_KEY, type ServedTool, textTool } from './served-tool.ts'

const selectTool = textTool(
  {
    name: 'select_template',
    title: 'Select a template for a task',
    searchHint: 'start of a task: proven examples of earlier sessions in this project',
    description:
      'Call this once at the start of a task: finds what worked in earlier sessions on tasks like it. Answers with a text of a few proven examples (seed), or with none where nothing fits well enough.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    parameters: {
      type: 'object',
      properties: {
        task: { type: 'string', description: 'What is to be done, in the words of the user.' },
        project: { type: 'string', description: 'Path of the project, or the name of its folder.' },
        task_type: {
          type: 'string',
          enum: ['code', 'file', 'research', 'mixed'],
          description: 'Only templates of this type.',
        },
        session_key: SESSION_KEY,
      },
      required: ['task'],
      additionalProperties: false,
    },
  },
  async (app, store, { task, project, task_type: taskType, session_key: sessionKey }) => {
    const given = { text: task, project, taskType, sessionKey, arm: armOf(app.place.env), how: HOW }
    const selection = await selectFor(app, store, given)
    return { ...selection, seed: await seedOf(app, store, selection) }
  },
)

/** The text of the selected template; null if none was selected, or it is withheld. */
export const seedOf = async (
  app: Pick<App, 'now' | 'owner'>,
  store: Connection,
  { template, id }: { template: string | null; id: string | null },
): Promise<string | null> => {
  if (template === null || id === null) return null
  const ready = await readySeed(store, app.owner, { templateId: id, now: app.now() })
  return ready?.text ?? null
}

const recoveryTool = textTool(
  {
    name: 'recovery_for_error',
    title: 'What helped against an error',
    searchHint: 'a tool call or command failed: what got earlier sessions out of this error',
    description:
      'Call this when a tool call failed: says what got earlier sessions out of the same error, how often that worked and until when it is taken to hold. Answers with an empty list where nothing is known.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    parameters: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'Name of the tool that failed.' },
        error: { type: 'string', description: 'The message it failed with.' },
        project: { type: 'string', description: 'Path of the project, or the name of its folder.' },
      },
      required: ['tool', 'error'],
      additionalProperties: false,
    },
  },
  async (app, store, { tool = '', error = '', project }) => {
    const found = await recoveryForError(app, store, { tool, error, project })
    return { recoveries: found.map(recoveryAnswer), count: found.length }
  },
)

const recoveryAnswer = ({ template, recovery }: FoundRecovery) => ({
  template: template.name,
  recovery: recovery.id,
  signature: recovery.signature,
  error_type: recovery.errorType,
  cause: recovery.cause,
  strategy: recovery.strategy,
  failed: { tool: recovery.tool, arguments: recovery.failed },
  worked: { tool: recovery.workedTool, arguments: recovery.worked },
  support: recovery.support,
  occurrences: recovery.occurrences,
  success_rate: valueOf(recovery.successRate),
  success_rate_interval: intervalOf(recovery.successRate),
  ...(recovery.reason === undefined ? {} : { reason: recovery.reason }),
  last_seen_at: recovery.lastSeenAt,
  expires_at: recovery.expiresAt,
  retest: recovery.retest,
})

const outcomeTool = textTool(
  {
    name: 'report_outcome',
    title: 'Report how a task went',
    searchHint: 'end of a task: report success or failure',
    description:
      'Call this when a task that began with a template is done or given up: says whether it did what the user wanted. Only then can anybody know whether templates help.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    parameters: {
      type: 'object',
      properties: {
        outcome: { type: 'string', enum: ['success', 'failure'], description: 'Whether the task was done.' },
        session_key: { type: 'string', description: 'The one that select_template was given.' },
        exposure: {
          type: 'string',
          description: 'The exposure that select_template answered with; either of the two is enough.',
        },
        note: { type: 'string', description: 'A few words on why.' },
      },
      required: ['outcome'],
      additionalProperties: false,
    },
  },
  (app, store, { outcome: word, session_key: sessionKey, exposure, note }) => {
    const outcome = word === 'success' ? 'ok' : 'failed'
    return reportOutcome(app, store, { sessionKey, exposure, outcome, by: sayer(note) })
  },
)

/** Who reported it, and why. The note is redacted, because an agent may quote its work. */
const sayer = (note: string | undefined): string =>
  note === undefined
    ? HOW
    : `${HOW}: ${redact(note).replaceAll(/\s+/g, ' ').slice(0, LONGEST_NOTE_CHARS).toWellFormed()}`

const LONGEST_NOTE_CHARS = 200

/** Every tool of the server, in the order of the list, for a client that works in a directory. */
export const toolsFor = (directory: string | undefined): readonly ServedTool[] => [
  {
    ...warmSessionTool,
    title: 'Warm sessions',
    searchHint: 'templates of earlier sessions: build, list, load, delete; how reliable a session was',
    // The tool can delete if asked to.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  lessonsTool(directory),
  selectTool,
  recoveryTool,
  outcomeTool,
]
