import { randomUUID } from 'node:crypto'
import type { Agent } from '../../agent/agent.ts'
import { DEFAULT_STEPS } from '../../agent/agent.ts'
import { DEFAULT_STRATEGY, STRATEGIES } from '../../agent/compaction/registry.ts'
import type { CompactionStrategy } from '../../agent/compaction/strategy.ts'
import { compressNow } from '../../agent/compress.ts'
import { takeTurn } from '../../agent/loop.ts'
import type { Model } from '../../agent/models/model.ts'
import { systemPrompt } from '../../agent/system-prompt.ts'
import type { ApprovalRequest, Tool, ToolSession } from '../../agent/tool.ts'
import { chooseTools, createTools } from '../../agent/toolsets.ts'
import { createProcessTool } from '../../agent/tools/process.ts'
import { createTerminalTool } from '../../agent/tools/terminal.ts'
import type { AgentEvent, TurnRequest, TurnResult } from '../../agent/turn.ts'
import type { App } from '../../app.ts'
import { type Config, type ConfigFlags, modelSettings, readConfig } from '../../config.ts'
import { AppError } from '../../lib/error.ts'
import { createProcesses } from '../../processes/client.ts'
import type { Processes, Scope } from '../../processes/processes.ts'
import { createProjectFinder } from '../../sources/project.ts'
import type { Connection } from '../../store/connection.ts'
import { countUnended } from '../../store/live/process.ts'
import { openSandbox, requireSandboxOf, toolsBeside } from './sandbox-operation.ts'
import { warmStart } from './warm-operation.ts'
import { warmSessionTool } from '../warm-session/operation.ts'

export interface AgentOptions {
  flags?: ConfigFlags
  /**
   * A configuration that was already read; undefined: the agent reads it from the flags, the directory and the
   * environment.
   */
  config?: Config | undefined
  /** The directory of new sessions. */
  cwd: string
  /** The directory of an owner's new sessions; it exists when the function returns. */
  cwdOf?: ((owner: string) => string) | undefined
  /** Where commands run (`ssh:user@host/dir`, ...); undefined: as configured, else this machine. */
  sandbox?: string | undefined
  /** Names of tools and sets, separated by commas; undefined: as configured, else all. */
  tools?: string | undefined
  /** Names of tools that are left out even if all were chosen. */
  without?: readonly string[] | undefined
  /** auto, off or the name of a template; undefined: as configured, else auto. */
  warm?: string | undefined
  maxSteps?: number | undefined
  maxTokens?: number | undefined
  /**
   * The owner of started processes. An episode, named by the id of a session: the session's next program ends what a
   * killed one left running. Or `chats`: each process belongs to the session that started it, and outlives the
   * program.
   */
  episode?: string | { of: 'chats' } | undefined
  /** Whether the session will still be there to hear of processes that end later. */
  isHeard: boolean
  approve(request: ApprovalRequest, session: ToolSession, signal: AbortSignal): Promise<boolean>
  /** Replaces the configured model. */
  model?: Model | undefined
  /** Tools of the caller, such as those of a gateway. */
  more?: readonly Tool[]
}

/** An agent that is ready for messages, with its warnings and a way to close it. */
export interface OpenAgent {
  agent: Agent
  processes: Processes
  /** Warnings for the user before the first turn. */
  warnings: readonly string[]
  respond(request: TurnRequest): Promise<TurnResult>
  /** Makes a session shorter at the user's request. */
  compress(request: CompressRequest): Promise<boolean>
  /** Changes the warm start of sessions that begin from now on. */
  setWarm(how: string): void
  /** Ends the processes that this episode started, except those to be kept. */
  close(): Promise<void>
}

interface CompressRequest {
  session: string
  owner: string
  strategy?: string | undefined
  on?(event: AgentEvent): void
  signal?: AbortSignal | undefined
}

/**
 * Builds the agent that the configuration describes: model, tools, warm start, limits. It does not connect to the
 * model yet, but checks that the sandbox is there.
 */
export const openAgent = async (app: App, store: Connection, options: AgentOptions): Promise<OpenAgent> => {
  const { cwd } = options
  const config = options.config ?? (await readConfig(app, options.flags ?? {}, cwd))
  const model = options.model ?? (await configuredModel(app, config))
  const episode = episodeOf(options)
  const scopeOf = (session: ToolSession): Scope => episode ?? { kind: 'session', id: session.key }
  const processes = createProcesses(app, async () => store)
  const { isHeard } = options
  const isApart = options.cwdOf !== undefined
  const sandbox = await openSandbox(app, store, options.sandbox ?? config.agent.sandbox?.value)
  const live = { processes, scopeOf, sandbox, isHeard }
  const all = createTools({
    code: { processes, scopeOf, sandbox },
    more: [createTerminalTool(live), createProcessTool(live), warmTool, ...(options.more ?? [])],
  })
  const wanted = options.tools ?? config.agent.tools?.value.join(',')
  const chosen = chooseTools(all, wanted).filter(({ name }) => options.without?.includes(name) !== true)
  const { tools, warnings } = toolsBeside(sandbox, chosen, options.tools)
  const agent: Agent = {
    app,
    store,
    model,
    tools,
    cwd,
    project: createProjectFinder()(cwd, undefined).project,
    sandbox: sandbox?.text,
    systemPrompt: systemPrompt({ cwd, tools, sandbox }),
    limits: {
      steps: options.maxSteps ?? config.agent.maxSteps?.value ?? DEFAULT_STEPS,
      tokens: options.maxTokens ?? config.agent.maxTokens?.value,
      outputTokens: undefined,
    },
    compactions: strategiesFrom(config.agent.compaction?.value),
    warm: warmStart(app, options.warm ?? config.agent.warm?.value ?? 'auto', tools, { isApart }),
    approve: options.approve,
    notices: noticesOf(processes),
  }
  const { cwdOf } = options
  /** A session that began in another directory stays there. */
  const agentOf = (owner: string): Agent => (cwdOf === undefined ? agent : workingIn(agent, cwdOf(owner)))
  return {
    agent,
    processes,
    warnings: [...config.warnings, ...(sandbox?.warnings ?? []), ...warnings, ...toolWarnings(wanted, tools)],
    respond: async (request) => {
      await requireSandboxOf(store, request, sandbox)
      return takeTurn(agentOf(request.owner), request)
    },
    compress: ({ session, owner, strategy, on, signal }) =>
      compressNow(agent, {
        session,
        owner,
        on,
        signal,
        strategies: strategy === undefined ? agent.compactions : [strategyNamed(strategy)],
      }),
    setWarm: (how) => {
      agent.warm = warmStart(app, how, tools, { isApart })
    },
    close: async () => {
      // Ending processes would start their host; if none runs, that is not needed.
      if (episode !== undefined && (await countUnended(store, app)) > 0) await processes.endScope(episode)
      processes.disconnect()
      if (episode !== undefined) await readOwnSessions(app, store)
    },
  }
}

/** Notices of processes can wait; the user's messages cannot. */
const noticesOf = (processes: Processes): NonNullable<Agent['notices']> => ({
  areWaiting: async (key) => (await processes.noticesWaiting(key).catch(() => [])).length > 0,
  claim: async (key, transaction) => (await processes.claimNotices(key, transaction)).map(({ text }) => text),
})

/** Lists the turn that just ended without a `sync`. If the store is busy, the next `sync` reads it. */
const readOwnSessions = async (app: App, store: Connection): Promise<void> => {
  const [{ sync }, { OWN }] = await Promise.all([import('../sync/operation.ts'), import('../../sources/own-source.ts')])
  await sync(app, store, { targets: [{ source: OWN.name }], rebuild: false }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'store-busy')) throw error
  })
}

const episodeOf = ({ episode }: AgentOptions): Scope | undefined =>
  typeof episode === 'object' ? undefined : { kind: 'episode', id: episode ?? randomUUID() }

const workingIn = (agent: Agent, cwd: string): Agent => ({
  ...agent,
  cwd,
  // The session's own directory: a repository around it belongs to another project.
  project: cwd,
  // In a sandbox every session has the same directory.
  systemPrompt: agent.sandbox === undefined ? systemPrompt({ cwd, tools: agent.tools }) : agent.systemPrompt,
})

const configuredModel = async (app: App, config: Config): Promise<Model> => {
  const settings = modelSettings(config)
  const { createModel } = await import('../../agent/models/create-model.ts')
  return createModel(settings, { now: app.now, random: Math.random })
}

const toolWarnings = (wanted: string | undefined, tools: readonly Tool[]): string[] =>
  wanted === undefined
    ? [`all ${tools.length} tools are on, because none was chosen; choose with --tools (${NARROWER})`]
    : []

const NARROWER = 'for example --tools read, or --tools file,terminal'

/** The chosen strategy, then those that need no model, in case it fails. */
const strategiesFrom = (chosen: string | undefined): CompactionStrategy[] => {
  const first = chosen === undefined ? STRATEGIES.find(({ name }) => name === DEFAULT_STRATEGY) : strategyNamed(chosen)
  return first === undefined ? [...STRATEGIES] : [first, ...STRATEGIES.filter((each) => each !== first)]
}

const strategyNamed = (name: string): CompactionStrategy => {
  const found = STRATEGIES.find((each) => each.name === name)
  if (found !== undefined) return found
  throw new AppError('usage', `there is no way to compact that is called ${name}`, {
    hint: `use one of: ${STRATEGIES.map((each) => each.name).join(', ')}`,
  })
}

/** The tool works for the owner of the session, not for the user who runs the program. */
const warmTool: Tool = {
  name: warmSessionTool.name,
  description: warmSessionTool.description,
  parameters: warmSessionTool.parameters,
  run: async (args, { app, store, session }) => {
    const answer = await warmSessionTool.run({ ...app, owner: session.owner }, store, args, { isOwnOnly: true })
    return { text: JSON.stringify(answer), isError: !answer.success }
  },
}
