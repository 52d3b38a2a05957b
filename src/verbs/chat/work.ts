import type { AgentEvent } from '../../agent/turn.ts'
import { showWaiting, type Waiting } from '../run/waiting-show.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

/** What running work gets: a signal to stop, and a listener for its events. */
interface HeardWork {
  signal: AbortSignal
  on(event: AgentEvent): void
}

/** Runs a piece of the agent's work; `show` is undefined if its events are not shown. */
export type RunWork = <T>(
  show: ((event: AgentEvent) => void) | undefined,
  work: (heard: HeardWork) => Promise<T>,
) => Promise<T>

/**
 * Runs the agent's work in a chat, one piece at a time. The screen shows what it does or waits for, and the user can
 * stop it.
 */
export const createChatWork = (terminal: Terminal, isTyping: () => boolean) => {
  let running: { stop: AbortController; waiting: Waiting } | undefined
  const run: RunWork = async (show, work) => {
    const stop = new AbortController()
    const waiting = showWaiting(terminal, { show, isTyping })
    running = { stop, waiting }
    try {
      return await work({ signal: stop.signal, on: waiting.heard })
    } finally {
      waiting.end()
      running = undefined
    }
  }
  return {
    run,
    isRunning: (): boolean => running !== undefined,
    stop: (): void => running?.stop.abort(),
    typed: (): void => running?.waiting.typed(),
  }
}
