import { AppError, messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { AgentOptions } from '../run/operation.ts'
import { liveSessionNamed } from '../run/session-operation.ts'
import { CHAT_COMMANDS, type ChatState, readChatCommand } from './commands.ts'
import { openChatState } from './state.ts'
import { createChatWork } from './work.ts'
import type { Context } from '../../interfaces/cli/command.ts'
import { showNote } from '../run/show.ts'

export interface ChatTalkOptions extends AgentOptions {
  /** A half-typed line stands where the waiting line would be shown. */
  isTyping(): boolean
}

/**
 * A person's talk with the agent: holds its session, takes messages, and stops turns. Errors are printed, and the talk
 * goes on.
 */
export const createChatTalk = async (context: Context, { isTyping, ...options }: ChatTalkOptions) => {
  const { app, terminal } = context
  const work = createChatWork(terminal, isTyping)
  const state = await openChatState(context, options, work.run)
  let stopsAtPrompt = 0
  return {
    /** Resumes the session that the flags name, including a turn that was cut off. */
    begin: async (): Promise<void> => {
      const { agent, warnings } = state.agent()
      for (const warning of warnings) showNote(terminal, warning)
      const { name, address } = agent.model
      if (terminal.isScreen) showNote(terminal, terminal.colors.dim(`${name} at ${address}; /help lists commands`))
      const resumed = context.text('resume') ?? (context.isSet('continue') ? 'newest' : undefined)
      if (resumed === undefined) return
      const session = await liveSessionNamed(state.store, app.owner, resumed)
      await state.switchTo(session.id)
      terminal.note(`session ${session.id}`)
      await guarded(state, () => state.take(undefined))
    },
    say: (text: string): Promise<'leave' | void> => {
      stopsAtPrompt = 0
      const command = readChatCommand(text)
      return guarded(state, () => (command === undefined ? state.take(text) : runCommand(state, command)))
    },
    /** A line that comes while a turn runs waits for its end, unless the line ends the turn. */
    interrupts: (text: string): boolean => {
      if (!work.isRunning() || text.trim() !== '/stop') return false
      work.stop()
      return true
    },
    /** Ctrl-C stops the turn. At the prompt, the second Ctrl-C leaves. Returns false to leave. */
    stop: (): boolean => {
      if (work.isRunning()) {
        state.view.interrupted()
        work.stop()
        return true
      }
      if (++stopsAtPrompt > 1) return false
      terminal.note('\n(Ctrl-C again leaves)')
      return true
    },
    /** Called when the user is gone: stops the turn that runs. */
    abandon: work.stop,
    typed: work.typed,
    hasFailed: (): boolean => state.hasFailed,
    close: (): Promise<void> => state.agent().close(),
  }
}

const runCommand = async (
  state: ChatState,
  { name, words }: { name: string; words: readonly string[] },
): Promise<'leave' | void> => {
  state.hasFailed = false
  const run = Object.hasOwn(CHAT_COMMANDS, name) ? CHAT_COMMANDS[name]?.run : undefined
  if (run !== undefined) return run(state, words)
  throw new AppError('usage', `there is no command /${name}`, { hint: '/help lists them' })
}

/** Prints an error, and lets the talk go on. */
const guarded = async (state: ChatState, work: () => Promise<'leave' | void>): Promise<'leave' | void> => {
  const { view, context } = state
  try {
    return await work()
  } catch (error) {
    view.endLine()
    state.hasFailed = true
    showNote(context.terminal, redact(messageOf(error)))
    if (error instanceof AppError && error.hint !== undefined) showNote(context.terminal, error.hint, '  ')
  }
}
