import type { App } from '../../app.ts'
import type { Place } from '../../schema/place.ts'
import type { Connection } from '../../store/connection.ts'

/** An agent whose settings we can write ourselves into, and out of again. */
export interface Installer {
  /** As its source is named. */
  agent: string
  /** As people call it. */
  title: string
  /** Where the agent keeps its settings. Without this directory the agent was never used here. */
  directory(place: Place): string
  /** What its program is called, where that says something about the machine. */
  program?: string
  /** What is written where, and which moments the agent tells: for the command's help and the documentation. */
  about: About
  /** Every file that may hold something of ours. */
  files(place: Place): OwnFile[]
  /** Its settings hold the seed of one template, which may be named. */
  takesTemplate?: boolean
  /** What the files should be, and what a person has to do then. Writes nothing. */
  plan(wish: Wish): Promise<Plan>
}

export interface About {
  /** The files, as people write them, and what stands in them then. */
  writes: readonly (readonly [file: string, what: string])[]
  /** The variable that says where its settings are, if there is one. */
  movedBy?: string
  /** By what each moment is told; what is not among them the agent does not tell, or takes no text for it. */
  moments: Readonly<Partial<Record<ToldMoment, string>>>
}

/** The moments of a session that an agent may tell of. */
export const TOLD_MOMENTS = ['start', 'message', 'failure', 'compaction', 'end'] as const
export type ToldMoment = (typeof TOLD_MOMENTS)[number]

export interface OwnFile {
  /** Tells the files of one agent apart, wherever they are. */
  name: string
  path: string
  /** The mode of a new file; without it only its owner may read it. */
  mode?: number
  /** The text without ours; undefined: the file goes. `original` is the text from before, where we still have it. */
  take(text: string, original: string | undefined): string | undefined
}

export interface PlannedFile extends OwnFile {
  /** The text with ours in it; an empty text where there is no file yet. */
  put(text: string): string
}

export interface Wish {
  app: App
  /** Our own program. */
  program: string
  /** The template that was named, where an agent takes one. */
  template: string | undefined
  isDryRun: boolean
  /** The store, or undefined where there is none yet. */
  store(): Promise<Connection | undefined>
}

interface Plan {
  files: PlannedFile[]
  next: string[]
}
