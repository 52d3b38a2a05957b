import type { ApprovalRequest, Tool, ToolContext } from '../../src/agent/tool.ts'
import type { LiveProcesses } from '../../src/agent/tools/live-processes.ts'
import type { Connection } from '../../src/store/connection.ts'
import { type SimpleProcesses, simpleProcesses } from './simple-processes.ts'
import { testApp } from './store.ts'

export interface TerminalContext {
  processes: SimpleProcesses
  live: LiveProcesses
  context: ToolContext
  asked: ApprovalRequest[]
  stop: AbortController
}

/** A session in a directory. Its person says yes to everything that is asked, or no where `says` is false. */
export const terminalContext = (
  t: { after(clean: () => void): void },
  cwd: string,
  options: { says?: boolean; startedAt?: number; live?: Partial<LiveProcesses>; processes?: SimpleProcesses } = {},
): TerminalContext => {
  const processes = options.processes ?? simpleProcesses()
  t.after(() => processes.stopAll())
  const asked: ApprovalRequest[] = []
  const stop = new AbortController()
  const context: ToolContext = {
    app: testApp(cwd),
    store: undefined as unknown as Connection,
    session: { id: 's1', key: 'chat:1', owner: 'sam', project: cwd, startedAt: options.startedAt ?? 0 },
    cwd,
    signal: stop.signal,
    approve: (request) => {
      asked.push(request)
      return Promise.resolve(options.says ?? true)
    },
  }
  return {
    processes,
    live: { processes, scopeOf: () => ({ kind: 'episode', id: 'e1' }), ...options.live },
    context,
    asked,
    stop,
  }
}

export interface Answered {
  fields: Record<string, unknown>
  isError: boolean
}

/** What a tool answers, read as its users read it. */
export const call = async (
  tool: Tool,
  context: ToolContext,
  args: Readonly<Record<string, unknown>>,
): Promise<Answered> => {
  const { text, isError = false } = await tool.run(args, context)
  return { fields: JSON.parse(text) as Record<string, unknown>, isError }
}
