import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

const Gateway = z.object({
  id: z.string(),
  machine: z.string(),
  pid: z.number().int(),
  platforms: z.array(z.string()).describe('that it serves now; cron: it runs scheduled jobs'),
  troubles: z
    .array(
      z.object({
        platform: z.string(),
        reason: z.string(),
        since: Time,
        attempts: z.number().int(),
        againAt: Time.nullable().describe(
          'when the gateway tries again; null: the platform tries by itself, or its settings must be changed',
        ),
      }),
    )
    .describe('platforms that it should serve and cannot; the others are served all the same'),
  state: z
    .enum(['running', 'silent', 'stopped', 'died'])
    .describe('silent: it has not been heard of for longer than its lease'),
  startedAt: Time,
  heardAt: Time,
  endedAt: Time.nullable(),
})

const Pending = z.object({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  state: z
    .enum(['waiting', 'running', 'interrupted', 'sending', 'unsure', 'saved'])
    .describe(
      'interrupted: begun twice and never finished, not tried again; unsure: it may have arrived, and is not repeated; saved: given up on and kept in a file',
    ),
  platform: z.string(),
  chatId: z.string(),
  since: Time,
  attempts: z.number().int(),
  excerpt: z.string().describe('the beginning of the text, redacted'),
  note: z.string().nullable(),
  savedAt: z.string().nullable().describe('path of the file'),
})

export const GatewayStatus = z
  .object({
    gateways: z.array(Gateway).describe('those that run, and the last ones that ended'),
    inbox: z.record(z.string(), z.number().int()).describe('messages that came, by state'),
    outbox: z.record(z.string(), z.number().int()).describe('messages to be sent, by state'),
    pending: z.array(Pending).describe('what is not done with, or did not go well; the first hundred'),
    jobs: z.object({ active: z.number().int(), paused: z.number().int(), nextAt: Time.nullable() }),
    pairings: z.number().int().describe('people who wait to be let in'),
  })
  .describe('Which gateways run, and what is on its way.')

export type GatewayStatus = z.infer<typeof GatewayStatus>
