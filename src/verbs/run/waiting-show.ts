import type { AgentEvent } from '../../agent/turn.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

export interface Waiting {
  /** Shows an event of the agent, and starts the wait again. */
  heard(event: AgentEvent): void
  /** Clears the waiting line when the user presses a key, before the key appears. */
  typed(): void
  end(): void
}

export interface WaitingOptions {
  /** Undefined: events are not shown. */
  show: ((event: AgentEvent) => void) | undefined
  /** The user has half typed a line. */
  isTyping?: (() => boolean) | undefined
}

/** A model that thinks longer than this looks as if nothing happened. */
const PATIENCE_SECONDS = 3

/**
 * Shows on a screen how long the model has taken, from now on. Shows it only while the line is free: not while calls
 * run, because a question may be open; not once the answer has begun; not over a half-typed line.
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
