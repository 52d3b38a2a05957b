import type { ChatRow } from '../../store/chats/chat-session.ts'
import { storedSource } from './chat-session-record.ts'
import {
  isNamed,
  isSamePerson,
  type KeyRules,
  keyOfOwner,
  addKeyShape,
  describeKey,
  ownerOf,
  sessionKey,
} from '../identity/key.ts'
import type { MessageSource } from '../identity/source.ts'

/** A message's conversation is stored under `key`; `row` is undefined if it does not exist yet. */
export interface Conversation {
  key: string
  row: ChatRow | undefined
}

/**
 * Finds the conversation that a message belongs to. If another conversation has the usual key (a user and a thread
 * with the same number; a direct chat in which another person wrote first), the message gets a key of its own, so that
 * no person ever gets into another's session.
 */
export const findConversation = async (
  source: MessageSource,
  rules: KeyRules,
  read: (key: string) => Promise<ChatRow | undefined>,
): Promise<Conversation> => {
  const [shape, owner] = [describeKey(source, rules), ownerOf(source, rules)]
  let key = sessionKey(source, rules)
  let row = await read(key)
  if (row !== undefined && row.shape !== shape) {
    key = addKeyShape(key, shape)
    row = await read(key)
  }
  if (row !== undefined && row.owner !== owner && !goesOver(row, source)) {
    key = keyOfOwner(key, owner)
    row = await read(key)
  }
  return { key, row }
}

/**
 * Whether the chat still belongs to the same person although its owner has changed: the person was linked or unlinked,
 * or the platform had not said before who wrote.
 */
const goesOver = (row: ChatRow, source: MessageSource): boolean => {
  const stored = storedSource(row)
  return isNamed(stored) ? isSamePerson(stored, source) : isNamed(source)
}
