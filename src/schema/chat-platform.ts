/** Whether other people write on this platform. A session held there belongs to the local user only where a user id says so. */
export const isChatPlatform = (platform: string | undefined): boolean =>
  platform !== undefined && CHAT_PLATFORMS.has(platform.trim().toLowerCase().replaceAll('-', '_'))

/** In small letters, with `_` for `-`: agents write the names in both ways. */
const CHAT_PLATFORMS: ReadonlySet<string> = new Set(
  `a2a api_server bluebubbles buzz dingtalk discord email feishu gchat google_chat googlechat homeassistant imessage irc
   kakaotalk lark line mattermost matrix messenger msgraph_webhook msteams nextcloud_talk nostr ntfy photon qq qqbot raft relay
   rocketchat signal simplex slack sms synology_chat teams telegram tlon twitch viber webhook wechat wecom
   wecom_callback weixin whatsapp whatsapp_cloud xmpp yuanbao zalo zalouser zulip`.split(/\s+/),
)
