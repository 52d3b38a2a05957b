import type { ProcessDesk } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { processLines, waitedLines } from './show.ts'
import { deskOf, ID_HELP, shown } from './desk-cli.ts'

const DEFAULT_WAIT_S = 180

type About = Pick<Command, 'summary' | 'flags' | 'details' | 'examples'>

/** Makes a verb that prints the state of one process after it acts. */
const showing = (
  verb: string,
  { details = [], ...about }: About,
  look: (desk: ProcessDesk, id: string) => ReturnType<ProcessDesk['poll']>,
): Command => ({
  ...about,
  name: `process ${verb}`,
  arguments: 'ID',
  positionals: { least: 1, most: 1 },
  details: [...details, ID_HELP],
  run: async (context) => {
    shown(context, await look(await deskOf(context), context.positionals[0] ?? ''), processLines)
    return EXIT.ok
  },
})

export const processPollCommand = showing(
  'poll',
  { summary: 'show the state of a process', examples: [['warmstart process poll 3f9a --json', '']] },
  (desk, id) => desk.poll(id),
)

export const processWaitCommand: Command = {
  name: 'process wait',
  arguments: 'ID',
  positionals: { least: 1, most: 1 },
  summary: 'wait until a process ends',
  flags: { timeout: { type: 'string', value: 'SECONDS', help: `how long at most (default ${DEFAULT_WAIT_S})` } },
  details: [
    'Ends with 0 also when the time is over and the process still runs: the first line says so, and `timedOut` with --json.',
    ID_HELP,
  ],
  examples: [['warmstart process wait 3f9a --timeout 60 --json', '']],
  run: async (context) => {
    const waitS = context.count('timeout') ?? DEFAULT_WAIT_S
    const desk = await deskOf(context)
    const waited = await desk.wait(context.positionals[0] ?? '', waitS * 1_000, new AbortController().signal)
    shown(context, waited, (each) => waitedLines(each, waitS))
    return EXIT.ok
  },
}

export const processKillCommand = showing(
  'kill',
  {
    summary: 'end a process with everything it started',
    details: ['Sends SIGTERM first, and SIGKILL to what is still there. Killing twice is the same as killing once.'],
    examples: [['warmstart process kill 3f9a', '']],
  },
  (desk, id) => desk.kill(id),
)
