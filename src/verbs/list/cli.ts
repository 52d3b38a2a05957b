import { answer } from '../../interfaces/cli/answer.ts'
import { list } from './templates-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { templateListLines } from './show.ts'
import { OWNER_FLAG, ownerOf, STATES, TASK_TYPES } from '../../interfaces/cli/named-template.ts'

export const listCommand: Command = {
  name: 'list',
  paged: true,
  aliases: ['list-templates'],
  readsOnly: true,
  answersUnwritable: true,
  summary: 'list templates, newest first, with how often they were used and how that went',
  flags: {
    type: {
      type: 'string',
      value: 'TYPE',
      choices: TASK_TYPES,
      help: `only of this task type: ${TASK_TYPES.join(', ')}`,
    },
    tag: { type: 'string', value: 'TAG', help: 'only with this tag' },
    state: { type: 'string', value: 'STATE', choices: STATES, help: `only in this state: ${STATES.join(', ')}` },
    project: { type: 'string', value: 'PATH', help: 'only of this project: its path or the name of its folder' },
    ...OWNER_FLAG,
  },
  details: ['A template that is damaged is named with the reason; the others are listed as ever.'],
  examples: [['warmstart list --state candidate', 'what was proposed and waits for you']],
  run: async (context) => {
    const found = await list(await context.store(), {
      owner: ownerOf(context),
      taskType: context.text('type'),
      tag: context.text('tag'),
      state: context.text('state'),
      project: projectOf(context.text('project')),
    })
    return answer(context, found, templateListLines)
  },
}
