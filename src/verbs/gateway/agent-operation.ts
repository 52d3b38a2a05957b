import { hash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '../../agent/tool.ts'
import type { TurnRequest, TurnResult } from '../../agent/turn.ts'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { AskChat } from '../../gateway/commands/approvals.ts'
import type { ChatSession } from '../../gateway/sessions/chat-session-record.ts'
import type { GatewayConfig } from '../../gateway/config/config.ts'
import { AppError } from '../../lib/error.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import type { Processes } from '../../processes/processes.ts'
import type { Connection } from '../../store/connection.ts'
import { openAgent } from '../run/operation.ts'

/** The agent that answers the messages of a gateway. */
export interface GatewayAgent {
  respond(request: TurnRequest): Promise<TurnResult>
  processes?: Processes | undefined
  compress?: ((chat: ChatSession) => Promise<string>) | undefined
  /** Warnings for the operator of the gateway. */
  warnings?: readonly string[]
  close(): Promise<void>
}

export interface GatewayAgentOptions {
  config: Config
  gateway: Pick<GatewayConfig, 'tools' | 'cwd'>
  /** Tools besides the agent's own. */
  tools: readonly Tool[]
  approve: AskChat
}

/**
 * Makes the agent that the configuration describes, for people in chats. Each owner's sessions work in that owner's
 * directory and see only that owner's data. Processes belong to the session that started them, so they outlive the
 * gateway.
 */
export const createGatewayAgent = async (
  app: App,
  store: Connection,
  { config, gateway, tools, approve }: GatewayAgentOptions,
): Promise<GatewayAgent> => {
  const { cwd } = gateway
  if (cwd !== undefined && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new AppError('config', `gateway.cwd is not a directory that is there: ${cwd}`, {
      hint: 'make it, or leave gateway.cwd out: each person then has a directory of their own',
    })
  const open = await openAgent(app, store, {
    config,
    cwd: cwd ?? workspaces(app),
    ...(cwd === undefined ? { cwdOf: createWorkspaces(app) } : {}),
    ...(gateway.tools === undefined ? { without: HOST_TOOLS } : { tools: gateway.tools.join(',') }),
    episode: { of: 'chats' },
    isHeard: true,
    approve,
    more: tools,
  })
  const { tools: given, sandbox } = open.agent
  const hasHostTools = sandbox === undefined && given.some(({ name }) => HOST_TOOLS.includes(name))
  return {
    respond: open.respond,
    processes: open.processes,
    compress: async ({ session, owner }) =>
      (await open.compress({ session, owner })) ? 'The session is shorter now.' : 'There was nothing to make shorter.',
    warnings: hasHostTools ? [HOST_WARNING] : [],
    close: open.close,
  }
}

/** These tools can read whatever the user who runs the gateway can read: a directory does not confine a command. */
const HOST_TOOLS: readonly string[] = ['terminal', 'process', 'execute_code']
const HOST_WARNING =
  'gateway.tools lets chats run commands on this machine: whoever is admitted can read what you can read'

const workspaces = ({ home }: Pick<App, 'home'>): string => join(home, 'gateway', 'work')

/** The directory of an owner, created on first use. */
const createWorkspaces = (app: Pick<App, 'home'>): ((owner: string) => string) => {
  const made = new Map<string, string>()
  return (owner) => {
    const known = made.get(owner)
    if (known !== undefined) return known
    const directory = join(workspaces(app), directoryName(owner))
    makeDirectory(directory)
    made.set(owner, directory)
    return directory
  }
}

const READABLE_CHARS = 40
const DIGEST_CHARS = 12

/** A readable name that differs for different owners, whatever characters their ids hold. */
const directoryName = (owner: string): string =>
  `${owner.replaceAll(/[^\w-]+/g, '-').slice(0, READABLE_CHARS)}-${hash('sha256', owner, 'hex').slice(0, DIGEST_CHARS)}`
