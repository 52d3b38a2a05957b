import { AppError, messageOf } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { answerInChat, mayApprove } from './approvals.ts'
import type { ChatSession } from '../sessions/chat-session-record.ts'
import type { ChatSessions } from '../sessions/chat-sessions.ts'
import type { GatewayConfig } from '../config/config.ts'
import { isLocalUser } from '../identity/identity-links.ts'
import { setHome } from '../sending/known-homes.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'
import type { Outbox } from '../sending/outbox.ts'
import type { MessageSource } from '../identity/source.ts'

export interface CommandParts {
  store: Connection
  chats: ChatSessions
  config: GatewayConfig
  outbox: Pick<Outbox, 'write' | 'send'>
  now(): number
  /** Ends the running turns of a lane and returns how many there were. */
  stopLane(lane: string): Promise<number>
  /** Compacts the session and returns a sentence about the result. Undefined if sessions cannot be compacted. */
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  /** Returns one line for each earlier session of the same owner, newest first. */
  earlierSessions?: ((owner: string) => Promise<string[]>) | undefined
}

/** A command that a person wrote in a chat. */
export interface ChatCommand {
  name: string
  rest: string
}

/**
 * Reads a message as a command: one of our commands at the beginning, with or without the bot's name after it. A path,
 * or any other word after a slash, is a message to the agent.
 */
export const readCommand = (text: string): ChatCommand | undefined => {
  const [, name = '', rest = ''] = /^\/([a-z_]{2,16})(?:@\w{1,64})?(?:\s+(\S[^]{0,500}))?\s*$/i.exec(text.trim()) ?? []
  const known = name.toLowerCase()
  return Object.hasOwn(COMMANDS, known) ? { name: known, rest: rest.trim() } : undefined
}

/** Whether the message is a command that acts at once, without waiting for the running turn. */
export const isControl = (text: string): boolean => CONTROLS.has(readCommand(text)?.name ?? '')

const CONTROLS: ReadonlySet<string> = new Set(['stop', 'approve', 'deny'])

/** Runs the command and returns a short reply. */
export const runCommand = async (
  { name, rest }: ChatCommand,
  chat: { source: MessageSource; key: string; lane: string },
  parts: CommandParts,
): Promise<string> => {
  const command = COMMANDS[name]
  if (command === undefined) return helpText()
  try {
    return await command.run({ ...chat, rest, parts })
  } catch (error) {
    // Errors that the person can understand (nothing to undo, no such session) become the reply.
    if (error instanceof AppError && error.code === 'nothing-to-undo')
      return 'There is no reset to take back. /resume lists your earlier sessions.'
    return `That did not work: ${messageOf(error)}`
  }
}

interface Asked {
  source: MessageSource
  key: string
  /** Messages of one lane are handled one after another. */
  lane: string
  rest: string
  parts: CommandParts
}

const reset = async ({ key, source, parts: { chats } }: Asked): Promise<string> => {
  const found = await chats.find(key)
  if (found === undefined) {
    await chats.getOrCreate(source)
    return 'This is a new session already.'
  }
  await chats.reset(key, { reason: 'asked for in the chat' })
  return 'A new session. /undo brings the last one back.'
}

const undo = async ({ key, parts: { chats } }: Asked): Promise<string> => {
  await chats.undoReset(key)
  return 'Back in the session from before the reset.'
}

/** Jobs of several people report to the home channel, so only the operator and approvers may set it. */
const sethome = async ({ source, parts }: Asked): Promise<string> => {
  const { store, config, outbox, now } = parts
  const { platform, chatId, threadId, chatName, userId, scopeId } = source
  if (!mayApprove(source, config) && !isLocalUser(source, config))
    return 'Only the operator of this gateway and its approvers can set the home channel.'
  if (chatId === undefined) return 'This chat has no id, so that nothing could be sent to it.'
  const setBy = `${platform}:${userId ?? ''}`
  const home = { platform, chatId, threadId, userId, scopeId, name: chatName ?? 'Home', setBy }
  const configured = await setHome(home, { store, configured: config.homeChannels, outbox, now })
  const label = KNOWN_PLATFORMS[platform]?.label ?? platform
  return configured === undefined
    ? 'This chat is home now.'
    : `The configuration already names the home channel of ${label}, so /sethome changed nothing.`
}

const COMMANDS: Record<string, { help: string; run(asked: Asked): Promise<string> }> = {
  new: { help: 'begin a new session', run: reset },
  reset: { help: 'the same as /new', run: reset },
  undo: { help: 'take the last reset back', run: (asked) => undo(asked) },
  undo_reset: { help: 'the same as /undo', run: (asked) => undo(asked) },
  resume: {
    help: 'list your earlier sessions, or go on with one: /resume ID',
    run: async ({ key, rest, source, parts: { chats, earlierSessions } }) => {
      const chat = (await chats.find(key)) ?? (await chats.getOrCreate(source)).chat
      if (rest !== '') {
        await chats.resume(key, rest)
        return `Back in session ${rest}.`
      }
      const lines = (await earlierSessions?.(chat.owner)) ?? []
      return lines.length === 0
        ? 'There are no earlier sessions.'
        : ['/resume ID goes on with one of:', ...lines].join('\n')
    },
  },
  status: {
    help: 'which session this is',
    run: async ({ key, parts: { chats } }) => {
      const chat = await chats.find(key)
      if (chat === undefined) return 'No session yet: it begins with your first message.'
      const { startedAt, interactedAt } = chat.clocks
      return [
        `Session ${chat.session}`,
        `since ${new Date(startedAt).toISOString()}, last message ${new Date(interactedAt).toISOString()}`,
        ...(chat.previous === undefined ? [] : ['/undo brings the session before it back.']),
      ].join('\n')
    },
  },
  stop: {
    help: 'stop what is being worked on; nothing is forgotten',
    run: async ({ lane, parts: { stopLane } }) =>
      (await stopLane(lane)) > 0 ? 'Stopping.' : 'Nothing is being worked on.',
  },
  approve: {
    help: 'allow what was asked, this once: /approve CODE',
    run: ({ key, source, rest, parts }) => answerInChat(parts, { key, source, answer: 'yes', code: rest }),
  },
  deny: {
    help: 'do not allow it',
    run: ({ key, source, rest, parts }) => answerInChat(parts, { key, source, answer: 'no', code: rest }),
  },
  sethome: {
    help: 'make this chat the home channel (operator and approvers only)',
    run: (asked) => sethome(asked),
  },
  compress: {
    help: 'make the session shorter',
    run: async ({ key, parts: { chats, compress } }) => {
      const chat = await chats.find(key)
      if (chat === undefined) return 'There is nothing to compress yet.'
      return compress === undefined ? 'This gateway cannot compress sessions.' : compress(chat)
    },
  },
  help: { help: 'this list', run: async () => helpText() },
}

const helpText = (): string =>
  Object.entries(COMMANDS)
    .map(([name, { help }]) => `/${name}: ${help}`)
    .join('\n')
