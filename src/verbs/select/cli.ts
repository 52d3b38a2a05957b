import { answer } from '../../interfaces/cli/answer.ts'
import { selectFor } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { OWNER_FLAG, ownerOf, TASK_TYPES } from '../../interfaces/cli/named-template.ts'
import { selectionLines } from './show.ts'

export const selectCommand: Command = {
  name: 'select',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'choose the template for a task, and say why',
  arguments: '[TEXT]',
  positionals: { least: 0, most: 1 },
  flags: {
    type: {
      type: 'string',
      value: 'TYPE',
      choices: TASK_TYPES,
      help: `only templates for this type of task: ${TASK_TYPES.join(', ')}`,
    },
    project: { type: 'string', value: 'PATH', help: 'where the session works: its path or the name of its folder' },
    tools: {
      type: 'string',
      value: 'NAMES',
      help: 'names of the tools that the session has, with commas between them',
    },
    model: {
      type: 'string',
      value: 'NAME',
      help: 'model of the session: leaves out templates that an experiment found to hurt with it',
    },
    'session-key': {
      type: 'string',
      value: 'KEY',
      help: "the session's own id: draws by it, and writes the draw into the ledger",
    },
    experiment: {
      type: 'string',
      value: 'NAME',
      help: 'the experiment that the session belongs to, which holds one session in ten cold (default: none)',
    },
    ...OWNER_FLAG,
  },
  details: [
    'TEXT is what the session is about, usually its first message. Below a floor of relevance nothing is chosen: no examples are better than wrong ones.',
    'Without --session-key the same question gets the same answer and nothing is written. See docs/selection.md.',
  ],
  examples: [
    ['warmstart select "add VAT to the invoice parser"', ''],
    ['warmstart select --project ~/shop', 'by the project alone, as at the start of a session'],
    ['warmstart select "fix the build" --project shop --session-key 7f3a --json', 'for a session'],
  ],
  run: async (context) => {
    const [text] = context.positionals
    const selection = await selectFor(context.app, await context.store(), {
      owner: ownerOf(context),
      text,
      project: projectOf(context.text('project')),
      taskType: context.text('type'),
      tools: context
        .text('tools')
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      model: context.text('model'),
      sessionKey: context.text('session-key'),
      experiment: context.text('experiment'),
      how: 'select',
    })
    return answer(context, selection, selectionLines)
  },
}
