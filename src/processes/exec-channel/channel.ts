import type { BackendSurroundings } from '../backend.ts'

/**
 * How to reach a shell inside a sandbox; this is all that differs between sandboxes. A channel builds lists of words
 * for a program, never text for a shell on the host.
 */
export interface Channel {
  name: string
  isExperimental: boolean
  /** What is wrong with a target, in words. An accepted target can never be an option of the program. */
  problemOf(target: string): string | undefined
  /**
   * Runs `sh` inside. The script is passed on standard input, or as an argument if the program does not pass on its
   * input.
   */
  shell(target: string, script: string): ChannelCommand
  /** `text`: the channel carries only text, so bytes are sent as numbers. */
  carries: 'bytes' | 'text'
  /**
   * Whether the program's complaint means that the sandbox does not exist (any more), and not only that it cannot be
   * reached.
   */
  meansGone?(complaint: string): boolean
  /** Makes the sandbox if it is one of ours and does not exist yet. */
  make?(target: string): ChannelCommand | undefined
  /** Ends the sandbox if it is one of ours; undefined if we did not make it. */
  end?(target: string): ChannelCommand | undefined
}

export interface ChannelCommand {
  program: string
  args: readonly string[]
  /** For the program's standard input. */
  input: string
}

export type CreateChannel = (surroundings: BackendSurroundings) => Channel
