import type { Engine } from '../connection.ts'

/**
 * Owners of sessions. `found_owner` is the owner that the history names, '' if it names none; `owner` is a person's claim, else
 * `found_owner`. Claims are a table of their own, keyed by session id or by owner, so that no import or rebuild drops them. Chat sessions
 * without a user used to become the local user's; they lose that owner here, and get their own when their files are read again.
 */
export const ownerMigration = ({ textType: text }: Engine): string[] => [
  `alter table session add column found_owner ${text}`,
  `update session set owner = '' where made_by like 'hermes@%' and owner not like '%:%'
     and ((platform is null and rank = 2) or platform in (${CHATS.map((name) => `'${name}'`).join(', ')}))`,
  'update session set found_owner = owner',
  `create table owner_claim (
    kind ${text} not null, subject ${text} not null, owner ${text} not null, by_owner ${text} not null, at bigint not null,
    primary key (kind, subject))`,
]

/** As they were known when this was written: a migration does not change with the program. */
const CHATS =
  `a2a api_server api-server bluebubbles buzz dingtalk discord email feishu google_chat homeassistant irc line matrix mattermost
   msgraph_webhook ntfy photon qqbot raft relay signal simplex slack sms teams telegram webhook wecom wecom_callback weixin whatsapp
   whatsapp_cloud yuanbao`.split(/\s+/)
