import type { App } from '../../app.ts'
import type { Place } from '../../schema/place.ts'
import type { Connection } from '../../store/connection.ts'

/** An agent whose settings we can write ourselves into, and out of again. */
export interface Installer {
  /** As its source is named. */
  agent: string
  /** As people call it. */
  title: string
  /** Where the agent keeps its settings. Without this directory there is no such agent here. */
  directory(place: Place): string
  /** Every file that may hold something of ours. */
  files(place: Place): OwnFile[]
  /** Its settings hold the seed of one template, which may be named. */
  takesTemplate?: boolean
  /** What the files should be, and what a person has to do then. Writes nothing. */
  plan(wish: Wish): Promise<Plan>
}

export interface OwnFile {
  /** Tells the files of one agent apart, wherever they are. */
  name: string
  path: string
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
