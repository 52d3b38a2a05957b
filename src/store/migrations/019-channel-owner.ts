/**
 * Sessions of OpenClaw's channels that name no person used to belong to the local user. This removes that owner, also
 * from sessions whose files are gone. Sessions that name a person get their owner when their files are read again.
 * Claims stay.
 */
export const channelOwnerMigration = (): string[] => [
  `update session set found_owner = '',
          owner = case when exists (select 1 from owner_claim where kind = 'session' and subject = session.id) then owner else '' end
    where made_by like 'openclaw@%' and found_owner not like '%:%' and platform in (${CHANNELS.map((name) => `'${name}'`).join(', ')})`,
]

/** As they were known when this was written: a migration does not change with the program. */
const CHANNELS =
  `bluebubbles discord feishu googlechat imessage irc line matrix mattermost msteams nextcloud-talk nostr qqbot signal slack sms
   synology-chat telegram tlon twitch webhook wecom weixin whatsapp zalo zalouser`.split(/\s+/)
