import { answer } from '../../interfaces/cli/answer.ts'
import { createInterface } from 'node:readline'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import { gate, readGateInput } from './operation.ts'
import type { GateVerdict } from './shape.ts'

export const gateCommand: Command = {
  name: 'gate',
  summary: 'say whether a command may be shown to a session and run unasked',
  arguments: '[COMMAND]',
  positionals: { least: 0, most: 1 },
  flags: {
    cwd: { type: 'string', value: 'DIR', help: 'root of the project that COMMAND runs in (default: not known)' },
    unattended: { type: 'boolean', help: 'no person can be asked: answer refuse instead of ask' },
  },
  details: [
    'Without COMMAND it reads JSON lines from standard input.',
    'In:  {"command", "cwd"?}',
    'Out: {"show", "run": "allow"|"ask"|"refuse", "why"}, a line each, in order.',
    'A command is shown and run unasked only if all of it is known to be harmless; see docs/trust.md. A line that cannot be read gives show false, run ask, and exit code 2 at the end.',
  ],
  examples: [
    [`warmstart gate 'npm test 2>&1 | tail -5'`, ''],
    [`echo '{"command":"git push"}' | warmstart gate`, ''],
  ],
  run: async (context) => {
    const [command] = context.positionals
    return command === undefined ? judgeLines(context) : judgeOne(context, command)
  },
}

const judgeOne = (context: Context, command: string): Promise<number> => {
  const cwd = context.text('cwd')
  const unattended = context.isSet('unattended')
  const verdict = gate(cwd === undefined ? { command } : { command, cwd }, { unattended })
  return answer(context, verdict, sentenceOf(verdict))
}

const sentenceOf = ({ show, run, why }: GateVerdict): string =>
  show ? 'shown to sessions, run unasked' : `not shown, ${run === 'ask' ? 'asked about' : 'refused'}: it ${why}`

const judgeLines = async ({ terminal, isSet }: Context): Promise<number> => {
  if (process.stdin.isTTY === true) {
    throw new AppError('usage', 'gate needs a command, or JSON lines on standard input', {
      hint: "try `warmstart gate 'npm test'`",
    })
  }
  const unattended = isSet('unattended')
  let bad = 0
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  await terminal.jsonLines(
    (async function* () {
      for await (const line of lines) {
        const input = readGateInput(line)
        if ('problem' in input) {
          bad++
          yield { show: false, run: unattended ? 'refuse' : 'ask', why: `cannot be read: ${input.problem}` }
        } else yield gate(input, { unattended })
      }
    })(),
  )
  if (bad > 0) terminal.note(`${bad} line${bad === 1 ? '' : 's'} could not be read`)
  return bad > 0 ? EXIT.usage : EXIT.ok
}
