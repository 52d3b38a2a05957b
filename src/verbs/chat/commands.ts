import { contextTokens, overheadTokens } from '../../agent/context-size.ts'
import { inSendingOrder } from '../../agent/transcript.ts'
import { AppError } from '../../lib/error.ts'
import type { OpenAgent } from '../run/operation.ts'
import { liveSessionNamed } from '../run/session-operation.ts'
import { show } from '../list/templates-operation.ts'
import type { Connection } from '../../store/connection.ts'
import { readMessages } from '../../store/live/live-message.ts'
import { endLiveSession, findLiveSessions, readLiveSession } from '../../store/live/live-session.ts'
import type { RunWork } from './work.ts'
import type { Context } from '../../interfaces/cli/command.ts'
import { renderFacts, type ShownFact } from '../../interfaces/cli/section.ts'
import type { TurnView } from '../run/turn-show.ts'

/** What the commands of a chat can read and change. */
export interface ChatState {
  context: Context
  store: Connection
  session: string
  /** The session has no message yet. */
  isNew: boolean
  /** The last message or command failed. */
  hasFailed: boolean
  warm: string | undefined
  agent(): OpenAgent
  switchTo(session: string | undefined): Promise<void>
  view: TurnView
  run: RunWork
  /** Runs a turn; without a text, the turn that was cut off. */
  take(text: string | undefined): Promise<void>
}

interface ChatCommand {
  usage: string
  meaning: string
  run(state: ChatState, words: readonly string[]): Promise<'leave' | void>
}

/** Parses `/name words`; undefined for a message to the model. A path such as /etc/hosts is not a command. */
export const readChatCommand = (text: string): { name: string; words: string[] } | undefined => {
  const [, name = '', rest = ''] = /^\/([a-z]+)(?:\s+(.*))?$/s.exec(text.trim()) ?? []
  return name === '' ? undefined : { name, words: rest.split(/\s+/).filter(Boolean) }
}

export const CHAT_COMMANDS: Readonly<Record<string, ChatCommand>> = {
  new: {
    usage: '/new',
    meaning: 'another session',
    run: async (state) => {
      const { context, store, session, isNew } = state
      if (!isNew) await endLiveSession(store, session, { at: context.app.now(), reason: 'new' })
      await state.switchTo(undefined)
      context.terminal.note('a new session')
    },
  },
  resume: {
    usage: '/resume [ID]',
    meaning: 'back to a session; without ID to the one before this',
    run: async (state, [id]) => {
      const { context, store } = state
      const { owner } = context.app
      const before = (await findLiveSessions(store, owner, { platform: 'cli', limit: 2 })).find(
        (each) => each.id !== state.session,
      )
      const session = id === undefined ? before : await liveSessionNamed(store, owner, id)
      if (session === undefined) return context.terminal.note('there is no other session')
      await state.switchTo(session.id)
      context.terminal.note(`session ${session.id}`)
      await state.take(undefined)
    },
  },
  warm: {
    usage: '/warm [NAME|auto|off]',
    meaning: 'what new sessions start with',
    run: async (state, [how]) => {
      const { terminal } = state.context
      if (how === undefined) return terminal.note(`new sessions start with: ${state.warm ?? 'auto'}`)
      if (how !== 'auto' && how !== 'off') await requireActive(state, how)
      state.warm = how
      state.agent().setWarm(how)
      terminal.note(state.isNew ? `this session starts with: ${how}` : `from the next session on (/new): ${how}`)
    },
  },
  compress: {
    usage: '/compress [STRATEGY]',
    meaning: 'make this session shorter',
    run: async (state, [strategy]) => {
      const { context, session, view } = state
      if (state.isNew) return context.terminal.note('nothing was said yet')
      const { owner } = context.app
      await state.run(view.show, (heard) => state.agent().compress({ session, owner, strategy, ...heard }))
    },
  },
  stop: {
    usage: '/stop',
    meaning: 'stop the turn (or Ctrl-C)',
    run: async ({ context }) => context.terminal.note('nothing runs'),
  },
  status: {
    usage: '/status',
    meaning: 'which session, which model, how full',
    run: async (state) => {
      for (const line of await statusLines(state)) state.context.terminal.line(line)
    },
  },
  help: {
    usage: '/help',
    meaning: 'this list',
    run: async ({ context }) => {
      const list = Object.values(CHAT_COMMANDS).map(({ usage, meaning }): ShownFact => [usage, meaning])
      for (const line of renderFacts(list, context.terminal)) context.terminal.line(line)
    },
  },
  quit: { usage: '/quit', meaning: 'leave (or Ctrl-D)', run: async () => 'leave' },
}

/** Fails now, before the user writes the first message of a session that cannot begin. */
const requireActive = async ({ context, store }: ChatState, name: string): Promise<void> => {
  const { state } = await show(store, { owner: context.app.owner, name })
  if (state === 'active') return
  throw new AppError('template-not-active', `${name} is ${state}, and only active templates are given`, {
    hint: `\`warmstart promote ${name}\` puts it to use`,
  })
}

const statusLines = async ({ context, store, session, warm, agent }: ChatState): Promise<string[]> => {
  const { model, tools, cwd } = agent().agent
  const row = await readLiveSession(store, context.app.owner, session)
  const ordered = row === undefined ? [] : inSendingOrder(await readMessages(store, session, { isActive: true }))
  const tokens = contextTokens(ordered, overheadTokens(row?.systemPrompt, tools))
  const window = model.contextWindowTokens
  const { inputTokens, outputTokens } = row?.usage ?? {}
  return renderFacts(
    [
      ['session', `${session}${row === undefined ? ' (nothing said yet)' : ''}`],
      ['model', `${model.name} (${model.provider}, ${model.address})`],
      ['context', `about ${tokens}${window === undefined ? '' : ` of ${window}`} tokens, ${ordered.length} messages`],
      [
        'cost',
        row === undefined ? null : `${inputTokens ?? 'unknown'} tokens read, ${outputTokens ?? 'unknown'} written`,
      ],
      ['tools', tools.map(({ name }) => name).join(', ') || 'none'],
      ['warm', warm ?? 'auto'],
      ['directory', row?.cwd ?? cwd, 'whole'],
    ],
    context.terminal,
  )
}
