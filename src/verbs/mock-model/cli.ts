import { readFileSync } from 'node:fs'
import { readScript } from '../../scripted-model/script.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { forShell } from '../../interfaces/cli/program-word.ts'

export const mockModelCommand: Command = {
  name: 'mock-model',
  summary: 'serve a scripted model on this machine, for tests and demonstrations',
  arguments: 'SCRIPT',
  positionals: { least: 1, most: 1 },
  flags: {
    port: { type: 'string', value: 'P', help: 'the port on 127.0.0.1 (default, and 0: any that is free)' },
    keep: { type: 'string', value: 'N', help: 'how many requests are kept for GET /requests (default: 500)' },
  },
  details: [
    'Speaks like OpenAI (/v1/chat/completions, /v1/responses, /v1/models), Anthropic (/v1/messages) and Google (/v1beta/models/MODEL:generateContent), streaming and not. What it says stands in a JSON file: replies in order, or rules that look at what was asked; also faults, such as 429, a stream that is cut, or no answer at all.',
    'Prints its address and serves until it is stopped. GET /requests shows what was asked. See docs/mock-model.md.',
  ],
  examples: [
    ['warmstart mock-model script.json', 'prints the address'],
    ['warmstart mock-model script.json --port 8099 --json', 'one line of JSON for scripts'],
  ],
  run: async (context) => {
    const [file = ''] = context.positionals
    const port = portOf(context.text('port'))
    const script = readScript(readFile(file), file)
    const stop = new Promise<void>((resolve) => {
      // Stopping a server loses nothing, so the usual message about an interrupted import does not fit here.
      process.removeAllListeners('SIGINT')
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve())
    })
    const keepRequests = context.count('keep')
    const { serveMockModel } = await import('../../scripted-model/serve.ts')
    const server = await serveMockModel(script, { port, ...(keepRequests === undefined ? {} : { keepRequests }) })
    const addresses = { address: server.address, port: server.port, openai: `${server.address}/v1`, pid: process.pid }
    if (context.isSet('json')) context.terminal.json(addresses)
    else {
      context.terminal.line(`serving ${file} at ${server.address}`)
      context.terminal.line(`  OpenAI clients: ${server.address}/v1`)
      context.terminal.line(`  Anthropic and Google clients: ${server.address}`)
      const [model = 'scripted'] = script.models ?? []
      context.terminal.line('  this program, in another terminal:')
      context.terminal.line(`    export WARMSTART_BASE_URL=${server.address}/v1 WARMSTART_MODEL=${forShell(model)}`)
      context.terminal.line('    warmstart run "hello"')
    }
    await stop
    await server.close()
    return EXIT.ok
  },
}

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new AppError('no-such-file', `the script ${file} cannot be read: ${messageOf(error)}`, {
      hint: 'docs/mock-model.md has some to begin with',
      cause: error,
    })
  }
}

const portOf = (given: string | undefined): number => {
  if (given === undefined) return 0
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  if (port <= 65_535) return port
  throw new AppError('usage', `--port needs a number from 0 to 65535, not ${given}`, { hint: 'as in --port 8099' })
}
