import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../app.ts'
import { CONFIG_NAME } from '../../config-file.ts'
import { describedBy } from '../../gateway/sessions/chat-session-record.ts'
import { type GatewayConfig, readGatewayConfig } from '../../gateway/config/config.ts'
import type { ForeignChat, ForeignChats } from '../../gateway/foreign/foreign-gateway.ts'
import { foreignGateway } from '../../gateway/foreign/registry.ts'
import { fitsKey } from '../../gateway/foreign/foreign-key.ts'
import { describeKey, sessionKey } from '../../gateway/identity/key.ts'
import { AppError } from '../../lib/error.ts'
import type { ChatImported } from './imported-shape.ts'
import { readChatBySession, insertChat, readChat } from '../../store/chats/chat-session.ts'
import type { Connection } from '../../store/connection.ts'
import { appendMessages, type NewMessage } from '../../store/live/live-message.ts'
import { addUsage, ensureLiveSession, readLiveSession } from '../../store/live/live-session.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import { readHomeConfig, toGatewayConfig } from './config-operation.ts'

type ImportApp = Pick<App, 'home' | 'now' | 'place' | 'owner'>

export interface ImportInput {
  from: string
  path?: string | undefined
  isDryRun?: boolean
  /** Only the operator wrote in the direct chats. */
  isMine?: boolean
}

/**
 * Takes over the chats of another gateway with their conversations, and shows its settings as Warmstart would write
 * them. Writes nothing to the other gateway. A second run adds only what is new.
 */
export const gatewayImport = async (app: ImportApp, store: Connection, input: ImportInput): Promise<ChatImported> => {
  const gateway = await foreignGateway(input.from)
  const path = input.path ?? gateway.home(app.place)
  if (!existsSync(path))
    throw new AppError('no-such-path', `there is nothing at ${path}`, { hint: 'name its home: --path DIR' })
  const found = await gateway.read(path, { isMine: input.isMine })
  const report: ChatImported = {
    path,
    taken: [],
    present: [],
    skipped: found.skipped,
    settings: found.settings,
    remarks: found.remarks,
    writtenTo: null,
  }
  const config = await settle(app, found, { report, isDryRun: input.isDryRun === true })
  for (const chat of newestFirst(found.chats)) await takeOver(chat, { app, store, config, report, input })
  return report
}

/** Takes over the other gateway's settings if there are none here yet; otherwise only shows them. */
const settle = async (
  app: ImportApp,
  { settings }: ForeignChats,
  { report, isDryRun }: { report: ChatImported; isDryRun: boolean },
): Promise<GatewayConfig> => {
  const file = join(app.home, CONFIG_NAME)
  const configured = await readHomeConfig(app)
  const own = toGatewayConfig(configured, app)
  if (Object.keys(settings).length === 0) return own
  if (existsSync(file)) {
    if (isDeepStrictEqual(configured.gateway?.value, settings)) return own
    report.remarks.push(`${file} is there already: copy what you want of the settings into its gateway section`)
    return own
  }
  try {
    const config = readGatewayConfig(settings, own)
    if (isDryRun) return config
    if (writeWhole(file, `${JSON.stringify({ gateway: settings }, null, 2)}\n`, { replace: false }))
      report.writtenTo = file
    return config
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'config') throw error
    report.remarks.push(`the settings were not written: ${error.message}`)
    return own
  }
}

const newestFirst = (chats: readonly ForeignChat[]): ForeignChat[] =>
  chats.toSorted((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))

interface Import {
  app: ImportApp
  store: Connection
  config: GatewayConfig
  report: ChatImported
  input: ImportInput
}

const takeOver = async (chat: ForeignChat, { app, store, config, report, input }: Import): Promise<void> => {
  const skip = (reason: string): void => void report.skipped.push({ key: chat.key, where: chat.where, reason })
  const key = sessionKey(chat.source, config)
  const isVouched = input.isMine === true && chat.source.chatType === 'dm'
  if (!isVouched && !fitsKey(chat.key, chat.source, { ...config, identityLinks: new Map() }))
    return skip('its messages would belong to another session here: groups or threads are shared differently')
  if (report.taken.some((taken) => taken.key === key)) return skip(`a newer chat of the same person was taken (${key})`)
  const described = describedBy(chat.source, config)
  if ((await readChat(store, key)) !== undefined) return void report.present.push(key)
  const elsewhere = await readChatBySession(store, chat.session)
  if (elsewhere !== undefined) return skip(`its session is held in ${elsewhere.key} here`)
  const messages = joined(chat, app.now())
  const taken = { key, id: chat.session, displayName: described.displayName, messages: messages.length }
  if (input.isDryRun === true) return void report.taken.push(taken)
  const isTaken = await write(store, { chat, key, messages, config, at: app.now(), from: input.from, described })
  if (isTaken) report.taken.push(taken)
  else report.present.push(key)
}

interface Writing {
  chat: ForeignChat
  key: string
  messages: NewMessage[]
  config: GatewayConfig
  at: number
  from: string
  described: ReturnType<typeof describedBy>
}

/** Writes the chat, its session and its messages, or none of them. */
const write = (store: Connection, { chat, key, messages, config, at, from, described }: Writing): Promise<boolean> =>
  store.transaction(async (transaction) => {
    const { platform, chatType } = chat.source
    const updatedAt = Math.min(chat.updatedAt ?? at, at)
    const createdAt = Math.min(chat.createdAt ?? updatedAt, updatedAt)
    const metadata = JSON.stringify({ imported: { from, key: chat.key, session: chat.session, costUsd: chat.costUsd } })
    const isNew = await insertChat(transaction, {
      ...described,
      key,
      shape: describeKey(chat.source, config),
      session: chat.session,
      platform,
      chatType,
      createdAt,
      // The other gateway counts a day from the last message, and the move must not reset a session.
      startedAt: updatedAt,
      interactedAt: updatedAt,
      updatedAt,
      isSpoken: messages.length > 0,
      previous: undefined,
      notice: undefined,
      metadata,
    })
    if (!isNew) return false
    const { owner } = described
    if ((await readLiveSession(transaction, owner, chat.session)) !== undefined) return true
    const unknown = { project: undefined, cwd: undefined, model: undefined, title: undefined, systemPrompt: undefined }
    const open = { parent: undefined, endedAt: undefined, endReason: undefined, usage: chat.usage }
    const session = { id: chat.session, owner, platform, startedAt: createdAt, lastAt: updatedAt, ...unknown, ...open }
    await ensureLiveSession(transaction, session)
    await appendMessages(transaction, chat.session, messages)
    await addUsage(transaction, chat.session, chat.usage)
    return true
  })

/** Marked synthetic, because these messages were sent elsewhere and figures count them there. */
const joined = (chat: ForeignChat, now: number): NewMessage[] => {
  const messages: NewMessage[] = []
  for (const { role, text, at = chat.updatedAt ?? now } of chat.messages()) {
    const last = messages.at(-1)
    // Tool calls are left out, so the model's texts around them are joined.
    if (last?.role === role) last.text += `\n\n${text}`
    else if (role === 'user') messages.push({ role, text, at, isSynthetic: true, kind: 'history' })
    else messages.push({ role, text, at, isSynthetic: true, calls: [] })
  }
  return messages
}
