import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { recordOf, Time, Whole } from '../../schema/listing/words.ts'

const Gateway = v.object({
  id: v.string(),
  machine: v.string(),
  pid: Whole,
  platforms: described(v.array(v.string()), 'that it serves now; cron: it runs scheduled jobs'),
  troubles: described(
    v.array(
      v.object({
        platform: v.string(),
        reason: v.string(),
        since: Time,
        attempts: Whole,
        againAt: described(
          v.nullable(Time),
          'when the gateway tries again; null: the platform tries by itself, or its settings must be changed',
        ),
      }),
    ),
    'platforms that it should serve and cannot; the others are served all the same',
  ),
  state: described(
    v.picklist(['running', 'silent', 'stopped', 'died']),
    'silent: it has not been heard of for longer than its lease',
  ),
  startedAt: Time,
  heardAt: Time,
  endedAt: v.nullable(Time),
})

const Pending = v.object({
  id: v.string(),
  direction: v.picklist(['in', 'out']),
  state: described(
    v.picklist(['waiting', 'running', 'interrupted', 'sending', 'unsure', 'saved']),
    'interrupted: begun twice and never finished, not tried again; unsure: it may have arrived, and is not repeated; saved: given up on and kept in a file',
  ),
  platform: v.string(),
  chatId: v.string(),
  since: Time,
  attempts: Whole,
  excerpt: described(v.string(), 'the beginning of the text, redacted'),
  note: v.nullable(v.string()),
  savedAt: described(v.nullable(v.string()), 'path of the file'),
})

export const GatewayStatus = describedObject('Which gateways run, and what is on its way.', {
  gateways: described(v.array(Gateway), 'those that run, and the last ones that ended'),
  inbox: described(recordOf(Whole), 'messages that came, by state'),
  outbox: described(recordOf(Whole), 'messages to be sent, by state'),
  pending: described(v.array(Pending), 'what is not done with, or did not go well; the first hundred'),
  jobs: v.object({ active: Whole, paused: Whole, nextAt: v.nullable(Time) }),
  pairings: described(Whole, 'people who wait to be let in'),
})

export type GatewayStatus = v.InferOutput<typeof GatewayStatus>
