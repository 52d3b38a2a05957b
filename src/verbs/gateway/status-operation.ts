import type { App } from '../../app.ts'
import { isGone } from '../../gateway/members/membership.ts'
import { isoTime } from '../../lib/clock.ts'
import { clip } from '../../lib/excerpt.ts'
import type { GatewayStatus } from './status-shape.ts'
import { listPairings } from '../../store/chats/admission.ts'
import type { Connection } from '../../store/connection.ts'
import { countMail, type GatewayMember, readGateways } from '../../store/chats/gateway.ts'
import { type InboxMessage, interruptedInbox, openInbox } from '../../store/chats/inbox.ts'
import { listJobs } from '../../store/chats/job.ts'
import { openOutbox, type OutboxMessage, troubledOutbox } from '../../store/chats/outbox.ts'

export type { GatewayStatus } from './status-shape.ts'

/** Lists the gateways, and the messages that are unfinished or failed. */
export const gatewayStatus = async (app: Pick<App, 'now' | 'machine'>, store: Connection): Promise<GatewayStatus> => {
  const jobs = await listJobs(store)
  const incoming = [...(await openInbox(store, { limit: MOST })), ...(await interruptedInbox(store, MOST))]
  const outgoing = [...(await openOutbox(store, { limit: MOST })), ...(await troubledOutbox(store, MOST))]
  return {
    gateways: (await readGateways(store, { ended: 3 })).map((member) => gatewayOf(member, app)),
    ...(await countMail(store)),
    pending: [...incoming.map(pendingIn), ...outgoing.map(pendingOut)].slice(0, MOST),
    jobs: {
      active: jobs.filter(({ state }) => state === 'active').length,
      paused: jobs.filter(({ state }) => state === 'paused').length,
      nextAt: isoTime(jobs.flatMap(({ nextAt }) => nextAt ?? []).toSorted((a, b) => a - b)[0]),
    },
    pairings: (await listPairings(store, app.now())).length,
  }
}

const MOST = 100
const EXCERPT_CHARS = 80
/** Longer than a lease: a live gateway beats every few seconds. */
const SILENT_MS = 30_000

const gatewayOf = (member: GatewayMember, app: Pick<App, 'now' | 'machine'>): GatewayStatus['gateways'][number] => ({
  id: member.id,
  machine: member.machine.split('/')[0] ?? '',
  pid: member.pid,
  platforms: member.platforms,
  troubles: member.troubles.map(({ platform, reason, since, attempts, againAt }) => ({
    platform,
    reason,
    since: isoTime(since) ?? '',
    attempts,
    againAt: isoTime(againAt),
  })),
  state: member.endReason ?? stateOf(member, app),
  startedAt: isoTime(member.startedAt) ?? '',
  heardAt: isoTime(member.beatAt) ?? '',
  endedAt: isoTime(member.endedAt),
})

/** The state of a gateway as seen from here, which may be before another gateway declares it dead. */
const stateOf = (
  member: GatewayMember,
  { now, machine }: Pick<App, 'now' | 'machine'>,
): 'running' | 'silent' | 'died' => {
  if (isGone(member, machine)) return 'died'
  return Math.abs(now() - member.beatAt) > SILENT_MS ? 'silent' : 'running'
}

type Pending = GatewayStatus['pending'][number]

const pendingIn = (message: InboxMessage): Pending => ({
  id: message.id,
  direction: 'in',
  state: message.state as Pending['state'],
  platform: message.platform,
  chatId: message.chatId,
  since: isoTime(message.receivedAt) ?? '',
  attempts: message.runs,
  excerpt: clip(message.text, EXCERPT_CHARS, { singleLine: true }),
  note: message.note ?? null,
  savedAt: null,
})

const pendingOut = (message: OutboxMessage): Pending => ({
  id: message.id,
  direction: 'out',
  state: message.state as Pending['state'],
  platform: message.platform,
  chatId: message.chatId,
  since: isoTime(message.createdAt) ?? '',
  attempts: message.attempts,
  excerpt: clip(message.text, EXCERPT_CHARS, { singleLine: true }),
  note: message.note ?? null,
  savedAt: message.savedAt ?? null,
})
