import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Time } from '../../schema/listing/words.ts'

const TrustedKey = v.object({
  fingerprint: v.string(),
  label: described(v.string(), 'whose it is, in your words'),
  publicKey: described(v.string(), '32 bytes in base64'),
  addedAt: Time,
})

export const KeyList = describedObject('The key that signs your packs, and the keys whose packs are let in.', {
  own: described(
    v.nullable(v.object({ fingerprint: v.string(), publicKey: v.string(), path: v.string() })),
    'null: it is made by the first export',
  ),
  trusted: described(v.array(TrustedKey), 'in the order in which they were added'),
  changed: described(
    v.nullable(v.object({ how: v.picklist(['trusted', 'renamed', 'unchanged', 'forgotten']), key: TrustedKey })),
    'what this command did; null: it only looked',
  ),
})

export type TrustedKey = v.InferOutput<typeof TrustedKey>
export type KeyList = v.InferOutput<typeof KeyList>
