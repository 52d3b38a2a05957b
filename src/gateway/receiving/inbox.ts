import { hash } from 'node:crypto'
import { createBatcher } from '../../lib/batch.ts'
import { messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Connection } from '../../store/connection.ts'
import {
  type InboxKind,
  type InboxMessage,
  type NewInboxMessage,
  openInbox,
  requestStop,
  stopRequests,
  storeIncoming,
} from '../../store/chats/inbox.ts'
import { type ActingParts, type Answer, actOnMessage } from './act-on-message.ts'
import { createLanes, type Lanes } from '../lanes.ts'
import { type MessageSource, writeSource } from '../identity/source.ts'

export interface InboxParts extends ActingParts {
  /** Never throws. */
  answer(message: InboxMessage, signal: AbortSignal): Promise<Answer>
  /** How many sessions may have a running turn at the same time. */
  parallel: number
  log(line: string): void
}

/** A message that is to be stored. */
interface Arriving {
  source: MessageSource & { chatId: string; messageId: string }
  sessionKey: string
  kind: InboxKind
  text: string
}

export interface Inbox {
  /** Stores a message and queues it for an answer. `isNew` is false if the message was stored before. */
  accept(message: Arriving): Promise<{ id: string; isNew: boolean }>
  /** Does the same for messages that `take` takes from another table, in the same transaction. Returns their number. */
  acceptFrom(take: (transaction: Connection) => Promise<readonly Arriving[]>): Promise<number>
  /** Loads messages that the store says are ours and that no turn here works on. */
  load(): Promise<void>
  /** Ends the running turns of a lane, here or on another gateway, and returns their number. */
  stopLane(lane: string): Promise<number>
  /** Ends turns that other gateways asked this one to end. */
  checkStops(): Promise<void>
  /** Begins no further turn. */
  stop(): void
  /** Ends running turns; their messages wait for the next gateway. */
  abort(reason: string): void
  settled(): Promise<void>
  open(): number
  running(): number
}

/** The state of an inbox. */
interface InboxState {
  readonly parts: InboxParts
  /** Messages that this gateway handles. The value aborts the turn that works on the message, if there is one. */
  readonly known: Map<number, AbortController | undefined>
  readonly lanes: Lanes<InboxMessage>
}

/**
 * Receives messages: each is stored before it is answered, in order within a session, with several sessions in
 * parallel.
 */
export const createInbox = (parts: InboxParts): Inbox => {
  const { store, now, gatewayId } = parts
  const lanes = createLanes<InboxMessage>({ most: parts.parallel, run: (message) => attempt(inbox, message) })
  const inbox: InboxState = { parts, known: new Map(), lanes }
  const storeOne = createBatcher((messages: NewInboxMessage[]) => storeIncoming(store, messages), { most: BATCH })
  return {
    accept: async (arriving) => {
      const message = newMessage(arriving, parts)
      const seq = await storeOne(message)
      if (seq !== undefined) takeNew(inbox, message, seq)
      return { id: message.id, isNew: seq !== undefined }
    },
    acceptFrom: (take) => acceptFrom(inbox, take),
    load: async () => {
      for (const message of await openInbox(store, { gateway: gatewayId() })) takeMessage(inbox, message)
    },
    stopLane: async (lane) => {
      const count = await requestStop(store, lane, now())
      await checkStops(inbox)
      return count
    },
    checkStops: () => checkStops(inbox),
    stop: lanes.stop,
    abort: (reason) => {
      for (const controller of inbox.known.values()) controller?.abort(reason)
    },
    settled: lanes.settled,
    open: () => inbox.known.size,
    running: lanes.running,
  }
}

const acceptFrom = async (inbox: InboxState, take: Parameters<Inbox['acceptFrom']>[0]): Promise<number> => {
  const { parts } = inbox
  const { messages, places } = await parts.store.transaction(async (transaction) => {
    const arrived = (await take(transaction)).map((arriving) => newMessage(arriving, parts))
    return { messages: arrived, places: await storeIncoming(transaction, arrived) }
  })
  for (const [index, message] of messages.entries()) {
    const seq = places[index]
    if (seq !== undefined) takeNew(inbox, message, seq)
  }
  return messages.length
}

const takeNew = (inbox: InboxState, message: NewInboxMessage, seq: number): void =>
  takeMessage(inbox, { ...message, seq, state: 'waiting', runs: 0, endedAt: undefined, note: undefined })

const takeMessage = ({ known, lanes }: InboxState, message: InboxMessage): void => {
  if (known.has(message.seq)) return
  known.set(message.seq, undefined)
  lanes.add(message.lane, message, message.seq)
}

const attempt = async (inbox: InboxState, message: InboxMessage): Promise<number | undefined> => {
  const { parts, known } = inbox
  try {
    const againMs = await actOnMessage(message, (each) => answerInTime(inbox, each), parts)
    if (againMs === undefined) known.delete(message.seq)
    return againMs
  } catch (error) {
    if (!parts.signal.aborted) parts.log(`inbox: ${redact(messageOf(error))}`)
    return STORE_PAUSE_MS
  }
}

const answerInTime = async ({ parts, known }: InboxState, message: InboxMessage): Promise<Answer> => {
  const controller = new AbortController()
  known.set(message.seq, controller)
  const timer = setTimeout(() => controller.abort('it took too long'), TURN_LIMIT_MS)
  try {
    return await parts.answer(message, controller.signal)
  } finally {
    clearTimeout(timer)
    known.set(message.seq, undefined)
  }
}

const checkStops = async ({ parts, known, lanes }: InboxState): Promise<void> => {
  if (lanes.running() === 0) return
  for (const seq of await stopRequests(parts.store, parts.gatewayId())) known.get(seq)?.abort(STOPPED_BY_USER)
}

/** The abort reason of a turn that the user ended. */
export const STOPPED_BY_USER = 'stopped by the user'

const BATCH = 200
/** A turn that runs longer than this has lost its way. */
const TURN_LIMIT_MS = 60 * 60_000
const STORE_PAUSE_MS = 1_000
const ID_DIGITS = 32

const newMessage = (
  { source, sessionKey, kind, text }: Arriving,
  { now, gatewayId }: Pick<InboxParts, 'now' | 'gatewayId'>,
): NewInboxMessage => {
  const { platform, chatId, messageId } = source
  const id = inboxId(platform, chatId, messageId)
  const lane = kind === 'control' ? `control ${sessionKey}` : sessionKey
  const stored = { id, platform, chatId, messageId, lane, sessionKey, kind, text }
  return { ...stored, source: JSON.stringify(writeSource(source)), receivedAt: now(), gateway: gatewayId() }
}

/** The same message of the same chat has the same id, whichever gateway receives it. */
export const inboxId = (platform: string, chatId: string, messageId: string): string =>
  hash('sha256', JSON.stringify([platform, chatId, messageId]), 'hex').slice(0, ID_DIGITS)
