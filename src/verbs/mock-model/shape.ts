import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Positive } from '../../schema/listing/words.ts'

export const MockModelStarted = describedObject('A scripted model that has begun to serve.', {
  address: described(v.string(), 'http://127.0.0.1:PORT; the base of Anthropic clients'),
  port: Positive,
  openai: described(v.string(), 'the base of OpenAI clients: the address with /v1'),
  pid: described(Positive, 'of the server; SIGTERM ends it'),
})

export type MockModelStarted = v.InferOutput<typeof MockModelStarted>
