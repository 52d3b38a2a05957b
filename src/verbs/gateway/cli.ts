import { messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import { GATEWAY_VERBS } from './verbs-cli.ts'

export const gatewayCommand: Command = {
  name: 'gateway',
  summary: 'let people talk to the agent in chats, and look after their sessions',
  arguments: '[VERB]',
  verbs: GATEWAY_VERBS,
  flags: {
    platform: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'serve this platform; may be given several times (default: those of the configuration)',
    },
  },
  details: [
    'Without a verb it runs until it is stopped. Tokens come from the environment or from .env in WARMSTART_HOME. Only people whom the configuration or a pairing code lets in are answered.',
    'On SIGTERM or Ctrl-C nothing new is begun, what runs is given 30 seconds, and the rest waits for the next gateway. Several gateways may share one PostgreSQL store.',
    'With --platform console it reads one JSON message a line from standard input, writes one JSON reply a line, and ends when everything is answered; on a terminal both are plain text. See docs/gateway.md.',
  ],
  examples: [
    ['warmstart gateway --platform telegram', ''],
    [`echo '{"chat_id":"1","message_id":"1","text":"hello"}' | warmstart gateway --platform console`, ''],
    ['warmstart gateway status', 'what runs, and what is on its way'],
    ['warmstart gateway sessions --active 60', 'chats in which something happened within the hour'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const stop = new AbortController()
    // The first signal stops the gateway in order, the second at once. Neither loses anything.
    process.removeAllListeners('SIGINT')
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (stop.signal.aborted) process.exit(EXIT.interrupted)
        terminal.note('warmstart: stopping; what runs is given 30 seconds, and nothing is lost. Again ends it at once.')
        stop.abort()
      })
    // An unhandled rejection in the library of one platform must not end the other platforms.
    process.on('unhandledRejection', (error) =>
      terminal.note(`warmstart: unhandled error: ${redact(messageOf(error))}`),
    )
    const platforms = platformsIn(context)
    if (platforms.includes('console') && process.stdin.isTTY)
      for (const line of wrap(TYPED, terminal.width)) terminal.note(line)
    const { runGateway } = await import('./run-operation.ts')
    await runGateway(app, await context.store(), {
      platforms,
      log: (line) => terminal.note(`warmstart: ${line}`),
      signal: stop.signal,
    })
    return EXIT.ok
  },
}

/** Without this line, a person at a terminal sees nothing. */
const TYPED = 'warmstart: type a message and press Enter; Ctrl-D or Ctrl-C ends it'

const platformsIn = ({ given }: Context): string[] =>
  given.flatMap(({ name, value }) => (name === 'platform' ? [String(value).toLowerCase()] : []))
