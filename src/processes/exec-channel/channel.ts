import type { BackendSurroundings } from '../backend.ts'

/**
 * How a shell inside a sandbox is reached: all that differs between sandboxes. Everything a channel builds is a list of words for a
 * program, never text for a shell of the host.
 */
export interface Channel {
  name: string
  isExperimental: boolean
  /** What is wrong with a target, in words. Whatever passes can be no option of the program. */
  problemOf(target: string): string | undefined
  /** Runs `sh` inside. The script comes on its standard input, or, where the program does not hand that on, as an argument. */
  shell(target: string, script: string): ChannelCommand
  /** Where output is carried as text, bytes travel as numbers. */
  carries: 'bytes' | 'text'
  /** The program says that the sandbox itself is not there (any more), as opposed to not to be reached. */
  meansGone?(complaint: string): boolean
  /** Makes the sandbox where it is one of ours and not there yet. */
  make?(target: string): ChannelCommand | undefined
  /** Ends it where it is one of ours; undefined for one that we did not make. */
  end?(target: string): ChannelCommand | undefined
}

export interface ChannelCommand {
  program: string
  args: readonly string[]
  /** For the program's standard input. */
  input: string
}

export type CreateChannel = (surroundings: BackendSurroundings) => Channel
