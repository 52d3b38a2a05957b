import type { AgentEvent } from '../../agent/turn.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

export interface Waiting {
  /** What the agent did; it is shown, and waiting begins anew. */
  heard(event: AgentEvent): void
  /** A person presses a key: the line is theirs before it shows. */
  typed(): void
  end(): void
}

export interface WaitingOptions {
  /** Undefined: what is heard is not shown. */
  show: ((event: AgentEvent) => void) | undefined
  /** Something half typed stands on the line. */
  isTyping?: (() => boolean) | undefined
}

/** A model that thinks for so long looks as if nothing happened. */
const PATIENCE_SECONDS = 3

/**
 * Says on a screen how long the model has been waited for, from now on. Only while nothing else stands on the line: as long as calls
 * run a question may be open, words that have begun are sign enough, and what is being typed is not drawn over.
 */
export const showWaiting = (terminal: Terminal, { show, isTyping }: WaitingOptions): Waiting => {
  let calls = 0
  let isSpeaking = false
  let seconds = 0
  let isDrawn = false
  const hide = (): void => {
    if (isDrawn) terminal.status('')
    isDrawn = false
  }
  const timer = setInterval(() => {
    if (calls > 0 || isSpeaking || ++seconds < PATIENCE_SECONDS || isTyping?.() === true) return
    isDrawn = true
    terminal.status(terminal.colors.dim(`  waiting for the model, ${seconds} s (Ctrl-C stops)`))
  }, 1_000)
  timer.unref()
  return {
    heard: (event) => {
      hide()
      seconds = 0
      isSpeaking = event.type === 'text'
      if (event.type === 'call-start') calls++
      if (event.type === 'call-end') calls--
      show?.(event)
    },
    typed: hide,
    end: () => {
      clearInterval(timer)
      hide()
    },
  }
}
