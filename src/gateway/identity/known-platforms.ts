/** Traits of a platform that keys, prompts and descriptions need. */
export interface PlatformTraits {
  /** The platform's name as people write it. */
  label: string
  /** Its ids are phone numbers or identify a person. They can be hashed, because mentions do not need them. */
  hasPersonalIds?: true
  /** A chat id is unique only within its workspace. */
  hasScopedChats?: true
  /** Turns the several spellings of one id into one. */
  canonicalId?(id: string): string
  /** The sender is a person at this machine, so there is no chat to name. */
  isLocal?: true
  /**
   * `note` tells the agent what it must know in such a chat; `sharedNote` adds to it if everybody talks in one
   * session.
   */
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
 * All platform names that messages and sessions may have. The implementation of a platform has a folder of its own;
 * many names here have none yet and exist so that histories of other programs can be read.
 */
export const KNOWN_PLATFORMS: Readonly<Record<string, PlatformTraits>> = known

/** Registers the name of a platform from outside in this process. The returned function removes it. */
export const addPlatformName = (name: string): (() => void) => {
  known[name] = { label: name }
  return () => delete known[name]
}

/**
 * `+49 151 1@c.us`, `491511:12@s.whatsapp.net` and `491511` are one number. Groups (`@g.us`) stay unchanged. Hidden
 * ids (`@lid`) are no phone numbers; they lose only the device after the colon.
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
