import type { KnownMistakes } from '../lesson/proof/repeated-mistakes.ts'
import type { Given } from './runners/runner.ts'

/** How an experiment is run: no part of its identity, so that another machine may have its tasks in another place. Holds no key. */
export interface Setup {
  /** File or folder of the tasks; null: live sessions have none. */
  tasks: string | null
  isLocal: boolean
  /** Command line of the runner `command`. */
  command: string | null
  /** What each arm gives, by name. */
  givens: Record<string, Given>
  template: string | null
  /** Template that each arm gives, by name of the arm. Left out by experiments that were declared before it was kept. */
  templates?: Record<string, { id: string; hash: string }>
  /** What a trial costs, as a person says; null: unknown. */
  trialUsd: number | null
  /** What sessions of the project had done wrong before the experiment was declared. Left out by experiments from before it was kept. */
  mistakes?: KnownMistakes
  /** Sessions of a phase in a reversal design. */
  phaseSessions: number
}
