import { AppError } from '../../lib/error.ts'
import { checkPackPlace, exportPack, writePack } from './operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { currentProject } from '../lessons/current-project.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'
import { exportedLines } from './show.ts'

const MOST_NAMES = 200

export const exportCommand: Command = {
  name: 'export',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'write templates, or the lessons of a project, into a signed pack for others',
  arguments: 'NAME...|--lessons --out FILE',
  positionals: { least: 0, most: MOST_NAMES },
  flags: {
    out: { type: 'string', value: 'FILE', help: 'the pack to write; - is standard output' },
    lessons: { type: 'boolean', help: 'the lessons of a project that are in use, in place of templates' },
    project: { type: 'string', value: 'PATH', help: "with --lessons: the project (default: the current directory's)" },
    'with-conventions': { type: 'boolean', help: 'take the rules along that you have stated: your own words' },
    'with-user-patterns': { type: 'boolean', help: 'take along how you talk to agents' },
    'no-sign': { type: 'boolean', help: 'do not sign it; most others refuse an unsigned pack' },
    force: { type: 'boolean', help: 'replace FILE if it is there' },
    ...OWNER_FLAG,
  },
  details: [
    NAMED_BY,
    'Only active templates leave. Ids of sessions, paths of projects, your name and your conventions stay here. A template in which a secret, your home directory or the name of your machine is left is refused, and then nothing is written.',
    'With --lessons, mistakes and remedies leave as data, with what the ledger and the newest experiment about these very lessons found. Rules, which are your own words, lessons of the machine and evidence stay here. On the other side, a person must say yes to each lesson before sessions are told it.',
    'The first export makes your key, ~/.warmstart/keys/signing.pem. See docs/sharing.md.',
  ],
  examples: [
    ['warmstart export shop --out shop.pack.json', ''],
    ['warmstart export shop tools --with-conventions --out team.pack.json', 'two templates, with your rules'],
    ['warmstart export --lessons --out shop-lessons.pack.json', 'the lessons of this project'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const out = context.text('out')
    if (out === undefined)
      throw new AppError('usage', 'export needs --out', { hint: 'as in --out shop.pack.json; - is standard output' })
    if (out === '-' && context.isSet('json'))
      throw new AppError('usage', 'standard output cannot take both the pack and --json', {
        hint: 'name a file with --out',
      })
    const force = context.isSet('force')
    const path = out === '-' ? null : checkPackPlace(out, { force })
    if (context.isSet('lessons')) return exportOfLessons(context, { path, force })
    if (context.positionals.length === 0)
      throw new AppError('usage', 'NAME... is missing', { hint: 'name templates, or add --lessons' })
    const { text, ...made } = await exportPack(app, await context.store(), {
      names: context.positionals,
      owner: ownerOf(context),
      withConventions: context.isSet('with-conventions'),
      withUserPatterns: context.isSet('with-user-patterns'),
      sign: !context.isSet('no-sign'),
    })
    if (path === null) await terminal.document(text)
    else writePack(path, text, { force })
    const report = { path, ...made }
    if (context.isSet('json')) terminal.json(report)
    else for (const line of exportedLines(report, terminal)) (path === null ? terminal.note : terminal.line)(line)
    return EXIT.ok
  },
}

const exportOfLessons = async (
  context: Context,
  { path, force }: { path: string | null; force: boolean },
): Promise<number> => {
  const { app, terminal, positionals } = context
  if (positionals.length > 0)
    throw new AppError('usage', 'a pack holds templates or the lessons of a project', {
      hint: 'export them one by one',
    })
  const [{ exportLessons }, { lessonsExportedLines }] = await Promise.all([
    import('./lessons-operation.ts'),
    import('./lessons-show.ts'),
  ])
  const { text, ...made } = await exportLessons(app, await context.store(), {
    project: projectOf(context.text('project')) ?? (await currentProject(context)),
    sign: !context.isSet('no-sign'),
  })
  if (path === null) await terminal.document(text)
  else writePack(path, text, { force })
  const report = { path, ...made }
  if (context.isSet('json')) terminal.json(report)
  else for (const line of lessonsExportedLines(report, terminal)) (path === null ? terminal.note : terminal.line)(line)
  return EXIT.ok
}
