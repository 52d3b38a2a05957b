import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Time, Whole } from '../../schema/listing/words.ts'

const ProcessState = v.picklist(['starting', 'running', 'exited', 'killed', 'lost', 'failed-start'])

export const ProcessStarted = described(
  v.object({ id: v.string(), pid: v.nullable(Whole) }),
  'A process that was started and goes on.',
)

export const ProcessListing = describedObject('A background process and how it stands.', {
  id: described(v.string(), '`proc_` and 12 hex digits'),
  pid: described(v.nullable(Whole), 'of the shell that runs the command, or of the command itself'),
  state: ProcessState,
  command: described(v.string(), 'without secrets'),
  workdir: v.string(),
  pty: v.boolean(),
  backend: v.string(),
  scope: v.nullable(v.object({ kind: v.picklist(['task', 'session', 'episode']), id: v.string() })),
  sessionKey: described(v.nullable(v.string()), 'whom notices go to'),
  owner: v.string(),
  startedAt: Time,
  exitedAt: v.nullable(Time),
  exitCode: described(
    v.nullable(Whole),
    'as a shell tells it: 128 + n for signal n; null: it runs, or nobody saw it end',
  ),
  signal: v.nullable(v.string()),
  endedBy: described(v.nullable(v.string()), 'who ended it, where somebody did; of one that did not start: why'),
  preview: described(v.string(), 'the last 1,000 characters, without colours and secrets'),
  outputChars: described(Count, 'all characters it ever printed'),
  droppedChars: described(Count, 'those that can no longer be read'),
  stdinOpen: v.boolean(),
  notifyOnComplete: v.boolean(),
  watchPatterns: v.array(v.string()),
})

export const ProcessWaited = describedObject('A background process after somebody waited for its end.', {
  ...ProcessListing.entries,
  timedOut: described(v.boolean(), 'true: the time was over before the process ended, and it still runs'),
})

export const ProcessList = described(
  v.object({ processes: v.array(ProcessListing) }),
  'Background processes that run, or ended within the last 30 minutes, in the order of their start.',
)

export const ProcessOutput = describedObject('What a background process printed.', {
  id: v.string(),
  state: ProcessState,
  exitCode: v.nullable(Whole),
  text: described(v.string(), 'without secrets'),
  from: described(Count, 'number of its first character'),
  to: described(Count, 'number after its last character'),
  totalChars: Count,
  droppedChars: described(Count, 'what lies before this number can no longer be read'),
})

export const ProcessInput = described(
  v.object({ id: v.string(), bytes: described(Count, 'how many it was sent'), stdinOpen: v.boolean() }),
  'What a background process was sent.',
)

export type ProcessStarted = v.InferOutput<typeof ProcessStarted>
export type ProcessListing = v.InferOutput<typeof ProcessListing>
export type ProcessWaited = v.InferOutput<typeof ProcessWaited>
export type ProcessList = v.InferOutput<typeof ProcessList>
export type ProcessOutput = v.InferOutput<typeof ProcessOutput>
export type ProcessInput = v.InferOutput<typeof ProcessInput>
