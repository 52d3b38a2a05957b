import type { ChatRow } from '../../store/chats/chat-session.ts'
import { storedSource } from './chat-session.ts'
import {
  isNamed,
  isSamePerson,
  type KeyRules,
  keyOfOwner,
  keyOfShape,
  keyShape,
  ownerOf,
  sessionKey,
} from '../identity/key.ts'
import type { MessageSource } from '../identity/source.ts'

/** A message's conversation is the one that is kept under `key`: undefined where nothing is there yet. */
export interface Conversation {
  key: string
  row: ChatRow | undefined
}

/**
 * Which kept conversation a message belongs to. Where its usual key is taken by another conversation (a user and a thread of the
 * same number; a direct chat in which another person wrote first) it has one of its own, so that no person ever meets another's session.
 */
export const findConversation = async (
  source: MessageSource,
  rules: KeyRules,
  read: (key: string) => Promise<ChatRow | undefined>,
): Promise<Conversation> => {
  const [shape, owner] = [keyShape(source, rules), ownerOf(source, rules)]
  let key = sessionKey(source, rules)
  let row = await read(key)
  if (row !== undefined && row.shape !== shape) {
    key = keyOfShape(key, shape)
    row = await read(key)
  }
  if (row !== undefined && row.owner !== owner && !goesOver(row, source)) {
    key = keyOfOwner(key, owner)
    row = await read(key)
  }
  return { key, row }
}

/**
 * The chat is still the same person's though its owner is called otherwise now: they were linked to others, or no longer are, or the
 * platform had not said who wrote.
 */
const goesOver = (row: ChatRow, source: MessageSource): boolean => {
  const stored = storedSource(row)
  return isNamed(stored) ? isSamePerson(stored, source) : isNamed(source)
}
