import type { AgentEvent } from '../../agent/turn.ts'
import { showWaiting, type Waiting } from '../run/waiting-show.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

/** How the agent is told to stop, and tells what it does. */
interface HeardWork {
  signal: AbortSignal
  on(event: AgentEvent): void
}

/** Something that the agent does; `show` is undefined where its events are not shown. */
export type RunWork = <T>(
  show: ((event: AgentEvent) => void) | undefined,
  work: (heard: HeardWork) => Promise<T>,
) => Promise<T>

/** What the agent does in a chat, one thing at a time: seen and waited for in words while it runs, and stopped by a person. */
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
