import type { TurnRequest, TurnResult } from '../../agent/turn.ts'
import { messageOf } from '../../lib/error.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Connection } from '../../store/connection.ts'
import { type InboxMessage, type NewInboxMessage, storeIncoming } from '../../store/chats/inbox.ts'
import {
  advanceJob,
  countRun,
  dueJobs,
  type Job,
  noteJob,
  readJob,
  setJobState,
  skipJob,
} from '../../store/chats/job.ts'
import type { Answer } from '../receiving/act-on-message.ts'
import type { HomeChannel } from '../config/delivery-target.ts'
import { type ChatJobRules, DEFAULT_CHAT_JOB_RULES, minIntervalMs, targetsForChat } from '../config/chat-rules.ts'
import { isOfChat } from './check.ts'
import {
  type Address,
  type DeliveryTarget,
  isSilent,
  LOCAL,
  parseTargets,
  resolveTargets,
  writeTarget,
} from '../config/delivery-target.ts'
import { inboxId, STOPPED_BY_USER } from '../receiving/inbox.ts'
import type { OutgoingText } from '../sending/outbox.ts'
import { nextRun } from './schedule.ts'
import { type MessageSource, readSource } from '../identity/source.ts'

/** The platform name of jobs' sessions. No person writes to these sessions. */
export const CRON = 'cron'

/**
 * Puts due runs into the inbox. Each run is queued once, however many gateways look: one transaction advances the job
 * and stores its run. Missed runs are replaced by one run or left out, as the job says. Returns the number of stored
 * runs.
 */
export const queueDueJobs = async (
  store: Connection,
  { now, gateway, rules = DEFAULT_CHAT_JOB_RULES }: { now: number; gateway: string; rules?: ChatJobRules },
): Promise<number> => {
  let queued = 0
  for (const job of await dueJobs(store, now)) {
    const due = job.nextAt ?? now
    // A chat's job is not due again before its minimum interval is over, whatever its schedule says.
    const pauseMs = isOfChat(job) ? minIntervalMs(rules) - 1 : 0
    const next = await nextOrPaused(store, job, Math.max(now, due) + pauseMs)
    if (next === undefined) continue
    const { to } = next
    const isLate = now - due > LATE_MS
    if (isLate && job.missed === 'skip') {
      await skipJob(store, { id: job.id, from: due, to })
      continue
    }
    const isOurs = await store.transaction(async (transaction) => {
      if (!(await advanceJob(transaction, { id: job.id, from: due, to, now }))) return false
      await storeIncoming(transaction, [runOf(job, { due, now, gateway })])
      return true
    })
    if (isOurs) queued++
  }
  return queued
}

/**
 * The job's next run. It is counted from now, so that a week of missed minutes makes one run and not ten thousand. A
 * job whose schedule can no longer be read (its time zone is gone, or a person edited the row) is paused with a
 * reason; the other jobs go on.
 */
const nextOrPaused = async (
  store: Connection,
  { id, schedule, timezone }: Job,
  after: number,
): Promise<{ to: number | undefined } | undefined> => {
  try {
    return { to: nextRun(schedule, timezone, after) }
  } catch (error) {
    await setJobState(store, id, { state: 'paused', nextAt: undefined })
    await noteJob(store, id, { state: 'failed', note: `paused: ${messageOf(error)}` })
    return undefined
  }
}

/** A run that is later than this counts as missed: gateways look every second, and a restart takes a few seconds. */
const LATE_MS = 60_000

/** Queues a run that a person asks for now. The first gateway that sees it takes it. */
export const queueRun = async (store: Connection, job: Job, now: number): Promise<void> => {
  await store.transaction(async (transaction) => {
    await countRun(transaction, job.id, now)
    await storeIncoming(transaction, [runOf(job, { due: now, now, gateway: undefined })])
  })
}

const runOf = (
  job: Job,
  { due, now, gateway }: { due: number; now: number; gateway: string | undefined },
): NewInboxMessage => {
  const messageId = String(due)
  const sessionKey = `${CRON}:${job.id}:${messageId}`
  return {
    id: inboxId(CRON, job.id, messageId),
    platform: CRON,
    chatId: job.id,
    messageId,
    lane: sessionKey,
    sessionKey,
    kind: 'job',
    source: JSON.stringify({ platform: CRON, chat_type: 'dm', chat_id: job.id, message_id: messageId }),
    text: job.prompt,
    receivedAt: now,
    gateway,
  }
}

export interface JobParts {
  store: Connection
  rules: ChatJobRules
  respond(request: TurnRequest): Promise<TurnResult>
  homes(): Promise<ReadonlyMap<string, HomeChannel>>
  /** Platforms that this gateway or another one can deliver to. */
  platforms(): Promise<readonly string[]>
  /** Whether the person who made the job is still admitted. */
  isStillIn(source: MessageSource): Promise<boolean>
  isStopping(): boolean
}

/** Runs a job in a session of its own and sends the result to the job's targets. A failure is always reported. */
export const answerJob = async (message: InboxMessage, signal: AbortSignal, parts: JobParts): Promise<Answer> => {
  const job = await readJob(parts.store, message.chatId)
  if (job === undefined) return { next: 'answered', texts: [], note: 'the job was removed' }
  const made = sourceOf(job)
  // The source of a shared chat has no user id: the platform decides who is in that chat.
  if (made?.userId !== undefined && !(await parts.isStillIn(made))) {
    const note = 'whoever made it is not admitted any more'
    const also = (transaction: Connection) => noteJob(transaction, job.id, { state: 'skipped', note })
    return { next: 'answered', texts: [], note, also }
  }
  const result = await parts.respond({
    session: `${CRON}-${message.id}`,
    owner: job.owner,
    platform: CRON,
    text: message.text,
    messageId: message.id,
    isSynthetic: true,
    kind: 'job',
    notes: [NOTE],
    sessionKey: message.sessionKey,
    signal,
  })
  if (result.end === 'aborted' && signal.reason !== STOPPED_BY_USER && parts.isStopping()) return { next: 'put-back' }
  const isGood = result.end === 'answered'
  const { targets, notes: refused } = targetsOf(job, parts.rules)
  const resolved = resolveTargets(targets, {
    origin: addressOf(made),
    homes: await parts.homes(),
    platforms: [...(await parts.platforms()), LOCAL],
    job: job.id,
  })
  const { addresses } = resolved
  const notes = [...refused, ...resolved.notes]
  const isQuiet = isGood && (isSilent(result.text) || result.text.trim() === '')
  const text = isGood
    ? result.text
    : `The job "${job.name}" did not end well (${result.end}): ${redact(result.error ?? result.text)}`
  const state = isQuiet ? 'silent' : result.end
  return {
    next: 'answered',
    texts: isQuiet ? [] : addresses.map((address, index) => textFor(message, { address, index, text, job })),
    note: [state, ...notes].join('; '),
    also: (transaction) => noteJob(transaction, job.id, { state, note: notes.join('; ') || undefined }),
  }
}

const NOTE = `[Note: you run as a scheduled job; nobody is there to answer questions. Your last message is delivered as it is. If there is nothing worth telling, answer [SILENT].]`

const textFor = (
  message: InboxMessage,
  { address, index, text, job }: { address: Address; index: number; text: string; job: Job },
): OutgoingText => ({
  delivery: `${message.id}-${index}`,
  kind: 'delivery',
  address: address.platform === LOCAL ? { ...address, chatId: `${job.id}/${message.messageId}` } : address,
  text,
  inboxId: message.id,
})

/** A chat's job delivers only to targets that chats may use now, whatever the stored job says; other targets become a local file. */
const targetsOf = (job: Job, rules: ChatJobRules): { targets: DeliveryTarget[]; notes: string[] } => {
  try {
    if (!isOfChat(job)) return { targets: parseTargets(job.deliver), notes: [] }
    const { allowed, refused } = targetsForChat(job.deliver, rules)
    const notes = refused.map((target) => `${writeTarget(target)} needs the operator's word; saved locally instead`)
    return { targets: refused.length === 0 ? allowed : [...allowed, { kind: 'local' }], notes }
  } catch {
    return { targets: parseTargets(LOCAL), notes: [] }
  }
}

/** The chat in which the job was made. */
const sourceOf = ({ origin }: Job): MessageSource | undefined => {
  const value = origin === undefined ? undefined : parseJson(origin)
  if (!isRecord(value)) return undefined
  try {
    return readSource(value)
  } catch {
    return undefined
  }
}

const addressOf = (source: MessageSource | undefined): Address | undefined => {
  if (source?.chatId === undefined) return undefined
  const { platform, chatId, threadId } = source
  return { platform, chatId, threadId }
}
