import { hash } from 'node:crypto'
import { createBatcher } from '../lib/batch.ts'
import { messageOf } from '../lib/error.ts'
import { redact } from '../lib/redact/redact.ts'
import type { Connection } from '../store/connection.ts'
import {
  beginMessage,
  endMessage,
  type InboxKind,
  type InboxMessage,
  type NewInboxMessage,
  openInbox,
  putBack,
  readInbox,
  requestStop,
  stopRequests,
  storeIncoming,
} from '../store/inbox.ts'
import { createLanes } from './lanes.ts'
import type { Outbox, OutgoingText, Written } from './outbox.ts'
import { persist } from './persist.ts'
import { type MessageSource, writeSource } from './source.ts'

/** What a message is answered with. */
export type Answer =
  | {
      next: 'answered'
      texts: readonly OutgoingText[]
      note?: string | undefined
      /** Written together with the answer, or not at all. */
      also?: ((transaction: Connection) => Promise<unknown>) | undefined
    }
  /** Not now: somebody else is at work in this session. */
  | { next: 'later'; inMs: number }
  /** It was cut off because the gateway stops: the next one goes on with it. */
  | { next: 'put-back' }

export interface InboxParts {
  store: Connection
  outbox: Outbox
  now(): number
  gatewayId(): string
  /** Never throws. */
  answer(message: InboxMessage, signal: AbortSignal): Promise<Answer>
  /** How many sessions are worked on at the same time. */
  parallel: number
  log(line: string): void
  signal: AbortSignal
}

/** What is to be stored. */
interface Arriving {
  source: MessageSource & { chatId: string; messageId: string }
  sessionKey: string
  kind: InboxKind
  text: string
}

export interface Inbox {
  /** Stores a message and sees to it that it is acted on. `isNew` is false where it has been here before. */
  accept(message: Arriving): Promise<{ id: string; isNew: boolean }>
  /** The same for messages that are taken from somewhere else in the store, in the transaction that takes them. Returns how many. */
  acceptFrom(take: (transaction: Connection) => Promise<readonly Arriving[]>): Promise<number>
  /** Takes up what the store says is ours and nobody here works on. */
  load(): Promise<void>
  /** Ends what runs in a lane, here or on another gateway; returns how many turns that were. */
  stopLane(lane: string): Promise<number>
  /** Ends what others have asked us to end. */
  checkStops(): Promise<void>
  /** Begins nothing new. */
  stop(): void
  /** Ends what still runs; it waits for the next gateway. */
  abort(reason: string): void
  settled(): Promise<void>
  open(): number
  running(): number
}

/** Messages on their way in: stored before they are acted on, in order within a session, several sessions at once. */
export const createInbox = (parts: InboxParts): Inbox => {
  const { store, outbox, now, gatewayId, signal } = parts
  const known = new Map<number, AbortController | undefined>()
  const lanes = createLanes<InboxMessage>({ most: parts.parallel, run: (message) => attempt(message) })
  const storeOne = createBatcher((messages: NewInboxMessage[]) => storeIncoming(store, messages), { most: BATCH })

  const take = (message: InboxMessage): void => {
    if (known.has(message.seq)) return
    known.set(message.seq, undefined)
    lanes.add(message.lane, message, message.seq)
  }

  const takeNew = (message: NewInboxMessage, seq: number): void =>
    take({ ...message, seq, state: 'waiting', runs: 0, endedAt: undefined, note: undefined })

  const newMessage = ({ source, sessionKey, kind, text }: Arriving): NewInboxMessage => {
    const { platform, chatId, messageId } = source
    const id = inboxId(platform, chatId, messageId)
    const lane = kind === 'control' ? `control ${sessionKey}` : sessionKey
    const stored = { id, platform, chatId, messageId, lane, sessionKey, kind, text }
    return { ...stored, source: JSON.stringify(writeSource(source)), receivedAt: now(), gateway: gatewayId() }
  }

  const attempt = async (message: InboxMessage): Promise<number | undefined> => {
    try {
      const againMs = await actOn(message)
      if (againMs === undefined) known.delete(message.seq)
      return againMs
    } catch (error) {
      if (!signal.aborted) parts.log(`inbox: ${redact(messageOf(error))}`)
      return STORE_PAUSE_MS
    }
  }

  const actOn = async (message: InboxMessage): Promise<number | undefined> => {
    const { seq } = message
    const gateway = gatewayId()
    if (!(await beginMessage(store, { seq, gateway, now: now() }))) {
      const row = await readInbox(store, seq)
      if (row?.gateway !== gateway) return undefined
      // An earlier one of the session is with another gateway.
      if (row.state === 'waiting') return BLOCKED_PAUSE_MS
      // One that is ours and running, though nobody here runs it, was begun by a statement whose answer got lost.
      if (row.state !== 'running') return undefined
    }
    const answer = await answerInTime({ ...message, gateway })
    if (answer.next !== 'answered') {
      await persist(() => putBack(store, { seq, gateway }), { signal })
      return answer.next === 'later' ? answer.inMs : undefined
    }
    const written = await persist(() => commit(seq, gateway, answer), { signal })
    if (written !== undefined) outbox.send(written)
    return undefined
  }

  const answerInTime = async (message: InboxMessage): Promise<Answer> => {
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

  /** Undefined where the message is no longer ours: whoever has it answers it. Checked where the answer is written. */
  const commit = (
    seq: number,
    gateway: string,
    { texts, note, also }: Extract<Answer, { next: 'answered' }>,
  ): Promise<Written[] | undefined> =>
    store.transaction(async (transaction) => {
      const isOurs = await endMessage(transaction, { seq, gateway, now: now(), note })
      if (!isOurs) return undefined
      await also?.(transaction)
      return outbox.write(transaction, texts)
    })

  return {
    accept: async (arriving) => {
      const message = newMessage(arriving)
      const seq = await storeOne(message)
      if (seq !== undefined) takeNew(message, seq)
      return { id: message.id, isNew: seq !== undefined }
    },
    acceptFrom: async (taken) => {
      const { messages, places } = await store.transaction(async (transaction) => {
        const arrived = (await taken(transaction)).map(newMessage)
        return { messages: arrived, places: await storeIncoming(transaction, arrived) }
      })
      for (const [index, message] of messages.entries()) {
        const seq = places[index]
        if (seq !== undefined) takeNew(message, seq)
      }
      return messages.length
    },
    load: async () => {
      for (const message of await openInbox(store, { gateway: gatewayId() })) take(message)
    },
    stopLane: async (lane) => {
      const count = await requestStop(store, lane, now())
      await checkStops()
      return count
    },
    checkStops: () => checkStops(),
    stop: lanes.stop,
    abort: (reason) => {
      for (const controller of known.values()) controller?.abort(reason)
    },
    settled: lanes.settled,
    open: () => known.size,
    running: lanes.running,
  }

  async function checkStops(): Promise<void> {
    if (lanes.running() === 0) return
    for (const seq of await stopRequests(store, gatewayId())) known.get(seq)?.abort(STOPPED_BY_USER)
  }
}

/** Why a turn was ended: its reason is what the signal says. */
export const STOPPED_BY_USER = 'stopped by the user'

const BATCH = 200
/** An agent that works on something for longer has lost its way. */
const TURN_LIMIT_MS = 60 * 60_000
const BLOCKED_PAUSE_MS = 100
const STORE_PAUSE_MS = 1_000
const ID_DIGITS = 32

/** The same message of the same chat has the same id, whoever receives it. */
export const inboxId = (platform: string, chatId: string, messageId: string): string =>
  hash('sha256', JSON.stringify([platform, chatId, messageId]), 'hex').slice(0, ID_DIGITS)
