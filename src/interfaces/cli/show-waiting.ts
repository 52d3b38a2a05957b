import type { AgentEvent } from '../../agent/turn.ts'
import type { Terminal } from './terminal.ts'

/** A model that thinks for so long looks as if nothing happened. */
const PATIENCE_SECONDS = 3

/**
 * Says on a screen how long the model has been waited for. Only while nothing else stands on the line: as long as calls run a
 * question may be open, and words that have begun are sign enough.
 */
export const showWaiting = (terminal: Terminal): { heard(event: AgentEvent): void; end(): void } => {
  let calls = 0
  let isSpeaking = false
  let seconds = 0
  let isDrawn = false
  const clear = (): void => {
    seconds = 0
    if (isDrawn) terminal.status('')
    isDrawn = false
  }
  const timer = setInterval(() => {
    if (calls > 0 || isSpeaking || ++seconds < PATIENCE_SECONDS) return
    isDrawn = true
    terminal.status(terminal.colors.dim(`  waiting for the model, ${seconds} s (Ctrl-C stops)`))
  }, 1_000)
  timer.unref()
  return {
    heard: (event) => {
      clear()
      isSpeaking = event.type === 'text'
      if (event.type === 'call-start') calls++
      if (event.type === 'call-end') calls--
    },
    end: () => {
      clearInterval(timer)
      clear()
    },
  }
}
