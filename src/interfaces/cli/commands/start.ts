import { type StartReport, start } from '../../../operations/start.ts'
import { type Command, EXIT } from '../command.ts'
import { createProgress } from '../progress.ts'
import { syncTable } from '../show-sync.ts'
import { wrap } from '../table.ts'
import type { Terminal } from '../terminal.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'find the history of every known agent here, read it, and say what to do next',
  details: [
    'Where no agent has left any history, a bundled sample of made-up sessions is used instead, and it says so.',
  ],
  run: async (context) => {
    const { terminal } = context
    const progress = createProgress(terminal, 'reading')
    const report = await start(context.app, context.store, progress.update).finally(progress.end)
    if (context.isSet('json')) terminal.json(report)
    else for (const line of render(report, terminal)) terminal.line(line)
    return EXIT.ok
  },
}

const render = (report: StartReport, terminal: Terminal): string[] => {
  const { bold, yellow } = terminal.colors
  const lines = ['']
  if (report.sample) {
    const text =
      'No agent has left any history on this machine, so what follows comes from a bundled sample: made-up sessions, written by a generator, of nobody.'
    lines.push(...wrap(text, terminal.width).map((line) => yellow(line)), '')
  } else {
    lines.push(bold('What your agents have left on this machine'), '')
  }
  lines.push(...syncTable(report, terminal), '', bold('Next'))
  const store = report.sample ? ` --store ${report.store}` : ''
  for (const [command, meaning] of NEXT) lines.push(`  bin/warmstart ${command}${store}`, `      ${meaning}`)
  return lines
}

const NEXT = [
  ['calls --outcome error', 'every failed call, with its cause and the words that gave it away'],
  ['sessions', 'your sessions, newest first; `session ID` shows one call by call'],
  ['explain ID', 'why a call counts as it does, back to file and line'],
] as const
