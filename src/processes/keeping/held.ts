import { createRingBuffer, type RingBuffer } from '../../lib/ring-buffer.ts'
import { createUtf8Stream, type Utf8Stream } from '../../lib/utf8-stream.ts'
import type { StoredProcess } from '../../store/live/process.ts'
import type { BackendProcess } from '../backend.ts'
import { cleanTail } from './clean-output.ts'
import { isFinal, type Life } from '../machine.ts'
import { signalOf } from './notice-text.ts'
import type { ProcessState, ProcessView, Scope } from '../processes.ts'
import { createOutputWatch, type OutputWatch } from './watch-output.ts'

/** A process as the host holds it: what is written down, and what was read of its output. */
export interface Held {
  process: StoredProcess & Life
  buffer: RingBuffer
  decoder: Utf8Stream
  /** Bytes read so far. */
  offset: number
  /** Places in the output where a character begins, for cutting it off there. */
  milestones: { bytes: number; chars: number }[]
  stdinOpen: boolean
  watch: OutputWatch | undefined
  /** Output of one that had ended before this host began is read when it is asked for. */
  isRead: boolean
  /** Being started at this moment: until that is settled it is not looked at, because looking settles it. */
  isStarting: boolean
  /** Since when the place it runs in could not be reached, and when it was last tried. */
  silence: { since: number; triedAt: number } | undefined
  waiters: Set<() => void>
  /** The last round of reading, and the one that has not begun: callers that ask meanwhile share it. */
  rounds: Promise<void>
  queued: Promise<void> | undefined
  /** Ends what looks after it. */
  stops: (() => void)[]
}

export const createHeld = (stored: StoredProcess, bufferChars: number): Held => {
  const process = { ...stored, state: stored.state as ProcessState }
  return {
    process,
    buffer: createRingBuffer(bufferChars, stored.keptChars),
    decoder: createUtf8Stream(),
    offset: stored.keptBytes,
    milestones: [],
    stdinOpen: !isFinal(process.state),
    // A session that is told of the end need not be told of lines.
    watch: stored.watchPatterns.length === 0 || stored.notify ? undefined : createOutputWatch(stored.watchPatterns),
    isRead: false,
    isStarting: false,
    silence: undefined,
    waiters: new Set(),
    rounds: Promise.resolve(),
    queued: undefined,
    stops: [],
  }
}

export const backendProcessOf = ({ process: { id, target, pty } }: Held): BackendProcess => ({ id, target, pty })

const PREVIEW_CHARS = 1_000

/** What everybody else sees of it. */
export const viewOf = ({ process, buffer, stdinOpen }: Held): ProcessView => ({
  id: process.id,
  pid: process.pid,
  command: process.command,
  workdir: process.workdir,
  pty: process.pty,
  backend: process.backend,
  scope: process.scope as Scope | undefined,
  sessionKey: process.sessionKey,
  owner: process.owner,
  state: process.state,
  startedAt: process.startedAt,
  exitedAt: process.exitedAt,
  exitCode: process.exitCode,
  signal: signalOf(process.exitCode),
  endedBy: process.endedBy,
  preview: cleanTail(buffer, PREVIEW_CHARS),
  outputChars: buffer.totalChars,
  droppedChars: buffer.droppedChars,
  stdinOpen: stdinOpen && !isFinal(process.state),
  notifyOnComplete: process.notify,
  watchPatterns: process.watchPatterns,
})
