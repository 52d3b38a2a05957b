import { AppError, messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import { type AgentOptions, openAgent } from '../../operations/agent.ts'
import { liveSessionNamed, newSessionId } from '../../operations/agent-session.ts'
import { CHAT_COMMANDS, type ChatState, readChatCommand } from './chat-commands.ts'
import { createChatWork } from './chat-work.ts'
import type { Context } from './command.ts'
import { runOf, showNote, showTurnEnd } from './show-run.ts'
import { createTurnView } from './show-turn.ts'

export interface ChatTalkOptions extends AgentOptions {
  /** Something half typed stands where waiting would be shown. */
  isTyping(): boolean
}

/** A person talking with the agent: which session it is, what they said, and how to stop it. Errors are words, and it goes on. */
export const createChatTalk = async (context: Context, { isTyping, ...options }: ChatTalkOptions) => {
  const { app, terminal } = context
  const store = await context.store()
  const view = createTurnView(terminal)
  const work = createChatWork(terminal, isTyping)
  const isJson = context.isSet('json')
  const firstSession = newSessionId(app.now())
  let open = await openAgent(app, store, { ...options, episode: firstSession })
  let lastFailed = false
  let stopsAtPrompt = 0

  const state: ChatState = {
    context,
    store,
    session: firstSession,
    isNew: true,
    warm: options.warm,
    agent: () => open,
    view,
    run: work.run,
    /** Another session is another episode: what this one left running ends. */
    switchTo: async (session) => {
      await open.close()
      state.session = session ?? newSessionId(app.now())
      open = await openAgent(app, store, { ...options, warm: state.warm, episode: state.session })
      state.isNew = session === undefined
    },
    take: (text) => turn(text),
  }

  const turn = async (text: string | undefined): Promise<void> => {
    const request = { session: state.session, owner: app.owner, platform: 'cli', text: text ?? '' }
    const result = await work.run(isJson ? undefined : view.show, (heard) =>
      open.respond({ ...request, ...(text === undefined ? { isResumed: true } : {}), ...heard }),
    )
    state.isNew = false
    view.endLine()
    lastFailed = result.end === 'failed'
    if (isJson) terminal.json(runOf(result))
    else showTurnEnd(terminal, result)
  }

  /** What goes wrong is said, and the talk goes on. */
  const guarded = async (work: () => Promise<'leave' | void>): Promise<'leave' | void> => {
    try {
      return await work()
    } catch (error) {
      view.endLine()
      lastFailed = true
      showNote(terminal, redact(messageOf(error)))
      if (error instanceof AppError && error.hint !== undefined) showNote(terminal, error.hint, '  ')
    }
  }

  return {
    /** Takes up the session that the flags name, with whatever it was in the middle of. */
    begin: async (): Promise<void> => {
      for (const warning of open.warnings) showNote(terminal, warning)
      const { name, address } = open.agent.model
      if (terminal.isScreen) showNote(terminal, terminal.colors.dim(`${name} at ${address}; /help lists commands`))
      const resumed = context.text('resume') ?? (context.isSet('continue') ? 'newest' : undefined)
      if (resumed === undefined) return
      const session = await liveSessionNamed(store, app.owner, resumed)
      await state.switchTo(session.id)
      terminal.note(`session ${session.id}`)
      await guarded(() => turn(undefined))
    },
    say: (text: string): Promise<'leave' | void> => {
      stopsAtPrompt = 0
      const command = readChatCommand(text)
      if (command === undefined) return guarded(() => turn(text))
      lastFailed = false
      return guarded(async () => {
        const run = Object.hasOwn(CHAT_COMMANDS, command.name) ? CHAT_COMMANDS[command.name]?.run : undefined
        if (run !== undefined) return run(state, command.words)
        throw new AppError('usage', `there is no command /${command.name}`, { hint: '/help lists them' })
      })
    },
    /** A line that comes while a turn runs waits for its end, unless it is the one that ends it. */
    interrupts: (text: string): boolean => {
      if (!work.isRunning() || text.trim() !== '/stop') return false
      work.stop()
      return true
    },
    /** Ctrl-C: stops the turn; at the prompt the second one leaves. False: leave. */
    stop: (): boolean => {
      if (work.isRunning()) {
        view.interrupted()
        work.stop()
        return true
      }
      if (++stopsAtPrompt > 1) return false
      terminal.note('\n(Ctrl-C again leaves)')
      return true
    },
    /** Nobody is there any more: a turn that runs comes to its end. */
    abandon: work.stop,
    typed: work.typed,
    hasFailed: (): boolean => lastFailed,
    close: (): Promise<void> => open.close(),
  }
}
