import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { AppError } from '../../lib/error.ts'
import { checkPackPlace, writePack } from '../export/operation.ts'
import { currentProject } from './current-project.ts'

export const exportLessonsCommand: Command = {
  name: 'lessons export',
  summary: 'write the lessons of a project that are in use into a signed pack for somebody else',
  arguments: '--out FILE',
  flags: {
    out: { type: 'string', value: 'FILE', help: 'the pack to write; - is standard output' },
    project: { type: 'string', value: 'PATH', help: "the project (default: the current directory's)" },
    'no-sign': { type: 'boolean', help: 'do not sign it; few will take it then' },
    force: { type: 'boolean', help: 'replace FILE if it is there' },
  },
  details: [
    'Mistakes and remedies leave as data, with what the ledger and the newest experiment about these very lessons found. Rules, which are your own words, lessons of the machine, ids of sessions and paths outside of the project stay here. `warmstart import FILE` takes the pack in on the other side, where no lesson is told before a person said yes to it.',
  ],
  examples: [['warmstart lessons export --out shop-lessons.pack.json', '']],
  run: async (context) => {
    const { app, terminal } = context
    const out = context.text('out')
    if (out === undefined)
      throw new AppError('usage', 'export needs --out', {
        hint: 'as in --out shop-lessons.pack.json; - is standard output',
      })
    if (out === '-' && context.isSet('json'))
      throw new AppError('usage', 'standard output cannot take both the pack and --json', {
        hint: 'name a file with --out',
      })
    const force = context.isSet('force')
    const path = out === '-' ? null : checkPackPlace(out, { force })
    const { exportLessons } = await import('./export-operation.ts')
    const { text, ...made } = await exportLessons(app, await context.store(), {
      project: projectOf(context.text('project')) ?? (await currentProject(context)),
      sign: !context.isSet('no-sign'),
    })
    if (path === null) await terminal.document(text)
    else writePack(path, text, { force })
    const report = { path, ...made }
    const { lessonsExportedLines } = await import('./export-show.ts')
    if (context.isSet('json')) terminal.json(report)
    else
      for (const line of lessonsExportedLines(report, terminal)) (path === null ? terminal.note : terminal.line)(line)
    return EXIT.ok
  },
}
