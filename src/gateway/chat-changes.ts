import { AppError, messageOf } from '../lib/error.ts'
import { isRecord, parseJson } from '../lib/json.ts'
import * as rows from '../store/chat-session.ts'
import type { Connection } from '../store/connection.ts'
import { readLiveSession } from '../store/live-session.ts'
import { type ChatSession, chatSessionOf, metadataOf, type ResetNotice } from './chat-session.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { resetNotice } from './reset-notice.ts'
import { policyFor, type ResetPolicy } from './reset-policy.ts'

export interface BeginReset {
  reason: string
  words: string
  at: number
  /** A person is speaking. */
  isSpoken: boolean
  isAnnounced: boolean
  policy?: ResetPolicy
}

/** Everything that puts a chat into another session. */
export const createChanges = ({ store, config, now, newId, handover }: ChatDependencies) => {
  const policyOf = (row: rows.ChatRow): ResetPolicy => policyFor(row, config)

  /** A new session in place of the row's. Undefined: somebody else was faster. */
  const begin = async (row: rows.ChatRow, reset: BeginReset): Promise<rows.ChatRow | undefined> => {
    const { reason, at, isSpoken } = reset
    const session = newId()
    const hadActivity = await isWorthKeeping(row)
    const previous = hadActivity ? { session: row.session, reason, at, hadActivity } : row.previous
    // What waits to be told of an earlier reset stays true as long as nothing was said since.
    const told = reset.isAnnounced ? () => noticeOf(row, { ...reset, session }) : async () => undefined
    const notice = hadActivity ? await told() : row.notice
    const change = { to: session, at, isSpoken, reason, previous, notice }
    if (!(await rows.changeChat(store, row, change))) return undefined
    return { ...row, session, startedAt: at, interactedAt: at, updatedAt: at, isSpoken, previous, notice }
  }

  /** What an undo goes back to is a session in which somebody said something, however many empty ones came after it. */
  const isWorthKeeping = async (row: rows.ChatRow): Promise<boolean> =>
    row.isSpoken && (await rows.hasMessages(store, row.session))

  const noticeOf = async (row: rows.ChatRow, reset: BeginReset & { session: string }): Promise<string> => {
    const { policy = policyOf(row), reason, at, session, words } = reset
    const isTold = policy.notify && !policy.notifyExcludePlatforms.includes(row.platform)
    const told = { key: row.key, reason, at, session, previousSession: row.session, hadActivity: true }
    const warm = policy.handover ? await handedOver(row, session) : undefined
    return JSON.stringify(resetNotice(told, { words, isTold, handover: warm }))
  }

  /** A message is not lost because what should ride along with it could not be made. */
  const handedOver = async ({ session, owner, platform }: rows.ChatRow, next: string): Promise<string | undefined> => {
    try {
      return await handover?.({ session, owner, platform, next })
    } catch (error) {
      return `[Note: a hand-over from the earlier session could not be made: ${messageOf(error)}]`
    }
  }

  const existing = async (key: string): Promise<rows.ChatRow> => {
    const row = await rows.readChat(store, key)
    if (row !== undefined) return row
    throw new AppError('no-such-chat', `there is no chat ${key}`, { hint: '`warmstart gateway sessions` lists them' })
  }

  /** Repeats what lost a race: each time it begins with what is there now. */
  const settled = async (
    key: string,
    change: (row: rows.ChatRow) => Promise<rows.ChatRow | undefined>,
  ): Promise<ChatSession> => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const changed = await change(await existing(key))
      if (changed !== undefined) return chatSessionOf(changed)
    }
    throw new AppError('chat-busy', `the session of ${key} is being changed by somebody else`, { hint: 'try it again' })
  }

  const reset = (key: string, options: { reason?: string; isAnnounced?: boolean } = {}): Promise<ChatSession> => {
    const { reason = 'reset', isAnnounced = false } = options
    const words = 'somebody who runs this gateway began a new one'
    return settled(key, (row) => begin(row, { reason, words, at: now(), isSpoken: false, isAnnounced }))
  }

  /** Into a session that was there before. Both clocks of resets begin anew, or the next message would reset it again. */
  const goBack = async (
    row: rows.ChatRow,
    { to, reason, previous }: { to: string; reason: string; previous: rows.ChatRow['previous'] },
  ): Promise<rows.ChatRow | undefined> => {
    const elsewhere = await rows.chatOfSession(store, to)
    if (elsewhere !== undefined && elsewhere.key !== row.key)
      throw new AppError('session-in-use', `session ${to} is now held in ${elsewhere.key}`, {
        hint: 'a session is in one chat at a time: reset it there first',
      })
    const at = now()
    const change = { to, at, isSpoken: true, reason, previous, notice: undefined, isReopened: true }
    if (!(await rows.changeChat(store, row, change))) return undefined
    return {
      ...row,
      session: to,
      startedAt: at,
      interactedAt: at,
      updatedAt: at,
      isSpoken: true,
      previous,
      notice: undefined,
    }
  }

  const undo = (key: string): Promise<ChatSession> =>
    settled(key, (row) => {
      if (row.previous !== undefined)
        return goBack(row, { to: row.previous.session, reason: 'reset-undone', previous: undefined })
      throw new AppError('nothing-to-undo', `no reset of ${key} can be undone`, {
        hint: 'there was none, or it was undone already; earlier sessions can be resumed by their id',
      })
    })

  const resume = (key: string, session: string): Promise<ChatSession> =>
    settled(key, async (row) => {
      if (row.session === session) return row
      // One owner's sessions do not exist for another.
      if ((await readLiveSession(store, row.owner, session)) === undefined)
        throw new AppError('no-such-session', `there is no session ${session} of ${row.owner}`, {
          hint: 'a chat can go on with sessions of its own person, or of its own chat where it is shared',
        })
      const left = { session: row.session, reason: 'resumed', at: now(), hadActivity: true }
      const previous = (await isWorthKeeping(row)) ? left : row.previous
      return goBack(row, {
        to: session,
        reason: 'resumed',
        previous: previous?.session === session ? undefined : previous,
      })
    })

  const takeNotice = async (key: string, transaction: Connection = store): Promise<ResetNotice | undefined> => {
    const taken = await rows.takeNotice(transaction, key)
    const notice = taken === undefined ? undefined : parseJson(taken)
    return isRecord(notice) ? ({ text: undefined, ...notice } as unknown as ResetNotice) : undefined
  }

  const setMetadata = async (key: string, change: Readonly<Record<string, unknown>>): Promise<void> => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { metadata: before } = await existing(key)
      const after = JSON.stringify({ ...metadataOf(before), ...change })
      if (after === before || (await rows.writeMetadata(store, key, { before, after }))) return
    }
    throw new AppError('chat-busy', `${key} is being changed by somebody else`, { hint: 'try it again' })
  }

  return { begin, reset, undo, resume, takeNotice, setMetadata }
}

export type Changes = ReturnType<typeof createChanges>

const MOST_ATTEMPTS = 50
