import { isAscii } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../lib/error.ts'
import { saveEnded, saveKept, saveRunning } from '../../store/live/process.ts'
import { announceInterim, announceMatches, completionNotice } from './announce.ts'
import type { Backend, BackendLook } from '../backend.ts'
import { backendProcessOf, type Held } from './held.ts'
import type { Keeper } from './keeper.ts'
import { advance, isFinal } from '../machine.ts'

/** Bytes per read: large enough to be fast, small enough for many processes at once. */
const PIECE_BYTES = 256 * 1024
/** No UTF-8 character is longer. */
const LONGEST_CHARACTER_BYTES = 4
/** A process that prints single letters does not cause a look for each of them. */
const GATHER_MS = 25
/** Distance between the places at which stored output can be cut off. */
const MILESTONE_BYTES = 1024 * 1024

/** Reads a process's output while it prints, until it has ended and everything is read. */
export const follow = async (keeper: Keeper, held: Held): Promise<void> => {
  const backend = await keeper.backend(held.process.backend)
  let gathering: NodeJS.Timeout | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const soon = (): void => {
    // After a silence the host looks at once, so that it notices an end when it comes.
    gathering ??= setTimeout(
      () => {
        gathering = undefined
        lookedAt = performance.now()
        void pump(keeper, held)
      },
      Math.max(0, lookedAt + GATHER_MS - performance.now()),
    ).unref()
  }
  const stopWatching = backend.watch?.(backendProcessOf(held), soon)
  const looking = setInterval(() => {
    if (isDue(keeper, held)) void pump(keeper, held)
  }, backend.lookEveryMs).unref()
  const { checkIntervalS } = held.process
  const telling =
    checkIntervalS === undefined
      ? undefined
      : setInterval(() => void announceInterim(keeper, held).catch(() => undefined), checkIntervalS * 1_000).unref()
  held.stops.push(() => {
    stopWatching?.()
    clearInterval(looking)
    clearInterval(telling)
    clearTimeout(gathering)
  })
  soon()
}

/**
 * Reads the output that exists at this moment; resolves when that is read, even if a fast writer has written more
 * meanwhile. Never throws: a failure is retried at the next look.
 */
export const pump = (keeper: Keeper, held: Held): Promise<void> => {
  if (held.isStarting) return Promise.resolve()
  held.queued ??= held.rounds.then(() => {
    held.queued = undefined
    return readRound(keeper, held).catch((error: unknown) => missed(keeper, held, error).catch(() => undefined))
  })
  held.rounds = held.queued
  return held.queued
}

const readRound = async (keeper: Keeper, held: Held): Promise<void> => {
  const backend = await keeper.backend(held.process.backend)
  const look = await readAll(keeper, held, backend)
  const wasSilent = held.silence !== undefined
  held.silence = undefined
  held.isRead = true
  held.stdinOpen = look.stdinOpen
  if (held.process.state === 'starting' && look.pid !== undefined) {
    held.process = advance(held.process, { type: 'started', pid: look.pid })
    await saveRunning(keeper.store, held.process)
  }
  if (look.state !== 'running' && !isFinal(held.process.state)) await finish(keeper, held, look)
  // A caller asked for its end while it could not be reached.
  else if (wasSilent && look.state === 'running' && held.process.endedBy !== undefined) endAgain(keeper, held, backend)
}

/** Repeats a request to end a process that did not get through. If it fails again, it is repeated after the silence. */
export const endAgain = (keeper: Keeper, held: Held, backend: Backend): void => {
  void backend
    .end(backendProcessOf(held), { graceMs: keeper.limits.graceMs })
    .catch((error: unknown) => missed(keeper, held, error))
    .catch(() => undefined)
}

/**
 * A backend that does not answer does not mean that the process ended: the host asks again, and gives up only after a
 * long time.
 */
const missed = async (keeper: Keeper, held: Held, error: unknown): Promise<void> => {
  if (!(error instanceof AppError) || error.code !== 'backend-unreachable' || isFinal(held.process.state)) return
  const at = keeper.now()
  held.silence = { since: held.silence?.since ?? at, triedAt: at }
  if (at - held.silence.since < keeper.limits.silentMs) return
  const lost = advance(held.process, { type: 'given-up', at })
  await saveEnded(keeper.store, lost, completionNotice({ ...held, process: lost }, at))
  settle(held, lost)
}

/** The longer a backend has been silent, the less often it is asked. */
const isDue = (keeper: Keeper, { silence }: Held): boolean =>
  silence === undefined || keeper.now() - silence.triedAt >= Math.min(SELDOM_MS, silence.triedAt - silence.since)

const SELDOM_MS = 60_000

/**
 * Reads up to the length that the output had at the first look. An end counts only when everything that existed at
 * that look is read.
 */
const readAll = async (keeper: Keeper, held: Held, backend: Backend): Promise<BackendLook> => {
  // This call has its own buffer; the output of one look is used up before the next look at the same process.
  const memory = Buffer.allocUnsafeSlow(PIECE_BYTES)
  let first: BackendLook | undefined
  let target = 0
  for (;;) {
    const look = await backend.look(backendProcessOf(held), { offset: held.offset, limit: PIECE_BYTES, memory })
    if (first === undefined) target = look.totalBytes
    first ??= look
    if (look.output.length > 0) {
      held.offset = look.from + look.output.length
      await take(keeper, held, { output: look.output, target })
      if (look.totalBytes - held.offset > keeper.limits.lagBytes) target = leap(keeper, held, look)
      noteMilestone(held)
      await trim(keeper, held, backend)
    }
    if (look.output.length === 0 || held.offset >= target) return first
    await nextTurn()
  }
}

const take = async (
  keeper: Keeper,
  held: Held,
  { output, target }: { output: Uint8Array; target: number },
): Promise<void> => {
  const { buffer, decoder, watch, offset } = held
  // If more follows than the buffer can hold, ASCII output is only counted and not decoded.
  const isPassedBy = target - offset > keeper.limits.bufferChars * LONGEST_CHARACTER_BYTES
  if (watch === undefined && isPassedBy && decoder.pendingBytes === 0 && isAscii(output)) {
    buffer.skip(output.length)
    return
  }
  const text = decoder.decode(output)
  buffer.append(text)
  if (watch !== undefined && !isFinal(held.process.state)) await announceMatches(keeper, held, text)
}

/**
 * Skips output when the writer is too far ahead, so that it cannot fill the disk; each skipped byte counts as a
 * character. Returns the offset up to which to read.
 */
const leap = ({ limits }: Keeper, held: Held, { totalBytes }: BackendLook): number => {
  const offset = totalBytes - limits.bufferChars * LONGEST_CHARACTER_BYTES
  held.buffer.append(held.decoder.end())
  held.buffer.skip(offset - held.offset)
  held.offset = offset
  return totalBytes
}

const noteMilestone = ({ milestones, offset, decoder, buffer, process }: Held): void => {
  const last = milestones.at(-1)?.bytes ?? process.keptBytes
  const bytes = offset - decoder.pendingBytes
  if (bytes - last >= MILESTONE_BYTES) milestones.push({ bytes, chars: buffer.totalChars })
}

/** Deletes stored output that the buffer has dropped, so that an endless writer does not fill the disk. */
const trim = async (keeper: Keeper, held: Held, backend: Backend): Promise<void> => {
  if (backend.trim === undefined || held.offset - held.process.keptBytes < keeper.limits.trimBytes) return
  const place = held.milestones.findLast(({ chars }) => chars <= held.buffer.droppedChars)
  if (place === undefined) return
  held.milestones = held.milestones.filter(({ bytes }) => bytes > place.bytes)
  held.process = { ...held.process, keptBytes: place.bytes, keptChars: place.chars }
  await saveKept(keeper.store, held.process)
  await backend.trim(backendProcessOf(held), place.bytes)
}

/**
 * Stores the end of a process and wakes the callers that wait for it. An incomplete last character is shown as one
 * character.
 */
const finish = async (keeper: Keeper, held: Held, look: BackendLook): Promise<void> => {
  const at = look.exitedAt ?? keeper.now()
  const ended =
    look.state === 'exited'
      ? advance(held.process, { type: 'ended', at, exitCode: look.exitCode })
      : held.process.state === 'starting'
        ? advance(held.process, { type: 'start-failed', at, why: NEVER_BEGAN })
        : advance(held.process, { type: 'vanished', at })
  held.buffer.append(held.decoder.end())
  await saveEnded(keeper.store, ended, completionNotice({ ...held, process: ended }, keeper.now()))
  settle(held, ended)
}

export const NEVER_BEGAN = 'the host was killed before the command began'

/** Stops looking after the process and wakes the callers that wait for its end. */
export const settle = (held: Held, ended: Held['process']): void => {
  held.process = ended
  for (const stop of held.stops.splice(0)) stop()
  for (const wake of held.waiters) wake()
  held.waiters.clear()
}
