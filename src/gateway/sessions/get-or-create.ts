import { AppError } from '../../lib/error.ts'
import * as rows from '../../store/chats/chat-session.ts'
import type { Changes } from './chat-changes.ts'
import type { ChatDependencies } from './chat-dependencies.ts'
import { type ChatSession, toChatSession, describedBy } from './chat-session-record.ts'
import { findConversation } from './conversation.ts'
import { describeKey } from '../identity/key.ts'
import { createResetRule } from './reset/reset-rule.ts'
import type { MessageSource } from '../identity/source.ts'

export interface FoundChat {
  chat: ChatSession
  /** The chat was not known before. */
  isNew: boolean
  /** This message caused a reset; `takeResetNotice` returns its announcement. */
  wasReset: boolean
}

/**
 * Finds or makes the session that a message belongs to. It locks nothing and keeps nothing in memory: every write
 * names the row that it is based on. If another gateway changed the row meanwhile, it begins again with the new row,
 * so all gateways agree.
 */
export const createGetOrCreate = (dependencies: ChatDependencies, changes: Pick<Changes, 'begin'>) => {
  const { store, config, now, newId } = dependencies
  const rule = createResetRule(dependencies)

  const insert = async (message: Message, key: string, at: number): Promise<FoundChat | undefined> => {
    const made = newRow(message, { key, session: newId(), at })
    if (!(await rows.insertChat(store, made))) return undefined
    return { chat: toChatSession(made), isNew: true, wasReset: false }
  }

  const goOn = async (message: Message, row: rows.ChatRow, at: number): Promise<FoundChat | undefined> => {
    const { isInternal, described } = message
    // Sessions move before the chat does: if the gateway dies in between, the next one does both again.
    if (row.owner !== described.owner) await rows.moveSessions(store, row, described.owner)
    const isTouched = await rows.touchChat(store, row, { at, isInternal, described: differing(row, described) })
    if (!isTouched) return undefined
    return { chat: toChatSession(touched(row, { at, isInternal, described })), isNew: false, wasReset: false }
  }

  const find = async (message: Message, row: rows.ChatRow, at: number): Promise<FoundChat | undefined> => {
    const { source, isInternal, forceNew } = message
    const reset = forceNew ? ASKED_FOR : await rule.due(row, source, at)
    if (reset === undefined) return goOn(message, row, at)
    const changed = await changes.begin(row, { ...reset, at, isSpoken: !isInternal, isAnnounced: !forceNew })
    if (changed === undefined) return undefined
    // The new session exists, whichever gateway continues. Updating the chat's name is not worth a second attempt.
    const found = await goOn(message, changed, at)
    return { chat: found?.chat ?? toChatSession(changed), isNew: false, wasReset: true }
  }

  return async (source: MessageSource, options: MessageOptions = {}): Promise<FoundChat> => {
    const { isInternal = false, forceNew = false } = options
    const shape = describeKey(source, config)
    const message: Message = { source, isInternal, forceNew, shape, described: describedBy(source, config) }
    let key = ''
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const at = now()
      const conversation = await findConversation(source, config, (each) => rows.readChat(store, each))
      const { row } = conversation
      key = conversation.key
      const found = await (row === undefined ? insert(message, key, at) : find(message, row, at))
      if (found !== undefined) return found
    }
    throw new AppError('chat-busy', `the session of ${key} changed again and again while it was looked up`, {
      hint: 'send the message again',
    })
  }
}

/** Each failed attempt means that another gateway changed the row. So many in a row are not bad luck. */
const MOST_ATTEMPTS = 50

const ASKED_FOR = { reason: 'new', words: 'a new one was asked for' }

export interface MessageOptions {
  isInternal?: boolean
  forceNew?: boolean
}

interface Message extends Required<MessageOptions> {
  source: MessageSource
  shape: string
  described: rows.Described
}

const newRow = (
  { source: { platform, chatType }, isInternal, shape, described }: Message,
  { key, session, at }: { key: string; session: string; at: number },
): rows.ChatRow => ({
  ...described,
  key,
  shape,
  session,
  platform,
  chatType,
  isSpoken: !isInternal,
  createdAt: at,
  startedAt: at,
  interactedAt: at,
  updatedAt: at,
  previous: undefined,
  notice: undefined,
  metadata: '{}',
})

const differing = (row: rows.ChatRow, described: rows.Described): rows.Described | undefined =>
  row.source === described.source && row.displayName === described.displayName && row.owner === described.owner
    ? undefined
    : described

/** The row as `touchChat` leaves it. */
const touched = (
  row: rows.ChatRow,
  { at, isInternal, described }: { at: number; isInternal: boolean; described: rows.Described },
): rows.ChatRow => ({
  ...row,
  ...described,
  updatedAt: at,
  startedAt: Math.min(row.startedAt, at),
  interactedAt: isInternal ? Math.min(row.interactedAt, at) : at,
})
