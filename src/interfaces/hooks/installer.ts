import type { App } from '../../app.ts'
import type { Place } from '../../schema/place.ts'
import type { Connection } from '../../store/connection.ts'

/** An agent into whose settings we can write our entries, and remove them again. */
export interface Installer {
  /** The name of its source. */
  agent: string
  /** The name that people use. */
  title: string
  /** The directory of the agent's settings. Without it the agent was never used here. */
  directory(place: Place): string
  /** The name of its program, if finding that program shows that the agent is installed. */
  program?: string
  /** What is written where, and which moments the agent reports: for the command's help and the documentation. */
  about: About
  /** Every file that may hold entries of ours. */
  files(place: Place): OwnFile[]
  /** The settings hold the seed of one template, which the user may name. */
  takesTemplate?: boolean
  /** The wanted content of the files, and the user's next steps. Writes nothing. */
  plan(wish: Wish): Promise<Plan>
}

export interface About {
  /** The files, as people write them, and what we write into each. */
  writes: readonly (readonly [file: string, what: string])[]
  /** The variable that changes the place of the settings, if there is one. */
  movedBy?: string
  /** How the agent reports each moment. A missing moment is not reported, or takes no text. */
  moments: Readonly<Partial<Record<ToldMoment, string>>>
}

/** The moments of a session that an agent may report. */
export const TOLD_MOMENTS = ['start', 'message', 'failure', 'compaction', 'end'] as const
export type ToldMoment = (typeof TOLD_MOMENTS)[number]

export interface OwnFile {
  /** Identifies a file of the agent, wherever it is. */
  name: string
  path: string
  /** The mode of a new file; by default only its owner can read it. */
  mode?: number
  /**
   * The text without our entries; undefined: the file is deleted. `original` is the earlier text, if we still have it.
   */
  take(text: string, original: string | undefined): string | undefined
}

export interface PlannedFile extends OwnFile {
  /** The text with our entries; `text` is empty if there is no file yet. */
  put(text: string): string
}

export interface Wish {
  app: App
  /** Our own program. */
  program: string
  /** The template that the user named, for agents that take one. */
  template: string | undefined
  isDryRun: boolean
  /** The store; undefined if there is none yet. */
  store(): Promise<Connection | undefined>
}

interface Plan {
  files: PlannedFile[]
  next: string[]
}
