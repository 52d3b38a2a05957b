import { messageOf } from '../../lib/error.ts'
import * as rows from '../../store/chats/chat-session.ts'
import type { Connection } from '../../store/connection.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { resetNotice } from './reset/reset-notice.ts'
import { policyFor, type ResetPolicy } from '../config/reset-policy.ts'

export interface BeginReset {
  reason: string
  words: string
  at: number
  /** Whether a person is speaking. */
  isSpoken: boolean
  isAnnounced: boolean
  policy?: ResetPolicy
}

/** Moves a chat from the row's session into a new one. Undefined: another gateway was faster. */
export const beginSession = async (
  row: rows.ChatRow,
  reset: BeginReset,
  dependencies: ChatDependencies,
): Promise<rows.ChatRow | undefined> => {
  const { store, newId } = dependencies
  const { reason, at, isSpoken } = reset
  const session = newId()
  const hadActivity = await isWorthKeeping(store, row)
  const previous = hadActivity ? { session: row.session, reason, at, hadActivity } : row.previous
  // The pending notice of an earlier reset stays true until a person says something.
  const told = reset.isAnnounced ? () => noticeOf(row, { ...reset, session }, dependencies) : async () => undefined
  const notice = hadActivity ? await told() : row.notice
  const change = { to: session, at, isSpoken, reason, previous, notice }
  if (!(await rows.changeChat(store, row, change))) return undefined
  return { ...row, session, startedAt: at, interactedAt: at, updatedAt: at, isSpoken, previous, notice }
}

/** Whether an undo may go back to the row's session: it holds a message. Empty sessions after it are skipped. */
export const isWorthKeeping = async (store: Connection, row: rows.ChatRow): Promise<boolean> =>
  row.isSpoken && (await rows.hasMessages(store, row.session))

const noticeOf = async (
  row: rows.ChatRow,
  reset: BeginReset & { session: string },
  { config, handover }: ChatDependencies,
): Promise<string> => {
  const { policy = policyFor(row, config), reason, at, session, words } = reset
  const isTold = policy.notify && !policy.notifyExcludePlatforms.includes(row.platform)
  const told = { key: row.key, reason, at, session, previousSession: row.session, hadActivity: true }
  const warm = policy.handover ? await handedOver(row, session, handover) : undefined
  return JSON.stringify(resetNotice(told, { words, isTold, handover: warm }))
}

/** If the handover cannot be made, a note says so, and the message is not lost. */
const handedOver = async (
  { session, owner, platform }: rows.ChatRow,
  next: string,
  handover: ChatDependencies['handover'],
): Promise<string | undefined> => {
  try {
    return await handover?.({ session, owner, platform, next })
  } catch (error) {
    return `[Note: a hand-over from the earlier session could not be made: ${messageOf(error)}]`
  }
}
