import { join } from 'node:path'
import type { App } from '../../src/app.ts'
import { agentsWith } from '../../src/interfaces/hooks/registry.ts'
import { getPrompt } from '../../src/interfaces/mcp/prompts.ts'
import { readResource } from '../../src/interfaces/mcp/resources.ts'
import { toolsFor } from '../../src/interfaces/mcp/tools.ts'
import { AppError } from '../../src/lib/error.ts'
import { deliver } from '../../src/verbs/hook/deliver-operation.ts'
import { loadSeed } from '../../src/verbs/load/operation.ts'
import { propose } from '../../src/verbs/propose/operation.ts'
import { sync } from '../../src/verbs/sync/operation.ts'
import { show } from '../../src/verbs/list/templates-operation.ts'
import { promote } from '../../src/verbs/edit/templates-change-operation.ts'
import { FORMATS } from '../../src/provision/formats.ts'
import type { Connection } from '../../src/store/connection.ts'
import { openStore } from '../../src/store/open.ts'
import { type NativeCall, type NativeStep, writeNativeSession } from './native-session.ts'
import { scratch, testApp } from './store.ts'

const START = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000

export type Test = Parameters<typeof scratch>[0]

export const bash = (command: string, result: string): NativeCall => ({
  tool: 'Bash',
  args: { command, description: 'Check it' },
  result,
})

/** Honest work, as much of it as a session needs to be mined. Of a program at most two patterns are shown, so none of its programs is one of a channel. */
const work = (round: number): NativeStep[] => [
  { user: `Fix the total of the cart, part ${round}` },
  {
    say: 'I look at the cart first.',
    calls: [
      { tool: 'Read', args: { file_path: 'src/total.ts' }, result: 'export const total = 1' },
      { tool: 'Edit', args: { file_path: 'src/total.ts', old_string: 'a', new_string: 'b' }, result: 'updated' },
      bash('deno fmt', 'Checked 3 files'),
    ],
  },
  ...Array.from({ length: 14 }, (_, at) => ({
    say: 'Once more.',
    calls: [bash('bun run typecheck', at % 2 === 0 ? '' : 'Found 0 errors.')],
  })),
  { say: 'It is done.' },
]

/** Sessions of one project; what happens in each of them before the honest work. */
export interface Planted {
  project: string
  sessions: { steps: readonly NativeStep[]; entrypoint?: string }[]
}

export const directoryOf = (project: string): string => `/home/sam/${project}`

export const sessionId = (project: number, session: number): string =>
  `5e551000-${String(project).padStart(4, '0')}-4000-8000-${String(session).padStart(12, '0')}`

/** A store that has read sessions of two agents in turn, with an active template for every project that gives one. */
export const storeWith = async (
  t: Test,
  planted: readonly Planted[],
  address = 'sqlite::memory:',
): Promise<{ app: App; store: Connection; templates: Map<string, string> }> => {
  const root = scratch(t)
  for (const [number, { project, sessions }] of planted.entries()) {
    for (const [session, { steps, entrypoint }] of sessions.entries()) {
      writeNativeSession(root, {
        agent: session % 2 === 0 ? 'claude-code' : 'codex',
        id: sessionId(number, session),
        directory: directoryOf(project),
        startedAt: START + (number * 12 + session) * HOUR,
        steps: [...steps, ...work(session)],
        entrypoint,
      })
    }
  }
  const app = testApp(root, address)
  const store = await openStore(app.storeAddress)
  t.after(() => store.close().catch(() => undefined))
  await sync(app, store, { targets: [{ path: join(root, 'claude') }, { path: join(root, 'codex') }], rebuild: false })
  const { proposed } = await propose(app, store, {})
  for (const { template } of proposed) await promote(store, { owner: app.owner, name: template.name, now: app.now() })
  return {
    app,
    store,
    templates: new Map(proposed.map(({ template }) => [template.scope.project ?? '', template.name])),
  }
}

/** Everything that a session, a program or a person could be given of a template, as one text. */
export const everythingOf = async (app: App, store: Connection, name: string): Promise<string> => {
  const texts = [JSON.stringify(await show(store, { owner: app.owner, name }))]
  for (const { name: format, compile } of FORMATS) {
    for (const form of compile.history === undefined ? (['text'] as const) : (['history', 'text'] as const)) {
      const options = { name, format, form, dose: 15, workflows: 5 }
      texts.push(await unlessNothing(async () => (await loadSeed(app, store, options)).text))
    }
  }
  const warmSession = toolsFor(undefined).find((tool) => tool.name === 'warm_session')
  for (const given of [{ action: 'load', name }, { action: 'list' }])
    texts.push(JSON.stringify(await warmSession?.run(app, store, given)))
  texts.push(await unlessNothing(async () => JSON.stringify(await getPrompt(app, async () => store, { name }))))
  for (const uri of [`template://${name}`, `template://${name}/seed`])
    texts.push(await unlessNothing(async () => JSON.stringify(await readResource(app, async () => store, uri))))
  return texts.join('\n')
}

/** A text, or none where there is nothing to make it of. */
export const unlessNothing = async (make: () => Promise<string>): Promise<string> => {
  try {
    return await make()
  } catch (error) {
    if (error instanceof AppError && (error.code === 'empty-template' || error.code === 'nothing-found')) return ''
    throw error
  }
}

/** What hooks give at every moment of sessions that work in a directory, for every agent that has hooks. */
export const hookTexts = async (
  app: App,
  store: Connection,
  { project, failures }: { project: string; failures: readonly { tool: string; message: string }[] },
): Promise<string[]> => {
  const texts: string[] = []
  const circumstances = {
    owner: app.owner,
    now: app.now(),
    env: {},
    mostBytes: 100_000,
    machine: 'desk',
    isNear: () => false,
    arm: 'warm' as const,
  }
  for (const source of agentsWith('agent')) {
    const told = async (sessionKey: string, moment: object): Promise<void> => {
      const given = { cwd: directoryOf(project), sessionKey, ...moment } as Parameters<typeof deliver>[1]
      const { text } = await deliver(store, given, { ...circumstances, source })
      if (text !== undefined) texts.push(text)
    }
    await told(`${project}-a`, { kind: 'start' })
    await told(`${project}-a`, { kind: 'compaction' })
    await told(`${project}-b`, { kind: 'prompt', text: 'Fix the total of the cart and run the tests' })
    for (const [nth, failure] of failures.entries())
      await told(`${project}-f${Math.floor(nth / 3)}`, { kind: 'failed-call', ...failure })
  }
  return texts
}

export const failuresIn = (steps: readonly NativeStep[]): { tool: string; message: string }[] =>
  steps.flatMap(({ calls = [] }) =>
    calls.filter(({ isError }) => isError === true).map(({ tool, result }) => ({ tool, message: result })),
  )
