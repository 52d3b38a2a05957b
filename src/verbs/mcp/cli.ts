import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/error.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'

const DEFAULT_PORT = 7717
const TOKEN_BYTES = 32
/** A shorter token could be guessed. */
const SHORTEST_TOKEN_CHARS = 16

export const mcpCommand: Command = {
  name: 'mcp',
  readsOnly: true,
  summary: 'serve lessons, templates and recoveries to agents over MCP',
  flags: {
    http: { type: 'boolean', help: 'streamable HTTP on 127.0.0.1 instead of standard input and output' },
    port: { type: 'string', value: 'N', help: `with --http: the port (default: ${DEFAULT_PORT}; 0: any that is free)` },
  },
  details: [
    'An agent starts it by itself: register the command `warmstart mcp` as an MCP server. It ends when its standard input does.',
    'With --http it serves until it is stopped, at http://127.0.0.1:PORT/mcp, and every request needs a token: the one in WARMSTART_MCP_TOKEN, or a new one, which is printed once on standard error and stored nowhere.',
    'Tools: warm_session, lessons, select_template, recovery_for_error, report_outcome. Lessons and active templates are prompts and resources too. See docs/mcp.md.',
  ],
  examples: [
    ['warmstart mcp', 'for the configuration of an agent'],
    ['warmstart mcp --http --port 7717', 'for clients that connect by an address'],
  ],
  run: async (context) => {
    const port = portOf(context)
    const stop = new AbortController()
    // Stopping a server loses nothing, so the usual message about an interrupted import does not fit here.
    process.removeAllListeners('SIGINT')
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
    const [{ createStoreDoor }, { VERSION }] = await Promise.all([
      import('../../interfaces/mcp/store-door.ts'),
      import('../../interfaces/cli/version.mjs'),
    ])
    const { app, terminal } = context
    const door = createStoreDoor(app.storeAddress)
    const served = { app, door, version: VERSION, log: (line: string) => terminal.note(`warmstart: ${line}`) }
    try {
      if (port === undefined) {
        const { serveOverStdio } = await import('../../interfaces/mcp/serve-stdio.ts')
        await serveOverStdio({ ...served, directory: process.cwd() }, stop.signal)
      } else {
        const { token, isGiven } = tokenOf(app.place.env)
        const { serveOverHttp } = await import('../../interfaces/mcp/serve-http.ts')
        await serveOverHttp(served, {
          port,
          token,
          signal: stop.signal,
          onListening: (address) => {
            terminal.note(`serving ${address}`)
            terminal.note(isGiven ? 'token: the one in WARMSTART_MCP_TOKEN' : `token: ${token}`)
          },
        })
      }
    } finally {
      await door.close()
    }
    return EXIT.ok
  },
}

/** The port for HTTP; undefined: standard input and output. */
const portOf = ({ isSet, text }: Context): number | undefined => {
  const given = text('port')
  if (!isSet('http')) {
    if (given === undefined) return undefined
    throw new AppError('usage', '--port belongs to --http', { hint: `as in --http --port ${given}` })
  }
  const port = given === undefined ? DEFAULT_PORT : /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  if (port <= 65_535) return port
  throw new AppError('usage', `--port needs a number from 0 to 65535, not ${given}`, { hint: 'as in --port 7717' })
}

const tokenOf = (env: Record<string, string | undefined>): { token: string; isGiven: boolean } => {
  const given = env['WARMSTART_MCP_TOKEN'] ?? ''
  if (given === '') return { token: randomBytes(TOKEN_BYTES).toString('base64url'), isGiven: false }
  if (given.length >= SHORTEST_TOKEN_CHARS && /^[\x21-\x7e]{1,500}$/.test(given)) return { token: given, isGiven: true }
  throw new AppError('usage', `WARMSTART_MCP_TOKEN must have ${SHORTEST_TOKEN_CHARS} to 500 visible letters`, {
    hint: 'leave it out, and a good one is made',
  })
}
