import type { ProcessState } from './processes.ts'

/** The state of a process; only `advance` changes it. */
export interface Life {
  state: ProcessState
  pid: number | undefined
  startedAt: number
  exitedAt: number | undefined
  /** As shells report it: 128 + n for signal n. Undefined if the exit was not recorded. */
  exitCode: number | undefined
  /** Who asked for the end, from the request on. For a process that did not start: why. */
  endedBy: string | undefined
}

export type LifeEvent =
  | { type: 'started'; pid: number | undefined }
  | { type: 'start-failed'; at: number; why: string }
  | { type: 'kill-asked'; by: string }
  | { type: 'ended'; at: number; exitCode: number | undefined }
  /** Nothing is left of the process, not even an exit code. */
  | { type: 'vanished'; at: number }
  /** The backend could not be reached for too long: the fate of the process is unknown. */
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
 * Pure and total: an event that means nothing in a state returns the same object. An end is final. The first caller
 * that asks for the end is the one that is recorded.
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

/** Clocks go back, and files may store whole seconds only, but nothing ends before it began. */
const notBefore = (life: Life, at: number): number => Math.max(life.startedAt, at)
