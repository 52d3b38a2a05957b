import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { openStore } from '../../src/store/open.ts'
import { saveTemplate } from '../../src/template/run.ts'
import { patternDraft, recoveryDraft, templateDraft } from './template-fixture.ts'

const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'warmstart')

type Texts = Record<string, string>
type Reply = Record<string, unknown>

/** What both libraries can do, in the words of one of them. */
export interface McpClient {
  serverVersion(): { name: string; version: string } | undefined
  instructions(): string | undefined
  listTools(): Promise<Reply>
  callTool(params: { name: string; arguments?: Reply }): Promise<Reply>
  listPrompts(params?: { cursor?: string }): Promise<Reply>
  getPrompt(params: { name: string; arguments?: Texts }): Promise<Reply>
  listResources(params?: { cursor?: string }): Promise<Reply>
  listResourceTemplates(): Promise<Reply>
  readResource(params: { uri: string }): Promise<Reply>
  close(): Promise<void>
}

interface Served {
  url: string
  token: string
}

/** A kind of client, over a pipe to a process of its own or to a server that runs. */
export interface ClientKind {
  title: string
  overStdio(env: Texts): Promise<McpClient>
  overHttp(served: Served): Promise<McpClient>
}

const INFO = { name: 'test', version: '1.0.0' }

const today = (title: string, mode: 'legacy' | 'auto' | { pin: string }): ClientKind => {
  const connected = async (transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<McpClient> => {
    const client = new Client(INFO, { versionNegotiation: { mode } })
    await client.connect(transport)
    return {
      serverVersion: () => client.getServerVersion(),
      instructions: () => client.getInstructions(),
      listTools: () => client.listTools(),
      callTool: (params) => client.callTool(params),
      listPrompts: (params) => client.listPrompts(params),
      getPrompt: (params) => client.getPrompt(params),
      listResources: (params) => client.listResources(params),
      listResourceTemplates: () => client.listResourceTemplates(),
      readResource: (params) => client.readResource(params),
      close: () => client.close(),
    }
  }
  return {
    title,
    overStdio: (env) => connected(new StdioClientTransport({ command: PROGRAM, args: ['mcp'], env, stderr: 'ignore' })),
    overHttp: ({ url, token }) =>
      connected(
        new StreamableHTTPClientTransport(new URL(url), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      ),
  }
}

const previous = (title: string): ClientKind => {
  const connected = async (transport: OldStdioTransport | OldHttpTransport): Promise<McpClient> => {
    const client = new OldClient(INFO)
    await client.connect(transport as Parameters<typeof client.connect>[0])
    return {
      serverVersion: () => client.getServerVersion(),
      instructions: () => client.getInstructions(),
      listTools: () => client.listTools(),
      callTool: (params) => client.callTool(params) as Promise<Reply>,
      listPrompts: (params) => client.listPrompts(params),
      getPrompt: (params) => client.getPrompt(params),
      listResources: (params) => client.listResources(params),
      listResourceTemplates: () => client.listResourceTemplates(),
      readResource: (params) => client.readResource(params),
      close: () => client.close(),
    }
  }
  return {
    title,
    overStdio: (env) => connected(new OldStdioTransport({ command: PROGRAM, args: ['mcp'], env, stderr: 'ignore' })),
    overHttp: ({ url, token }) =>
      connected(new OldHttpTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } })),
  }
}

/** Today's library at today's revision and at the one before, and the library before. */
export const CLIENTS: readonly ClientKind[] = [
  today("today's client", { pin: '2026-07-28' }),
  today("today's client that asks first", 'auto'),
  today("today's client as it is without options", 'legacy'),
  previous('the client before'),
]

/** The environment of a server: a home of its own, and nothing of who runs the tests. */
export const serverEnv = (home: string, more: Texts = {}): Texts => ({
  PATH: process.env['PATH'] ?? '',
  HOME: join(home, 'user'),
  WARMSTART_HOME: home,
  WARMSTART_OWNER: 'sam',
  ...more,
})

export interface RunningServer extends Served {
  child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** `warmstart mcp --http` as a process, once it serves. */
export const startHttp = async (env: Texts): Promise<RunningServer> => {
  const child = spawn(PROGRAM, ['mcp', '--http', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let url = ''
  let token = env['WARMSTART_MCP_TOKEN'] ?? ''
  for await (const line of createInterface({ input: child.stderr })) {
    url = /^serving (\S+)$/.exec(line)?.[1] ?? url
    token = /^token: (\S{20,})$/.exec(line)?.[1] ?? token
    if (line.startsWith('token:')) break
  }
  child.stderr.resume()
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    return (await ended)[0] as number | null
  }
  return { url, token, child, stop }
}

/** Names of the templates that `fillStore` makes active. */
export const SHOP = 'shop-go'
export const LETTERS = 'größe-ab'

/** A store below a home with two active templates, one that is not, and one of somebody else. Its recoveries hold for long. */
export const fillStore = async (home: string): Promise<string> => {
  const address = `sqlite:${join(home, 'warmstart.db')}`
  const store = await openStore(address)
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const save = (name: string, owner: string, state: 'active' | 'candidate') =>
    saveTemplate(store, {
      owner,
      name,
      state,
      now: Date.now(),
      description: name === SHOP ? 'Checkout and cart of the shop, in Go' : undefined,
      draft: templateDraft({
        patterns: [patternDraft(`go test ./${name}`, { intent: 'run the checkout tests of the cart package' })],
        recoveries: [
          recoveryDraft('package <...> is not in std', { expiresAt: later, lastSeenAt: new Date().toISOString() }),
        ],
        addendum: `Say ${name} first.`,
      }),
    })
  await save(SHOP, 'sam', 'active')
  await save(LETTERS, 'sam', 'active')
  await save('fresh', 'sam', 'candidate')
  await save('foreign', 'kim', 'active')
  await store.close()
  return address
}
