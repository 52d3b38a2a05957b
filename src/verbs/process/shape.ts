import { z } from 'zod'
import { Count, Time } from '../../schema/listing/words.ts'

const ProcessState = z.enum(['starting', 'running', 'exited', 'killed', 'lost', 'failed-start'])

export const ProcessStarted = z
  .object({ id: z.string(), pid: z.int().nullable() })
  .describe('A process that was started and goes on.')

export const ProcessListing = z
  .object({
    id: z.string().describe('`proc_` and 12 hex digits'),
    pid: z.int().nullable().describe('of the shell that runs the command, or of the command itself'),
    state: ProcessState,
    command: z.string().describe('without secrets'),
    workdir: z.string(),
    pty: z.boolean(),
    backend: z.string(),
    scope: z.object({ kind: z.enum(['task', 'session', 'episode']), id: z.string() }).nullable(),
    sessionKey: z.string().nullable().describe('whom notices go to'),
    owner: z.string(),
    startedAt: Time,
    exitedAt: Time.nullable(),
    exitCode: z
      .int()
      .nullable()
      .describe('as a shell tells it: 128 + n for signal n; null: it runs, or nobody saw it end'),
    signal: z.string().nullable(),
    endedBy: z.string().nullable().describe('who ended it, where somebody did; of one that did not start: why'),
    preview: z.string().describe('the last 1,000 characters, without colours and secrets'),
    outputChars: Count.describe('all characters it ever printed'),
    droppedChars: Count.describe('those that can no longer be read'),
    stdinOpen: z.boolean(),
    notifyOnComplete: z.boolean(),
    watchPatterns: z.array(z.string()),
  })
  .describe('A background process and how it stands.')

export const ProcessWaited = ProcessListing.extend({
  timedOut: z.boolean().describe('true: the time was over before the process ended, and it still runs'),
}).describe('A background process after somebody waited for its end.')

export const ProcessList = z
  .object({ processes: z.array(ProcessListing) })
  .describe('Background processes that run, or ended within the last 30 minutes, in the order of their start.')

export const ProcessOutput = z
  .object({
    id: z.string(),
    state: ProcessState,
    exitCode: z.int().nullable(),
    text: z.string().describe('without secrets'),
    from: Count.describe('number of its first character'),
    to: Count.describe('number after its last character'),
    totalChars: Count,
    droppedChars: Count.describe('what lies before this number can no longer be read'),
  })
  .describe('What a background process printed.')

export const ProcessInput = z
  .object({ id: z.string(), bytes: Count.describe('how many it was sent'), stdinOpen: z.boolean() })
  .describe('What a background process was sent.')

export type ProcessStarted = z.infer<typeof ProcessStarted>
export type ProcessListing = z.infer<typeof ProcessListing>
export type ProcessWaited = z.infer<typeof ProcessWaited>
export type ProcessList = z.infer<typeof ProcessList>
export type ProcessOutput = z.infer<typeof ProcessOutput>
export type ProcessInput = z.infer<typeof ProcessInput>
