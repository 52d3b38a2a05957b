import type { Trial } from '../../schema/experiment.ts'
import type { TrialPlace } from '../trial-place.ts'

/** What an arm gives a session at its start. A cold arm gives the empty text. */
export interface Given {
  text: string
  /** The same as messages of a conversation, for agents that take a history; null: as text. */
  history: unknown[] | null
}

export const NOTHING_GIVEN: Given = { text: '', history: null }

/** One task for one agent, in a place of its own. */
export interface Attempt {
  prompt: string
  given: Given
  place: TrialPlace
  model: string | null
  /** The whole environment of the agent: its fresh home, and the variables that a person named. */
  env: Readonly<Record<string, string>>
  /** Known to all descendants of what is run. */
  id: string
  limits: AttemptLimits
  signal: AbortSignal
}

export interface AttemptLimits {
  timeoutMs: number
  mostOutputBytes: number
  /** What the agent may write to the disk. */
  mostDiskBytes: number
}

/** What is known of a session after it has ended. */
export interface Ran {
  /** Why it says nothing about its arm; null: it ended by itself. */
  broken: string | null
  /** Whether it really got what its arm gives; null: that cannot be told. */
  exposed: boolean | null
  /** The transcript, relative to the trial's root; null: none was found. */
  session: string | null
  model: string | null
  metrics: Trial['metrics']
}

/** Something that does tasks: an agent behind a command line, or our own. */
export interface Runner {
  name: string
  /** Throws where it cannot run at all, before the first trial. */
  prepare(): Promise<void>
  run(attempt: Attempt): Promise<Ran>
}

/** Reads the sessions that an agent left in a trial's home, through its source. */
export type SessionReader = (source: string, place: TrialPlace) => Promise<Pick<Ran, 'session' | 'model' | 'metrics'>>
