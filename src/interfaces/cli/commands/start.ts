import { join } from 'node:path'
import { messageOf } from '../../../lib/error.ts'
import { makeDirectory } from '../../../lib/make-directory.ts'
import { type StartReport, start } from '../../../operations/start.ts'
import { type Command, type Context, EXIT } from '../command.ts'
import { createProgress } from '../progress.ts'
import { drawReport, writeReport } from '../report-file.ts'
import { type ProgramWord, programWord } from '../program-word.ts'
import { plain } from '../section.ts'
import { counted, syncTable } from '../show-sync.ts'
import { wrap } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { turnOnCommand } from '../turn-on.ts'

export const startCommand: Command = {
  name: 'start',
  summary: 'find the history of every known agent here, read it, and say what to do next',
  details: [
    'Where no agent has left any history, a bundled sample of made-up sessions is used instead, and it says so.',
    'Ends with how reliable they are, what of them could be carried over into new sessions, and the one command that does it. Templates are only proposed: nothing is put to use without your word.',
    'The headline is that of a page with charts, report.html, in WARMSTART_HOME (~/.warmstart; that of the sample beside it in sample/). The page is for you alone (mode 0600): it holds excerpts of your sessions.',
  ],
  run: async (context) => {
    const { terminal } = context
    const progress = createProgress(terminal, 'reading')
    const { report: found, content } = await start(context.app, context.store, progress.update).finally(progress.end)
    const app = { ...context.app, storeAddress: found.store }
    const { page, words } = await drawReport(app, content, { sample: found.sample })
    const program = programWord(app.place)
    const report: StartReport = {
      ...found,
      headline: words,
      page: save(context, page, found.sample),
      turnOn: await turnOnCommand(context.app, found, program.word),
    }
    if (context.isSet('json')) terminal.json(report)
    else for (const line of render(report, program, terminal)) terminal.line(line)
    return EXIT.ok
  },
}

/** What was read is worth showing even where the page cannot be written. */
const save = ({ app, terminal }: Context, page: string, isSample: boolean): string | null => {
  const directory = isSample ? join(app.home, 'sample') : app.home
  const path = join(directory, 'report.html')
  try {
    makeDirectory(directory)
    writeReport(path, page)
    return path
  } catch (error) {
    terminal.note(`warmstart: ${messageOf(error)}`)
    return null
  }
}

const render = (report: StartReport, program: ProgramWord, terminal: Terminal): string[] => {
  const { bold, yellow } = terminal.colors
  const lines = ['']
  if (report.sample) {
    const found = report.notRead.length === 0 ? 'No agent has' : 'No agent whose history can be read has'
    const text = `${found} left any history on this machine, so what follows comes from a bundled sample: made-up sessions, written by a generator, of nobody.`
    lines.push(...wrap(text, terminal.width).map((line) => yellow(line)), '')
  } else {
    lines.push(bold('What your agents have left on this machine'), '')
  }
  lines.push(...syncTable(report, terminal), '', bold('Next'))
  const store = report.sample ? ` --store ${report.store}` : ''
  for (const [command, meaning] of NEXT) {
    lines.push(`  ${program.word} ${command}${store}`, ...wrap(meaning, terminal.width, '      '))
  }
  if (program.addToPath !== undefined) lines.push(`  ${program.addToPath}`, ...wrap(ON_PATH, terminal.width, '      '))
  // Last, because the end is what stays on the screen.
  lines.push('', bold('How reliable'))
  for (const text of report.headline) lines.push(...wrap(text, terminal.width, '  '))
  if (report.page !== null) lines.push('', '  With charts, in your browser:', `  file://${report.page}`)
  return [...lines, ...carryOverLines(report, program, terminal), ...turnOnLines(report, terminal)]
}

const carryOverLines = (
  { carryOver: { inUse, proposed }, sample, store }: StartReport,
  { word }: ProgramWord,
  terminal: Terminal,
): string[] => {
  const lines = ['', terminal.colors.bold('What to carry over')]
  if (inUse.length + proposed.length === 0) {
    const text =
      'Nothing yet: it takes two sessions of a project, of 30 messages or more, that went well and did the same things. Shorter ones are looked at by:'
    return [...lines, ...wrap(text, terminal.width, '  '), `  ${word} build NAME --min-messages 10`]
  }
  for (const [state, templates] of [
    ['in use', inUse],
    ['proposed', proposed],
  ] as const) {
    for (const { template, patterns, recoveries, sessions, shows } of templates) {
      const holds = [counted(patterns, 'pattern'), ...(recoveries === 0 ? [] : [countedRecoveries(recoveries)])]
      const first = shows.length === 0 ? '' : `: ${shows.map(plain).join(', ')}`
      const text = `${plain(template)} (${state}): ${holds.join(', ')} from ${counted(sessions, 'session')}${first}`
      lines.push(...wrap(text, terminal.width, HANGING).map((line, at) => (at === 0 ? line.slice(2) : line)))
    }
  }
  const [first] = proposed
  if (first !== undefined)
    lines.push(
      `  ${word} review ${plain(first.template)}${sample ? ` --store ${store}` : ''}`,
      ...wrap('what one would tell a session, and what it rests on', terminal.width, '      '),
    )
  return lines
}

/** What goes on below its first line stands further in. */
const HANGING = '    '

const countedRecoveries = (count: number): string => (count === 1 ? '1 recovery' : `${count} recoveries`)

const turnOnLines = ({ turnOn, sample, carryOver }: StartReport, terminal: Terminal): string[] => {
  const { bold } = terminal.colors
  if (turnOn === null)
    return carryOver.inUse.length === 0
      ? []
      : ['', ...wrap('It is on: new sessions are given what is in use.', terminal.width)]
  const meaning = sample
    ? 'With sessions of your own this gives new ones what worked in them; `--undo` takes it out again.'
    : carryOver.inUse.length + carryOver.proposed.length === 0
      ? 'Sessions that end are then read at once, and new ones are given what is in use by then; `--undo` takes it out again.'
      : turnOn.includes(' install ')
        ? 'New sessions are then given what worked; `--undo` takes it out again.'
        : 'Your agents have no hooks that we know: those that load skills take it from `load NAME --format skill --out DIR`, MCP clients ask `warmstart mcp`.'
  return ['', bold('Turn it on'), `  ${turnOn}`, ...wrap(meaning, terminal.width, '      ')]
}

/** Hints of all commands say `warmstart`. */
const ON_PATH = 'makes it `warmstart` in every directory, as all hints write it; in the profile of your shell it stays'

const NEXT = [
  ['profile', 'by length, tool, model, project, month; what costs most, and what worked'],
  ['calls --outcome error', 'every failed call, with its cause and the words that gave it away'],
  ['sessions', 'your sessions, newest first; `session ID` shows one call by call'],
  ['explain ID', 'why a call counts as it does, back to file and line'],
  ['propose', 'templates of what worked, one a project, for you to look at and use'],
] as const
