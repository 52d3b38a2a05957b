import { asString, isRecord, parseJson } from '../../../lib/json.ts'
import type { JsonRecord } from '../../../lib/json.ts'
import type { PiOrigin } from '../../../wire/pi-dialect.ts'
import { isHereChannel } from './whose.ts'

/**
 * Where a user message came from, as far as the transcript says: its recorded provenance, else the envelope or the blocks of metadata that
 * OpenClaw puts before the words of a channel. Messages of the runtime and of other sessions are not a person's. `held`: the platform of
 * the session, for versions whose messages name the sender without it.
 */
export const openclawOrigin = (text: string, message: JsonRecord, held?: string): PiOrigin => {
  const head = text.slice(0, HEAD_CHARS)
  const origin: PiOrigin = {}
  const provenance = isRecord(message.provenance) ? message.provenance : {}
  const channel = asString(provenance.sourceChannel)?.toLowerCase()
  const told = readMetadata(head)
  const platform = channel && !UNTOLD.has(channel) ? channel : platformOf(head, told)
  if (platform) origin.platform = platform
  const kind = asString(provenance.kind)
  const foreign = kind !== undefined && kind !== 'external_user'
  if (foreign || NOT_A_PERSON.some((start) => head.startsWith(start))) origin.synthetic = true
  else if (isFromChat(platform, told)) origin.owner = writerOf(platform ?? held, told)
  return origin
}

/** The envelope and the metadata come first. Queued messages repeat them, and names in them can be long. */
const HEAD_CHARS = 16_000
const UNTOLD: ReadonlySet<string> = new Set(['internal', 'unknown', 'last', 'none'])

/** What the blocks of metadata before a person's words say. Only their own JSON counts, not words that look like it. */
interface Metadata {
  senders: Set<string>
  /** `platform:ID` of the chat, where a version writes it. */
  chat?: string | undefined
  isGroup: boolean
  /** A block stands there, so the message came through the gateway. */
  isThere: boolean
}

const BLOCK = /(?:^|\n)(Conversation info|Sender) \(untrusted metadata\):\n```json\n([^]*?)\n```/g

const readMetadata = (head: string): Metadata => {
  const told: Metadata = { senders: new Set(), isGroup: false, isThere: false }
  for (const [, title, json = ''] of head.matchAll(BLOCK)) {
    told.isThere = true
    const block = parseJson(json)
    if (!isRecord(block)) continue
    const sender = idOf(title === 'Sender' ? block.id : block.sender_id)
    if (sender !== undefined) told.senders.add(sender)
    if (block.is_group_chat === true || typeof block.group_subject === 'string') told.isGroup = true
    told.chat ??= idOf(block.chat_id)
  }
  return told
}

const ID_CHARS = 100

const idOf = (value: unknown): string | undefined => {
  const id = asString(value)?.trim()
  return id === undefined || id === '' || id.length > ID_CHARS ? undefined : id
}

const platformOf = (head: string, { chat }: Metadata): string | undefined => {
  if (head.includes('[Subagent Context]')) return 'subagent'
  if (head.startsWith('[cron:')) return 'cron'
  const envelope = head.startsWith('[') ? head.slice(1, 20).toLowerCase() : ''
  const named = CHANNELS.find(([label]) => envelope.startsWith(`${label} `))?.[1]
  return named ?? /^([a-z][a-z-]{1,20}):./.exec(chat ?? '')?.[1]
}

/** Messages of the control page name the program instead of a person. */
const CLIENTS = /^openclaw-(?:control-ui|tui|macos|ios|android)$/

const isFromChat = (platform: string | undefined, { senders, isThere }: Metadata): boolean => {
  if (platform !== undefined) return !isHereChannel(platform)
  return isThere && !(senders.size > 0 && [...senders].every((sender) => CLIENTS.test(sender)))
}

/**
 * `platform:sender`, `platform:chat:ID` in a group, or null where that is not told. An envelope alone names people as they call
 * themselves, which proves nothing.
 */
const writerOf = (platform: string | undefined, { senders, chat, isGroup }: Metadata): string | null => {
  if (platform === undefined || isHereChannel(platform)) return null
  if (isGroup) return chat?.startsWith(`${platform}:`) ? `${platform}:chat:${chat.slice(platform.length + 1)}` : null
  const [sender, another] = senders
  return sender === undefined || another !== undefined ? null : `${platform}:${sender}`
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
