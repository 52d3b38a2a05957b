/** What is particular about a platform where keys, prompts and descriptions are concerned. */
export interface PlatformTraits {
  /** As people write it. */
  label: string
  /** Its ids are phone numbers, or lead to a person: they can be hashed, because mentions do not need them. */
  hasPersonalIds?: true
  /** Chats are told apart by the workspace they are in. */
  hasScopedChats?: true
  /** Several ways of writing one id become one. */
  canonicalId?(id: string): string
  /** A person at this machine: there is no chat to name. */
  isLocal?: true
  /** What an agent in such a chat must know, and what more where everybody talks in one session. */
  note?: string
  sharedNote?: string
}

const NO_VIEW =
  'You see the messages of this chat that are sent to you, and no other channel, history or list of members, unless a tool gives them to you.'
const NO_MENTIONS = 'Mention somebody only by an id that stands in a message; a guessed one reaches a stranger.'

const known: Record<string, PlatformTraits> = {
  local: { label: 'Local', isLocal: true },
  console: { label: 'Console' },
  webhook: { label: 'Webhook' },
  api_server: { label: 'API' },
  cron: { label: 'Cron' },
  telegram: { label: 'Telegram', hasPersonalIds: true },
  discord: { label: 'Discord', note: NO_VIEW, sharedNote: NO_MENTIONS },
  slack: { label: 'Slack', hasScopedChats: true, note: NO_VIEW, sharedNote: NO_MENTIONS },
  whatsapp: { label: 'WhatsApp', hasPersonalIds: true, canonicalId: (id) => whatsappNumber(id) },
  whatsapp_cloud: { label: 'WhatsApp', hasPersonalIds: true, canonicalId: (id) => whatsappNumber(id) },
  signal: { label: 'Signal', hasPersonalIds: true },
  matrix: { label: 'Matrix' },
  mattermost: { label: 'Mattermost' },
  email: { label: 'Email' },
  sms: { label: 'SMS', hasPersonalIds: true },
  bluebubbles: { label: 'iMessage', hasPersonalIds: true },
  homeassistant: { label: 'Home Assistant' },
  msgraph_webhook: { label: 'Microsoft Graph' },
  google_chat: { label: 'Google Chat' },
  teams: { label: 'Teams' },
  irc: { label: 'IRC' },
  line: { label: 'LINE' },
  ntfy: { label: 'ntfy' },
  simplex: { label: 'SimpleX' },
  dingtalk: { label: 'DingTalk' },
  feishu: { label: 'Feishu' },
  wecom: { label: 'WeCom' },
  wecom_callback: { label: 'WeCom' },
  weixin: { label: 'Weixin' },
  qqbot: { label: 'QQ' },
  yuanbao: { label: 'Yuanbao' },
  a2a: { label: 'A2A' },
  buzz: { label: 'Buzz' },
  photon: { label: 'Photon' },
  raft: { label: 'Raft' },
  relay: { label: 'Relay' },
}

/**
 * The registry of platforms by name: who is in it can send messages and have sessions. What a platform does with them is
 * a folder of its own; many names here have none yet, and are known so that histories of others can be read.
 */
export const KNOWN_PLATFORMS: Readonly<Record<string, PlatformTraits>> = known

/** Makes the name of a platform from outside known to this process, until the returned function is called. */
export const addPlatformName = (name: string): (() => void) => {
  known[name] = { label: name }
  return () => delete known[name]
}

/**
 * `+49 151 1@c.us`, `491511:12@s.whatsapp.net` and `491511` are one number. Groups (`@g.us`) stay as they are, and so do the
 * hidden numbers (`@lid`), which are no telephone numbers, but for the device behind the colon.
 */
const whatsappNumber = (id: string): string => {
  const at = id.indexOf('@')
  const server = at < 0 ? '' : id.slice(at + 1)
  const [number = ''] = (at < 0 ? id : id.slice(0, at)).split(':')
  if (server === 'lid') return `${number}@lid`
  if (!['', 'c.us', 's.whatsapp.net'].includes(server)) return id
  const digits = number.replaceAll(/[+ ()-]/g, '')
  return /^\d+$/.test(digits) ? digits : id
}
