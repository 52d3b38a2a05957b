import { z } from 'zod'
import { Count } from '../../schema/listing/words.ts'
import { Reason } from '../../schema/listing/rate.ts'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Effect } from '../../schema/pack.ts'

export const PackExported = z
  .object({
    path: z.string().nullable().describe('null: it went to standard output'),
    bytes: Count,
    sha256: z.string(),
    key: z
      .object({
        fingerprint: z.string(),
        publicKey: z.string(),
        path: z.string().describe('the private key, which stays here'),
        isNew: z.boolean().describe('true: it was made for this export'),
      })
      .nullable()
      .describe('null: the pack is not signed'),
    templates: z.array(
      z.object({
        name: z.string(),
        version: Count,
        hash: z.string().describe('of what is in the pack; another one than at home where something was left out'),
        patterns: Count,
        workflows: Count,
        recoveries: Count,
        conventions: Count,
        tokens: Count,
        stayed: z.object({ conventions: Count, userPatterns: z.boolean() }).describe('what was left out of it'),
        redactions: z.array(z.object({ kind: z.string(), count: Count })),
        effect: Effect.nullable(),
        effectReason: Reason,
        certificate: Certificate.nullable().describe(
          'of the newest experiment about this content; null: there is none',
        ),
      }),
    ),
  })
  .describe('What was put into a pack.')

export type PackExported = z.infer<typeof PackExported>
