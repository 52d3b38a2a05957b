import { AppError } from '../../lib/error.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import * as rows from '../../store/chats/chat-session.ts'
import type { Connection } from '../../store/connection.ts'
import { readLiveSession } from '../../store/live/live-session.ts'
import { type BeginReset, beginSession, isWorthKeeping } from './begin-session.ts'
import { type ChatSession, toChatSession, parseMetadata, type ResetNotice } from './chat-session-record.ts'
import type { ChatDependencies } from './chat-dependencies.ts'

/** All operations that move a chat into another session. */
export const createChanges = (dependencies: ChatDependencies) => {
  const { store, now } = dependencies
  const begin = (row: rows.ChatRow, reset: BeginReset): Promise<rows.ChatRow | undefined> =>
    beginSession(row, reset, dependencies)

  return {
    begin,
    reset: (key: string, options: { reason?: string; isAnnounced?: boolean } = {}): Promise<ChatSession> => {
      const { reason = 'reset', isAnnounced = false } = options
      const words = 'somebody who runs this gateway began a new one'
      return settled(store, key, (row) => begin(row, { reason, words, at: now(), isSpoken: false, isAnnounced }))
    },
    undo: (key: string): Promise<ChatSession> => settled(store, key, (row) => undone(row, dependencies)),
    resume: (key: string, session: string): Promise<ChatSession> =>
      settled(store, key, (row) => resumed(row, session, dependencies)),
    takeNotice: (key: string, transaction: Connection = store): Promise<ResetNotice | undefined> =>
      takeNotice(transaction, key),
    setMetadata: (key: string, change: Readonly<Record<string, unknown>>): Promise<void> =>
      setMetadata(store, key, change),
  }
}

export type Changes = ReturnType<typeof createChanges>

const MOST_ATTEMPTS = 50

/** Repeats an operation that lost a race, each time with the current row. */
const settled = async (
  store: Connection,
  key: string,
  change: (row: rows.ChatRow) => Promise<rows.ChatRow | undefined>,
): Promise<ChatSession> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const changed = await change(await existing(store, key))
    if (changed !== undefined) return toChatSession(changed)
  }
  throw new AppError('chat-busy', `the session of ${key} is being changed by somebody else`, { hint: 'try it again' })
}

const existing = async (store: Connection, key: string): Promise<rows.ChatRow> => {
  const row = await rows.readChat(store, key)
  if (row !== undefined) return row
  throw new AppError('no-such-chat', `there is no chat ${key}`, { hint: '`warmstart gateway sessions` lists them' })
}

const undone = (row: rows.ChatRow, dependencies: ChatDependencies): Promise<rows.ChatRow | undefined> => {
  if (row.previous !== undefined)
    return goBack(row, { to: row.previous.session, reason: 'reset-undone', previous: undefined }, dependencies)
  throw new AppError('nothing-to-undo', `no reset of ${row.key} can be undone`, {
    hint: 'there was none, or it was undone already; earlier sessions can be resumed by their id',
  })
}

const resumed = async (
  row: rows.ChatRow,
  session: string,
  dependencies: ChatDependencies,
): Promise<rows.ChatRow | undefined> => {
  const { store, now } = dependencies
  if (row.session === session) return row
  // An owner must not learn that another owner's session exists.
  if ((await readLiveSession(store, row.owner, session)) === undefined)
    throw new AppError('no-such-session', `there is no session ${session} of ${row.owner}`, {
      hint: 'a chat can go on with sessions of its own person, or of its own chat where it is shared',
    })
  const left = { session: row.session, reason: 'resumed', at: now(), hadActivity: true }
  const previous = (await isWorthKeeping(store, row)) ? left : row.previous
  const kept = previous?.session === session ? undefined : previous
  return goBack(row, { to: session, reason: 'resumed', previous: kept }, dependencies)
}

/**
 * Moves the chat back into an earlier session. Both reset clocks restart; otherwise the next message would reset the
 * session again.
 */
const goBack = async (
  row: rows.ChatRow,
  { to, reason, previous }: { to: string; reason: string; previous: rows.ChatRow['previous'] },
  { store, now }: ChatDependencies,
): Promise<rows.ChatRow | undefined> => {
  const elsewhere = await rows.readChatBySession(store, to)
  if (elsewhere !== undefined && elsewhere.key !== row.key)
    throw new AppError('session-in-use', `session ${to} is now held in ${elsewhere.key}`, {
      hint: 'a session is in one chat at a time: reset it there first',
    })
  const at = now()
  const change = { to, at, isSpoken: true, reason, previous, notice: undefined, isReopened: true }
  if (!(await rows.changeChat(store, row, change))) return undefined
  const clocks = { startedAt: at, interactedAt: at, updatedAt: at }
  return { ...row, ...clocks, session: to, isSpoken: true, previous, notice: undefined }
}

const takeNotice = async (transaction: Connection, key: string): Promise<ResetNotice | undefined> => {
  const taken = await rows.takeNotice(transaction, key)
  const notice = taken === undefined ? undefined : parseJson(taken)
  return isRecord(notice) ? ({ text: undefined, ...notice } as unknown as ResetNotice) : undefined
}

const setMetadata = async (
  store: Connection,
  key: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { metadata: before } = await existing(store, key)
    const after = JSON.stringify({ ...parseMetadata(before), ...change })
    if (after === before || (await rows.writeMetadata(store, key, { before, after }))) return
  }
  throw new AppError('chat-busy', `${key} is being changed by somebody else`, { hint: 'try it again' })
}
