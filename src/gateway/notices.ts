import type { Processes } from '../processes/processes.ts'
import type { ChatSessions } from './sessions/chat-sessions.ts'
import type { Inbox } from './receiving/inbox.ts'
import type { Sender } from './sending/outbox-parts.ts'

/**
 * Delivers the notices of background processes to the chat that started them, as synthetic messages: each notice once,
 * and to no other chat. Notices that belong to no chat of this gateway stay where they are.
 */
export const routeNotices = async (
  processes: Processes,
  { chats, inbox, senders }: { chats: ChatSessions; inbox: Inbox; senders: ReadonlyMap<string, Sender> },
): Promise<number> => {
  let routed = 0
  for (const key of await processes.noticesWaiting()) {
    const chat = await chats.find(key)
    const chatId = chat?.source.chatId
    if (chat === undefined || chatId === undefined || !senders.has(chat.source.platform)) continue
    routed += await inbox.acceptFrom(async (transaction) => {
      const claimed = await processes.claimNotices(key, transaction)
      return claimed.map(({ process, type, at, text }) => {
        const source = { ...chat.source, chatId, messageId: `notice:${process}:${type}:${at}` }
        return { source, sessionKey: key, kind: 'notice', text }
      })
    })
  }
  return routed
}
