import { answer } from '../../interfaces/cli/answer.ts'
import { type DoctorReport, doctor } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { MODEL_FLAGS, modelFlags } from '../../interfaces/cli/model-flags.ts'
import { renderFacts, renderSection, type ShownFact, renderTable } from '../../interfaces/cli/section.ts'
import { unownedLines } from '../owner/show.ts'
import { lateText } from '../hook/show.ts'
import { configLines } from '../config/show.ts'
import { notReadLines } from '../sync/show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'
import { VERSION } from '../../interfaces/cli/version.mjs'

/** Issues shown per file; the rest is counted. `--json` has them all. */
const SHOWN_PER_FILE = 5

export const doctorCommand: Command = {
  name: 'doctor',
  paged: true,
  answersUnwritable: true,
  summary: 'show what was found where, and what could not be read, and why',
  flags: {
    strict: { type: 'boolean', help: 'exit with 1 when there is any issue' },
    ...MODEL_FLAGS,
    'check-model': { type: 'boolean', help: 'also ask the endpoint of the model; nothing is connected to otherwise' },
  },
  run: async (context) => {
    const report = await doctor(context.app, await context.store(), {
      version: VERSION,
      flags: modelFlags(context),
      checkModel: context.isSet('check-model'),
    })
    await answer(context, report, render)
    const { problem, endpoint } = report.configuration
    const isIll = report.issues.length > 0 || problem !== null || (endpoint !== null && !endpoint.isReachable)
    return context.isSet('strict') && isIll ? EXIT.failed : EXIT.ok
  },
}

const render = (report: DoctorReport, terminal: Terminal): string[] => {
  const versions = `${report.warmstart}, Node ${report.node}, SQLite ${report.sqlite}, ${report.platform}`
  const facts: ShownFact[] = [
    ['warmstart', versions],
    ['store', report.store.address, 'whole'],
    ['engine', report.store.engine],
    ['owner', report.owner],
    ['hooks', hooksText(report.hooks)],
  ]
  const lines = [
    ...renderFacts(facts, terminal),
    ...renderSection('Model', configLines(report.configuration, terminal), terminal),
    '',
  ]
  if (report.places.length === 0) lines.push(...wrap(NOWHERE, terminal.width))
  else {
    const rows = report.places.map((place) => [
      place.source,
      place.path,
      grouped(place.files),
      grouped(place.read),
      grouped(place.behind),
      grouped(place.missing),
    ])
    const columns = [
      { title: 'source' },
      { title: 'place', shrink: 'start' as const },
      { title: 'files', align: 'right' as const },
      { title: 'read', align: 'right' as const },
      { title: 'behind', align: 'right' as const },
      { title: 'gone', align: 'right' as const },
    ]
    lines.push(...renderTable(columns, rows, terminal))
  }
  lines.push(...notReadLines(report, terminal.width))
  return [...lines, ...unownedLines(report, terminal), '', ...issueLines(report, terminal)]
}

const hooksText = ({ arm, limitMs, runs }: DoctorReport['hooks']): string =>
  [lateText(runs), `${grouped(limitMs)} ms at most`, ...(arm === null ? [] : [`WARMSTART_ARM is ${arm}`])].join('; ')

const NOWHERE = 'No history found at any default place. `warmstart sources` lists them.'

const issueLines = (report: DoctorReport, terminal: Terminal): string[] => {
  const { dim, bold, yellow } = terminal.colors
  if (report.issues.length === 0) return ['No issues: everything that was read was understood.']
  const byFile = Map.groupBy(report.issues, (issue) => issue.file)
  const lines = [bold(`${counted(report.issues.length, 'issue')} in ${counted(byFile.size, 'file')}`)]
  for (const [file, issues] of byFile) {
    lines.push('', file)
    for (const issue of issues.slice(0, SHOWN_PER_FILE)) {
      const place = issue.line === 0 ? '' : `line ${issue.line}  `
      lines.push(...wrap(`${place}${yellow(issue.code)}  ${issue.message}`, terminal.width, '  '))
    }
    const rest = issues.length - SHOWN_PER_FILE
    if (rest > 0) lines.push(dim(`  and ${grouped(rest)} more (--json lists all)`))
  }
  return lines
}
