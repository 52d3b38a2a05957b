import { type AgentOptions, openAgent } from '../run/operation.ts'
import { newSessionId } from '../run/session-operation.ts'
import type { ChatState } from './commands.ts'
import type { RunWork } from './work.ts'
import type { Context } from '../../interfaces/cli/command.ts'
import { runOf, showTurnEnd } from '../run/show.ts'
import { createTurnView } from '../run/turn-show.ts'

/** Opens a chat in a new session, together with its agent. */
export const openChatState = async (context: Context, options: AgentOptions, run: RunWork): Promise<ChatState> => {
  const { app, terminal } = context
  const store = await context.store()
  const session = newSessionId(app.now())
  let open = await openAgent(app, store, { ...options, episode: session })
  const state: ChatState = {
    context,
    store,
    session,
    isNew: true,
    hasFailed: false,
    warm: options.warm,
    agent: () => open,
    view: createTurnView(terminal),
    run,
    /** Another session is another episode: programs that this session left running end. */
    switchTo: async (next) => {
      await open.close()
      state.session = next ?? newSessionId(app.now())
      open = await openAgent(app, store, { ...options, warm: state.warm, episode: state.session })
      state.isNew = next === undefined
    },
    take: (text) => takeTurn(state, text),
  }
  return state
}

const takeTurn = async (state: ChatState, text: string | undefined): Promise<void> => {
  const { context, view } = state
  const { app, terminal } = context
  const isJson = context.isSet('json')
  const request = { session: state.session, owner: app.owner, platform: 'cli', text: text ?? '' }
  const result = await state.run(isJson ? undefined : view.show, (heard) =>
    state.agent().respond({ ...request, ...(text === undefined ? { isResumed: true } : {}), ...heard }),
  )
  state.isNew = false
  view.endLine()
  state.hasFailed = result.end === 'failed'
  if (isJson) terminal.json(runOf(result))
  else showTurnEnd(terminal, result)
}
