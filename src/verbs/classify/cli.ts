import { createInterface } from 'node:readline'
import { AppError } from '../../lib/error.ts'
import { classify, readClassifyInput } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'

export const classifyCommand: Command = {
  name: 'classify',
  summary: 'judge results given on standard input, one JSON object a line',
  details: [
    'In:  {"tool", "arguments"?, "result", "isError"?, "exitCode"?}',
    'Out: {"outcome", "cause", "rung", "rule", "evidence", "masked"}, a line each, in order.',
    'A line that cannot be read gives {"outcome":"unknown","rule":"bad-input",...} and exit code 2 at the end.',
  ],
  examples: [
    [
      `echo '{"tool":"Bash","arguments":{"command":"ls x"},"result":"ls: x: No such file or directory"}' | warmstart classify`,
      '',
    ],
  ],
  run: async ({ terminal }) => {
    if (process.stdin.isTTY === true) {
      throw new AppError('usage', 'classify reads JSON lines from standard input', {
        hint: 'see `warmstart classify --help` for an example',
      })
    }
    let bad = 0
    const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
    await terminal.jsonLines(
      (async function* () {
        for await (const line of lines) {
          const input = readClassifyInput(line)
          if (!('problem' in input)) {
            yield classify(input)
            continue
          }
          bad++
          yield {
            outcome: 'unknown',
            cause: null,
            rung: 'none',
            rule: 'bad-input',
            evidence: input.problem,
            masked: false,
          }
        }
      })(),
    )
    if (bad > 0) terminal.note(`${bad} line${bad === 1 ? '' : 's'} could not be read`)
    return bad > 0 ? EXIT.usage : EXIT.ok
  },
}
