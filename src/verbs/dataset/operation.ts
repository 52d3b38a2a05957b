import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { readRepeatedMistakes } from '../../lesson/proof/run-known-mistakes.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import { TOOL_ROWS } from '../../outcome/tool-names.ts'
import { type CallRow, listCalls } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'
import { listSessions, type SessionRow } from '../../store/facts/session.ts'
import type { DatasetCall, DatasetExported, DatasetSession } from './shape.ts'

export type { DatasetExported } from './shape.ts'

export interface DatasetInput {
  directory: string
  project?: string | undefined
  source?: string | undefined
  since?: number | undefined
}

/**
 * Writes facts about the owner's own sessions, and none of their text: no message, argument, result, path or title.
 * Names become keyed hashes; the key is made for this export and not kept, so that a reader cannot test guesses.
 */
export const exportDataset = async (
  app: Pick<App, 'owner'>,
  store: Connection,
  { directory, ...filter }: DatasetInput,
): Promise<DatasetExported> => {
  requireEmpty(directory)
  makeDirectory(directory)
  const key = randomBytes(32)
  const hashed = (kind: string, name: string): string =>
    createHmac('sha256', key).update(`${kind}\0${name}`).digest('hex').slice(0, HASH_DIGITS)
  const own = { ...filter, owner: app.owner }
  const repeated = await readRepeatedMistakes(store, { owner: app.owner, project: null })
  const begun = new Map<string, number | null>()
  const sessions = await writeLines(join(directory, 'sessions.ndjson'), async function* () {
    for await (const row of listSessions(store, own)) {
      begun.set(row.native_id, row.started_at)
      yield sessionOf(row, { hashed, repeatedMistakes: repeated.get(row.id) ?? null })
    }
  })
  const strange = new Set<string>()
  const calls = await writeLines(join(directory, 'calls.ndjson'), async function* () {
    let [conversation, memory] = ['', emptyMemory()]
    for await (const row of listCalls(store, own)) {
      const name = `${row.source}\0${row.session}\0${row.agent ?? ''}`
      if (name !== conversation) [conversation, memory] = [name, emptyMemory()]
      if (!TOOL_ROWS.has(row.tool.toLowerCase())) strange.add(row.tool)
      yield callOf(row, { hashed, memory, startedAt: begun.get(row.session) ?? null })
      remember(memory, row)
    }
  })
  return { directory, sessions, calls, hashedTools: strange.size }
}

const HASH_DIGITS = 16

/** Refuses a directory that holds an earlier export: the same sessions would then be there under two keys. */
const requireEmpty = (directory: string): void => {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return
  throw new AppError('usage', `${directory} is not empty`, { hint: 'name a directory that does not exist yet' })
}

type Hashed = (kind: string, name: string) => string

const writeLines = async (path: string, rows: () => AsyncIterable<object>): Promise<number> => {
  const file = openSync(path, 'wx', 0o600)
  let count = 0
  try {
    for await (const row of rows()) {
      writeSync(file, `${JSON.stringify(row)}\n`)
      count++
    }
  } finally {
    closeSync(file)
  }
  return count
}

const sessionOf = (
  row: SessionRow,
  { hashed, repeatedMistakes }: { hashed: Hashed; repeatedMistakes: number | null },
): DatasetSession => ({
  session: hashed('session', `${row.source}\0${row.native_id}`),
  project: row.project === null ? null : hashed('project', row.project),
  parent: row.parent_session === null ? null : hashed('session', `${row.source}\0${row.parent_session}`),
  source: row.source,
  platform: row.platform === null || PLATFORMS.has(row.platform) ? row.platform : hashed('platform', row.platform),
  model: row.model === null ? null : (familyOf(row.model) ?? hashed('model', row.model)),
  startedMonth: row.started_at === null ? null : new Date(row.started_at).toISOString().slice(0, 'yyyy-mm'.length),
  seconds: row.started_at === null || row.last_at === null ? null : seconds(row.last_at - row.started_at),
  messages: row.messages,
  userMessages: row.user_messages,
  ok: row.ok_calls,
  errors: row.error_calls,
  unknown: row.unknown_calls,
  repeatedMistakes,
  inputTokens: row.input_tokens,
  outputTokens: row.output_tokens,
  cacheReadTokens: row.cache_read_tokens,
  cacheWriteTokens: row.cache_write_tokens,
})

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000)

const PLATFORMS: ReadonlySet<string> = new Set(
  'cli cron subagent vscode api telegram discord slack whatsapp matrix signal email web'.split(' '),
)

/** The name of a model can be private to a company. For public models, the family is enough for comparisons. */
const FAMILIES = [
  'claude',
  'gpt',
  'gemini',
  'gemma',
  'llama',
  'qwen',
  'mistral',
  'deepseek',
  'kimi',
  'glm',
  'grok',
  'phi',
]

const familyOf = (model: string): string | undefined =>
  FAMILIES.find((family) => new RegExp(`(?:^|[/_-])${family}(?![a-z])`, 'i').test(model.slice(0, 100)))

/** What the markers need of the conversation so far. None of it is written. */
interface Memory {
  worked: Set<string>
  seen: Set<string>
  errors: number
  sinceError: number | null
}

const emptyMemory = (): Memory => ({ worked: new Set(), seen: new Set(), errors: 0, sinceError: null })

const remember = (memory: Memory, { tool, subject, outcome }: CallRow): void => {
  if (outcome === 'ok') memory.worked.add(`${tool}\0${subject}`)
  if (subject !== '') memory.seen.add(subject)
  if (outcome === 'error') memory.errors++
  memory.sinceError = outcome === 'error' ? 0 : memory.sinceError === null ? null : memory.sinceError + 1
}

const callOf = (
  row: CallRow,
  { hashed, memory, startedAt }: { hashed: Hashed; memory: Memory; startedAt: number | null },
): DatasetCall => ({
  session: hashed('session', `${row.source}\0${row.session}`),
  subagent: row.agent === null ? null : hashed('agent', `${row.session}\0${row.agent}`),
  position: row.position,
  secondsIn: row.at === null || startedAt === null ? null : Math.max(0, seconds(row.at - startedAt)),
  tool: TOOL_ROWS.has(row.tool.toLowerCase()) ? row.tool.toLowerCase() : hashed('tool', row.tool),
  kind: row.kind as DatasetCall['kind'],
  outcome: row.outcome as DatasetCall['outcome'],
  cause: row.cause as DatasetCall['cause'],
  rung: row.rung as DatasetCall['rung'],
  masked: row.masked === 1 && row.rung !== 'person',
  contextTokens: row.context_tokens,
  markers: {
    sameCallWorked: memory.worked.has(`${row.tool}\0${row.subject}`),
    sameSubjectSeen: row.subject !== '' && memory.seen.has(row.subject),
    errorsBefore: memory.errors,
    callsSinceError: memory.sinceError,
  },
})
