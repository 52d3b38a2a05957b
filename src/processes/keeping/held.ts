import { createRingBuffer, type RingBuffer } from '../../lib/ring-buffer.ts'
import { createUtf8Stream, type Utf8Stream } from '../../lib/utf8-stream.ts'
import type { StoredProcess } from '../../store/live/process.ts'
import type { BackendProcess } from '../backend.ts'
import { cleanTail } from './clean-output.ts'
import { isFinal, type Life } from '../machine.ts'
import { signalOf } from './notice-text.ts'
import type { ProcessState, ProcessView, Scope } from '../processes.ts'
import { createOutputWatch, type OutputWatch } from './watch-output.ts'

/** A process as the host holds it: its stored row, and what was read of its output. */
export interface Held {
  process: StoredProcess & Life
  buffer: RingBuffer
  decoder: Utf8Stream
  /** Bytes read so far. */
  offset: number
  /** Offsets in the output where a character begins, so that it can be cut off there. */
  milestones: { bytes: number; chars: number }[]
  stdinOpen: boolean
  watch: OutputWatch | undefined
  /** False for a process that had ended before this host began: its output is read when a client asks for it. */
  isRead: boolean
  /**
   * The process is being started. Until that is settled the host does not look at it, because looking would settle it.
   */
  isStarting: boolean
  /** Since when the backend could not be reached, and when it was last tried. */
  silence: { since: number; triedAt: number } | undefined
  waiters: Set<() => void>
  /** `rounds` is the last round of reading; `queued` is the next one, which callers that ask meanwhile share. */
  rounds: Promise<void>
  queued: Promise<void> | undefined
  /** Functions that stop looking after the process. */
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
    // A session that is notified of the end needs no notices of lines.
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

/** The view of a process for clients. */
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
