import { asString, isRecord } from '../../lib/json.ts'
import type { JsonRecord } from '../../lib/json.ts'
import type { PiOrigin } from '../../wire/pi-dialect.ts'

/**
 * Where a user message came from, as far as the transcript says: its recorded provenance, else the envelope that OpenClaw
 * puts before the words of a channel. Messages of the runtime and of other sessions are not a person's.
 */
export const openclawOrigin = (text: string, message: JsonRecord): PiOrigin => {
  const head = text.slice(0, HEAD_CHARS)
  const origin: PiOrigin = {}
  const provenance = isRecord(message.provenance) ? message.provenance : {}
  const channel = asString(provenance.sourceChannel)
  const platform = channel && !INTERNAL_CHANNELS.has(channel) ? channel.toLowerCase() : platformOf(head)
  if (platform) origin.platform = platform
  const sender = /"sender_id": ?"([^"\\]{1,100})"/.exec(head)?.[1]
  if (platform && sender && !platform.startsWith('sub')) origin.owner = `${platform}:${sender}`
  const kind = asString(provenance.kind)
  const foreign = kind !== undefined && kind !== 'external_user'
  if (foreign || NOT_A_PERSON.some((start) => head.startsWith(start))) origin.synthetic = true
  return origin
}

/** The envelope and its metadata come first; the person's words need not be searched. */
const HEAD_CHARS = 2000
const INTERNAL_CHANNELS: ReadonlySet<string> = new Set(['internal', 'unknown', 'last', 'none'])

const platformOf = (head: string): string | undefined => {
  if (head.includes('[Subagent Context]')) return 'subagent'
  if (head.startsWith('[cron:')) return 'cron'
  const envelope = head.startsWith('[') ? head.slice(1, 20).toLowerCase() : ''
  const named = CHANNELS.find(([label]) => envelope.startsWith(`${label} `))?.[1]
  if (named) return named
  const chat = /"chat_id": ?"([a-z][a-z-]{1,20}):/.exec(head)?.[1]
  return chat && CHANNELS.some(([, name]) => name === chat) ? chat : undefined
}

/** How an envelope names a channel, and what the platform is called. */
const CHANNELS: readonly (readonly [string, string])[] = [
  ['telegram', 'telegram'],
  ['whatsapp', 'whatsapp'],
  ['discord', 'discord'],
  ['slack', 'slack'],
  ['signal', 'signal'],
  ['imessage', 'imessage'],
  ['bluebubbles', 'bluebubbles'],
  ['google chat', 'googlechat'],
  ['msteams', 'msteams'],
  ['teams', 'msteams'],
  ['matrix', 'matrix'],
  ['mattermost', 'mattermost'],
  ['feishu', 'feishu'],
  ['line', 'line'],
  ['zalo', 'zalo'],
  ['webchat', 'webchat'],
]

const NOT_A_PERSON = [
  '[Subagent Context]',
  'System: [',
  'Read HEARTBEAT.md',
  'Pre-compaction memory flush',
  'A new session was started via /',
  '[openclaw.runtime-context]',
  '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>',
] as const
