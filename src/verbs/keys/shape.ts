import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

const TrustedKey = z.object({
  fingerprint: z.string(),
  label: z.string().describe('whose it is, in your words'),
  publicKey: z.string().describe('32 bytes in base64'),
  addedAt: Time,
})

export const KeyList = z
  .object({
    own: z
      .object({ fingerprint: z.string(), publicKey: z.string(), path: z.string() })
      .nullable()
      .describe('null: it is made by the first export'),
    trusted: z.array(TrustedKey).describe('in the order in which they were added'),
    changed: z
      .object({ how: z.enum(['trusted', 'renamed', 'unchanged', 'forgotten']), key: TrustedKey })
      .nullable()
      .describe('what this command did; null: it only looked'),
  })
  .describe('The key that signs your packs, and the keys whose packs are let in.')

export type TrustedKey = z.infer<typeof TrustedKey>
export type KeyList = z.infer<typeof KeyList>
