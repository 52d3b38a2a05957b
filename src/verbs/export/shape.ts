import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count } from '../../schema/listing/words.ts'
import { Reason } from '../../schema/listing/rate.ts'
import { Certificate } from '../../schema/listing/experiment-report.ts'
import { Effect } from '../../schema/pack.ts'

export const PackExported = describedObject('What was put into a pack.', {
  path: described(v.nullable(v.string()), 'null: it went to standard output'),
  bytes: Count,
  sha256: v.string(),
  key: described(
    v.nullable(
      v.object({
        fingerprint: v.string(),
        publicKey: v.string(),
        path: described(v.string(), 'the private key, which stays here'),
        isNew: described(v.boolean(), 'true: it was made for this export'),
      }),
    ),
    'null: the pack is not signed',
  ),
  templates: v.array(
    v.object({
      name: v.string(),
      version: Count,
      hash: described(v.string(), 'of what is in the pack; another one than at home where something was left out'),
      patterns: Count,
      workflows: Count,
      recoveries: Count,
      conventions: Count,
      tokens: Count,
      stayed: described(v.object({ conventions: Count, userPatterns: v.boolean() }), 'what was left out of it'),
      redactions: v.array(v.object({ kind: v.string(), count: Count })),
      effect: v.nullable(Effect),
      effectReason: Reason,
      certificate: described(
        v.nullable(Certificate),
        'of the newest experiment about this content; null: there is none',
      ),
    }),
  ),
})

export type PackExported = v.InferOutput<typeof PackExported>
