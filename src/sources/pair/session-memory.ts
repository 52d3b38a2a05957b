import { clip } from '../../lib/excerpt.ts'
import { hashOf } from '../../lib/hash.ts'
import type { SessionFact } from '../../schema/facts.ts'
import { isChatPlatform } from '../../schema/chat-platform.ts'
import { UNOWNED } from '../../schema/owner.ts'
import type { AssistantMessage, SessionEvent, SessionStart, Usage } from '../../schema/session-event.ts'
import type { Assembly } from './assembly.ts'
import { repositoryName } from '../project.ts'
import { addSystemMessage, type SystemText } from './system-message.ts'
import { createSightings, type Sightings } from './sightings.ts'

/** What is known about a session while its file is read; `saveSession` carries it to the next run. */
export interface SessionMemory {
  id: string
  nativeId: string
  hasMessages: boolean
  touched: boolean
  owner?: string | null
  /** Several people write in it. */
  isShared?: boolean
  platform?: string
  cwd?: string
  projectRoot?: string
  repository?: string
  mentionedRepository?: string
  model?: string
  title?: string
  agentVersion?: string
  /** By the format's own header: a branch begins when it was made, not with the first message it copied. */
  startedAt?: number
  firstAt?: number
  lastAt?: number
  endReason?: string
  parent?: SessionStart['parent']
  partial?: boolean
  messages: number
  userMessages: number
  tokens: Partial<Record<TokenCount, number>>
  /** What its system messages say, until it is handed out with the first message. */
  system?: SystemText | undefined
  /** Nothing more will come: dropped once its facts are handed out. */
  ended: boolean
  conversations: Map<string, Conversation>
  sightings: Sightings
}

/** The main conversation of a session, or one of its sub-agents'. */
export interface Conversation {
  position: number
  turn: number
  contextTokens?: number
  /** What the model said last in this turn. */
  said: string
  /** Ids of the latest messages: split lines of one message come close together. */
  messageIds: string[]
}

type TokenCount = 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'costUsd'
const TOKEN_COUNTS: TokenCount[] = ['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'costUsd']

const TITLE_CHARS = 200
/** What the model says before a call is kept to 200 characters; the rest is there to see a secret whole that is cut. */
const SAID_CHARS = 1_000
const CARRIED_SAID_CHARS = 400
/** Lines of one message can be separated by results of parallel calls; more than this many messages never overlap. */
const REMEMBERED_IDS = 16

export const createSession = (assembly: Assembly, nativeId: string): SessionMemory => ({
  id: hashOf(assembly.owner, assembly.source, nativeId),
  nativeId,
  hasMessages: false,
  touched: false,
  messages: 0,
  userMessages: 0,
  tokens: {},
  ended: false,
  conversations: new Map(),
  sightings: createSightings(assembly.callIdsRepeat),
})

export const saveSession = ({ conversations, sightings, ...rest }: SessionMemory) => ({
  ...rest,
  // What goes into the store is redacted, the memory of an unfinished file included.
  conversations: [...conversations].map(([agent, conversation]): [string, Conversation] => [
    agent,
    { ...conversation, said: clip(conversation.said, CARRIED_SAID_CHARS) },
  ]),
  sightings: sightings.save(),
})

export const restoreSession = (assembly: Assembly, saved: ReturnType<typeof saveSession>): SessionMemory => ({
  ...saved,
  conversations: new Map(saved.conversations),
  sightings: createSightings(assembly.callIdsRepeat, saved.sightings),
})

/** Takes from an event what it says about its session, and returns the conversation it belongs to. */
export const noteEvent = (session: SessionMemory, event: SessionEvent): Conversation => {
  session.touched = true
  if (event.at !== undefined) {
    if (session.firstAt === undefined || event.at < session.firstAt) session.firstAt = event.at
    if (session.lastAt === undefined || event.at > session.lastAt) session.lastAt = event.at
  }
  const conversation = conversationOf(session, event.agent)
  switch (event.type) {
    case 'session-start':
      describe(session, event)
      break
    case 'user-message':
      session.hasMessages = true
      if (event.synthetic !== true && event.agent === undefined) {
        session.messages++
        session.userMessages++
      }
      break
    case 'assistant-message':
      session.hasMessages = true
      noteAssistant(session, conversation, event)
      break
    case 'tool-call':
      session.hasMessages = true
      break
    case 'tool-result':
      session.hasMessages = true
      if (event.text !== undefined && event.agent === undefined) session.messages++
      break
    case 'usage':
      noteUsage(session, conversation, event)
      break
    case 'session-end':
      if (event.reason !== undefined) session.endReason = event.reason
      session.ended = true
      break
    case 'compaction':
      break
    case 'system-message':
      // What a sub-agent is told is not the user's doing, and what comes between messages is a note of the program.
      if (event.agent === undefined && !session.hasMessages) session.system = addSystemMessage(session.system, event)
      break
  }
  return conversation
}

export const sessionFact = (session: SessionMemory, assembly: Assembly): SessionFact => ({
  id: session.id,
  source: assembly.source,
  nativeId: session.nativeId,
  owner: ownerOf(session, assembly),
  ...placeOf(session, assembly),
  platform: session.platform,
  cwd: session.cwd,
  model: session.model,
  title: session.title,
  agentVersion: session.agentVersion,
  startedAt: session.startedAt ?? session.firstAt,
  lastAt: session.lastAt,
  endReason: session.endReason,
  parentSession: session.parent?.session,
  parentKind: session.parent?.kind,
  messages: session.messages,
  userMessages: session.userMessages,
  inputTokens: session.tokens.inputTokens,
  outputTokens: session.tokens.outputTokens,
  cacheReadTokens: session.tokens.cacheReadTokens,
  cacheWriteTokens: session.tokens.cacheWriteTokens,
  costUsd: session.tokens.costUsd,
  rank: assembly.rank,
  partial: session.partial === true,
})

/** A chat that names no person is never the local user's, whichever source recorded it. */
const ownerOf = ({ owner, isShared, platform }: SessionMemory, assembly: Assembly): string => {
  if (isShared === true) return UNOWNED
  if (owner === undefined) return isChatPlatform(platform) ? UNOWNED : assembly.owner
  return owner ?? UNOWNED
}

/** What the record says of the repository comes first: the directory may hold another one by now. */
const placeOf = (session: SessionMemory, assembly: Assembly): Pick<SessionFact, 'project' | 'root' | 'repository'> => {
  const { project, root, repository } = assembly.projectOf(session.cwd, session.projectRoot)
  const recorded = session.repository === undefined ? undefined : repositoryName(session.repository)
  const mentioned = session.mentionedRepository === undefined ? undefined : repositoryName(session.mentionedRepository)
  const folders = project?.toLowerCase().split(/[\\/]/) ?? []
  const isOwn = mentioned !== undefined && folders.includes(mentioned.slice(mentioned.lastIndexOf('/') + 1))
  return { project, root, repository: recorded ?? repository ?? (isOwn ? mentioned : undefined) }
}

const conversationOf = (session: SessionMemory, agent: string | undefined): Conversation => {
  const key = agent ?? ''
  let conversation = session.conversations.get(key)
  if (conversation === undefined) {
    conversation = { position: 0, turn: 0, said: '', messageIds: [] }
    session.conversations.set(key, conversation)
  }
  return conversation
}

const DESCRIBED = [
  'owner',
  'platform',
  'cwd',
  'projectRoot',
  'repository',
  'model',
  'title',
  'agentVersion',
  'parent',
] as const

const describe = (session: SessionMemory, event: SessionStart): void => {
  for (const field of DESCRIBED) {
    const value = event[field]
    if (value === undefined || value === '') continue
    // A later record that does not know the owner takes nothing back.
    if (value === null && session.owner !== undefined) continue
    Object.assign(session, {
      [field]: typeof value === 'string' && field === 'title' ? clip(value, TITLE_CHARS) : value,
    })
  }
  if (event.isShared === true) session.isShared = true
  if (event.mentionedRepository !== undefined) session.mentionedRepository ??= event.mentionedRepository
  if (event.partial === true) session.partial = true
  if (event.at !== undefined) session.startedAt ??= event.at
}

const noteAssistant = (session: SessionMemory, conversation: Conversation, event: AssistantMessage): void => {
  if (event.text !== '') conversation.said = event.text.slice(0, SAID_CHARS)
  if (event.model !== undefined && event.agent === undefined) session.model = event.model
  if (isRepeated(conversation.messageIds, event.messageId)) return
  if (event.agent === undefined) session.messages++
}

const noteUsage = (session: SessionMemory, conversation: Conversation, event: Usage): void => {
  if (event.contextTokens !== undefined) conversation.contextTokens = event.contextTokens
  // Messages with an id are counted one by one, because other sessions may hold copies of them.
  if (event.cumulative !== true && event.messageId !== undefined) return
  for (const name of TOKEN_COUNTS) {
    const count = event[name]
    if (count === undefined) continue
    session.tokens[name] = event.cumulative === true ? count : (session.tokens[name] ?? 0) + count
  }
}

/** Whether the id was among the latest ones; remembers it. */
const isRepeated = (ids: string[], id: string | undefined): boolean => {
  if (id === undefined) return false
  if (ids.includes(id)) return true
  ids.push(id)
  if (ids.length > REMEMBERED_IDS) ids.shift()
  return false
}
