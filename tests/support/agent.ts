import type { Agent } from '../../src/agent/agent.ts'
import type { Tool, ToolAnswer, ToolContext } from '../../src/agent/tool.ts'
import type { TurnRequest } from '../../src/agent/turn.ts'
import type { Connection } from '../../src/store/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { scratch, testApp } from './store.ts'
import { scriptedModel } from './scripted-model.ts'

type TestContext = Parameters<typeof scratch>[0]

/** An agent in a directory of its own, with whatever a test wants to be different. */
export const testAgent = async (
  t: TestContext,
  overrides: Partial<Agent> = {},
): Promise<Agent & { store: Connection }> => {
  const directory = scratch(t)
  const app = { ...testApp(directory), now: ticking() }
  const store = overrides.store ?? (await openStore(app.storeAddress))
  if (overrides.store === undefined) t.after(() => void store.close())
  return {
    app,
    model: scriptedModel([]),
    tools: [],
    cwd: directory,
    project: undefined,
    systemPrompt: 'You are a test.',
    limits: { steps: 20, tokens: undefined, outputTokens: undefined },
    compactions: [],
    warm: undefined,
    approve: async () => false,
    ...overrides,
    store,
  }
}

/** A clock that goes on by a second each time somebody looks. */
const ticking = (): (() => number) => {
  let now = Date.UTC(2026, 10, 15)
  return () => (now += 1_000)
}

export const request = (text: string, rest: Partial<TurnRequest> = {}): TurnRequest => ({
  session: 's-1',
  owner: 'sam',
  platform: 'cli',
  text,
  ...rest,
})

export const tool = (
  name: string,
  run: (args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolAnswer> | ToolAnswer,
): Tool => ({
  name,
  description: `the tool ${name}`,
  parameters: { type: 'object', properties: {} },
  run: async (args, context) => run(args, context),
})
