import { AppError } from '../../lib/error.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { SANDBOX_FLAG } from '../../interfaces/cli/sandbox-flag.ts'
import { deskOf } from './desk-cli.ts'

export const processStartCommand: Command = {
  name: 'process start',
  summary: 'start a command that goes on in the background',
  arguments: '-- COMMAND...',
  positionals: { least: 0, most: 50 },
  takesRest: true,
  flags: {
    pty: { type: 'boolean', help: 'in a terminal of its own (30 rows, 120 columns)' },
    workdir: { type: 'string', value: 'DIR', help: 'where the command runs (default: here)' },
    sandbox: SANDBOX_FLAG,
  },
  details: [
    'Prints an id and returns at once. The command goes on when this shell or the host ends. One word behind -- is taken as text for a shell, several are taken as they are.',
  ],
  examples: [
    ['warmstart process start -- python3 -m http.server', 'prints proc_3f9a… and its pid'],
    ["warmstart process start --pty -- 'python3 -i'", 'in a terminal, for programs that want one'],
    ['warmstart process start --sandbox ssh:sam@box/srv/app -- make', 'on another machine'],
  ],
  run: async (context) => {
    const { positionals, rest = [], terminal } = context
    if (positionals.length > 0 && rest.length > 0) throw usage(`${positionals[0]} stands before --`)
    const words = rest.length > 0 ? rest : positionals
    if (words.every((word) => word.trim() === '')) throw usage('a command is missing')
    const { note, ...started } = await (await deskOf(context)).start({
      words,
      workdir: context.text('workdir'),
      pty: context.isSet('pty'),
      sandbox: context.text('sandbox'),
    })
    if (note !== undefined) terminal.note(note)
    if (context.isSet('json')) terminal.json(started)
    else terminal.line(`${started.id}  pid ${started.pid ?? 'unknown'}`)
    if (terminal.isInteractive && !context.isSet('json')) terminal.note(terminal.colors.dim(nextSteps(started.id)))
    return EXIT.ok
  },
}

const nextSteps = (id: string): string =>
  ['log', 'kill'].map((verb) => `warmstart process ${verb} ${id.slice('proc_'.length, ID_SHOWN)}`).join('; ')

/** Four digits of an id are enough if no other id begins with them. */
const ID_SHOWN = 'proc_'.length + 4

const usage = (reason: string): AppError =>
  new AppError('usage', reason, { hint: 'as in `warmstart process start -- COMMAND`' })
