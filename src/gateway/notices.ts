import type { Processes } from '../processes/processes.ts'
import type { ChatSessions } from './chat-sessions.ts'
import type { Inbox } from './inbox.ts'
import type { Sender } from './outbox.ts'

/**
 * Brings what processes have to say to the chat that started them, as a message said by a program: each thing once, and to nobody
 * else. What belongs to no chat of ours is left for whoever it belongs to.
 */
export const routeNotices = async (
  processes: Processes,
  { chats, inbox, senders }: { chats: ChatSessions; inbox: Inbox; senders: ReadonlyMap<string, Sender> },
): Promise<number> => {
  const keys = new Set<string>()
  for (const { sessionKey } of await processes.list()) if (sessionKey !== undefined) keys.add(sessionKey)
  let routed = 0
  for (const key of keys) {
    const chat = await chats.find(key)
    const chatId = chat?.source.chatId
    if (chat === undefined || chatId === undefined || !senders.has(chat.source.platform)) continue
    for (const { process, type, at, text } of await processes.claimNotices(key)) {
      const source = { ...chat.source, chatId, messageId: `notice:${process}:${type}:${at}` }
      await inbox.accept({ source, sessionKey: key, kind: 'notice', text })
      routed++
    }
  }
  return routed
}
