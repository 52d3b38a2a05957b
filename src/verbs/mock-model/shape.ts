import { z } from 'zod'

export const MockModelStarted = z
  .object({
    address: z.string().describe('http://127.0.0.1:PORT; the base of Anthropic clients'),
    port: z.int().positive(),
    openai: z.string().describe('the base of OpenAI clients: the address with /v1'),
    pid: z.int().positive().describe('of the server; SIGTERM ends it'),
  })
  .describe('A scripted model that has begun to serve.')

export type MockModelStarted = z.infer<typeof MockModelStarted>
