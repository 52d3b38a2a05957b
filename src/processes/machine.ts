import type { ProcessState } from './processes.ts'

/** What a process is at one moment; every change goes through `advance`. */
export interface Life {
  state: ProcessState
  pid: number | undefined
  startedAt: number
  exitedAt: number | undefined
  /** As a shell tells it: 128 + n for signal n. Unknown where its end was not seen. */
  exitCode: number | undefined
  /** Who asked for its end, from the moment of asking on; of one that did not start: why. */
  endedBy: string | undefined
}

export type LifeEvent =
  | { type: 'started'; pid: number | undefined }
  | { type: 'start-failed'; at: number; why: string }
  | { type: 'kill-asked'; by: string }
  | { type: 'ended'; at: number; exitCode: number | undefined }
  /** Nothing is left of it, not even an exit code. */
  | { type: 'vanished'; at: number }
  /** The place it ran in could not be reached for too long: what became of it is unknown. */
  | { type: 'given-up'; at: number }

export const isFinal = (state: ProcessState): boolean => state !== 'starting' && state !== 'running'

/** A process that is about to be started. */
export const newLife = (startedAt: number): Life => ({
  state: 'starting',
  pid: undefined,
  startedAt,
  exitedAt: undefined,
  exitCode: undefined,
  endedBy: undefined,
})

/**
 * Pure and total: an event that means nothing in a state leaves it as it is (the same object). An end is an end: nothing leads
 * out of it. The first to ask for the end stays the one who did.
 */
export const advance = <L extends Life>(life: L, event: LifeEvent): L => {
  if (isFinal(life.state)) return life
  switch (event.type) {
    case 'started':
      return life.state === 'starting' ? { ...life, state: 'running', pid: event.pid } : life
    case 'start-failed':
      return life.state === 'starting'
        ? { ...life, state: 'failed-start', exitedAt: notBefore(life, event.at), endedBy: life.endedBy ?? event.why }
        : life
    case 'kill-asked':
      return life.endedBy === undefined ? { ...life, endedBy: event.by } : life
    case 'ended':
      return {
        ...life,
        state: life.endedBy === undefined ? 'exited' : 'killed',
        exitedAt: notBefore(life, event.at),
        exitCode: event.exitCode,
      }
    case 'vanished':
      return { ...life, state: life.endedBy === undefined ? 'lost' : 'killed', exitedAt: notBefore(life, event.at) }
    case 'given-up':
      return { ...life, state: 'lost', exitedAt: notBefore(life, event.at) }
  }
}

/** Clocks go back, and files know seconds only where they live: nothing ends before it began. */
const notBefore = (life: Life, at: number): number => Math.max(life.startedAt, at)
