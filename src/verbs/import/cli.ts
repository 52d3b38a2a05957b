import { answer } from '../../interfaces/cli/answer.ts'
import { importTemplates } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { currentProject } from '../lessons/current-project.ts'
import { importedLines } from './show.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'take templates or lessons in from a pack, or templates from files of `hermes warm`',
  arguments: 'FILE',
  positionals: { least: 1, most: 1 },
  flags: {
    name: {
      type: 'string',
      value: 'NAME',
      help: 'another name for it; of several templates, the prefix of their names',
    },
    'allow-unknown-key': { type: 'boolean', help: 'take a pack that is signed by a key you do not know' },
    'allow-unsigned': { type: 'boolean', help: 'take a pack without a signature' },
    project: {
      type: 'string',
      value: 'PATH',
      help: "of a pack of lessons: the project here that they are about (default: the current directory's)",
    },
    ...OWNER_FLAG,
  },
  details: [
    'FILE is a pack, as `warmstart export` writes it; - is standard input. Or it is a template file of the first generation, or a directory of these: of ~/.hermes the folders warm_sessions, session_templates, session-templates and warm_templates are read.',
    'What comes in is quarantined: no session gets it before you have looked at it and promoted it. Destructive commands, text that talks to a model and secrets are dropped on the way in, and told. A lesson of a pack is told after a yes to its own line only: `warmstart lessons review`. A template of the same name is never changed; importing again changes nothing. No code of a pack is ever run.',
    'See docs/sharing.md.',
  ],
  examples: [
    ['warmstart import shop.pack.json', 'signed with a key that you trust: see `warmstart keys`'],
    ['warmstart import shop.pack.json --name their-shop', ''],
    ['warmstart import ~/.hermes', 'the templates that `hermes warm` has left behind'],
  ],
  run: async (context) => {
    const [path = ''] = context.positionals
    const report = await importTemplates(context.app, await context.store(), {
      path,
      owner: ownerOf(context),
      name: context.text('name'),
      allowUnknownKey: context.isSet('allow-unknown-key'),
      allowUnsigned: context.isSet('allow-unsigned'),
      project: projectOf(context.text('project')) ?? (await currentProject(context)),
    })
    await answer(context, report, importedLines)
    const isKept =
      report.templates.some(({ became }) => became !== 'nothing') || (report.lessons?.arrived.length ?? 0) > 0
    return isKept ? EXIT.ok : EXIT.failed
  },
}
