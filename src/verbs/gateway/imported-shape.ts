import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { AnyRecord, Whole } from '../../schema/listing/words.ts'

export const ChatImported = describedObject('What was taken over from another gateway.', {
  path: v.string(),
  taken: v.array(v.object({ key: v.string(), id: v.string(), displayName: v.string(), messages: Whole })),
  present: described(v.array(v.string()), 'keys of chats that were here before and were left as they are'),
  skipped: v.array(v.object({ key: v.string(), where: v.string(), reason: v.string() })),
  settings: described(
    AnyRecord,
    'a `gateway` section for warmstart.config.json that says what their configuration said',
  ),
  writtenTo: described(v.nullable(v.string()), 'the file that was made of the settings; null: none was'),
  remarks: described(v.array(v.string()), 'what of their configuration was left out, and why'),
})

export type ChatImported = v.InferOutput<typeof ChatImported>
