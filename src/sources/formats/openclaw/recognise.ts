import { asArray, asString, isRecord } from '../../../lib/json.ts'
import type { JsonRecord } from '../../../lib/json.ts'
import { looksLikePiEntry } from '../../../wire/pi-names.ts'
import type { Sample } from '../../source.ts'

/** Tells OpenClaw's transcripts from those of pi, whose format it writes, by what only OpenClaw puts into them. */
export const openclawRecognises = (sample: Sample): boolean => {
  if (sample.shape === 'database') {
    const has = (table: string): boolean => sample.tables.includes(table)
    return has('transcript_events') && ['session_windows', 'session_nodes', 'session_entries'].some(has)
  }
  if (sample.shape !== 'lines' || !sample.records.some(looksLikePiEntry)) return false
  return OWN_FOLDER.test(sample.path) || sample.records.some((record) => isRecord(record) && hasSign(record))
}

const OWN_FOLDER = /[/\\]\.(openclaw|clawdbot|moltbot)[/\\]/

const hasSign = (record: JsonRecord): boolean => {
  const custom = asString(record.customType) ?? ''
  if (custom === 'model-snapshot' || custom.startsWith('openclaw')) return true
  if (record.type === 'session') return OWN_FOLDER.test(`${asString(record.cwd) ?? ''}/`)
  const message = record.message
  if (!isRecord(message)) return false
  if (message.provider === 'openclaw' || isOwnTool(message.toolName)) return true
  return asArray(message.content).some((block) => isRecord(block) && block.type === 'toolCall' && isOwnTool(block.name))
}

// pi has read, write, edit, bash, grep, find and ls; these it does not have.
const isOwnTool = (name: unknown): boolean =>
  typeof name === 'string' && (OWN_TOOLS.has(name) || name.startsWith('sessions_'))

const OWN_TOOLS: ReadonlySet<string> = new Set([
  'exec',
  'process',
  'session_status',
  'memory_search',
  'memory_get',
  'gateway',
])
