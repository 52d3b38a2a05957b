import * as v from 'valibot'
import { describedObject } from '../../schema/described.ts'
import { Whole } from '../../schema/listing/words.ts'

export const ChatExported = describedObject(
  'Transcripts that were written, one file a session, readable by their owner alone.',
  {
    directory: v.string(),
    files: v.array(v.object({ key: v.string(), id: v.string(), path: v.string(), messages: Whole })),
  },
)

export type ChatExported = v.InferOutput<typeof ChatExported>
