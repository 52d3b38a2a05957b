import { answer } from '../../interfaces/cli/answer.ts'
import { propose } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { FILTER_FLAGS, projectOf } from '../../interfaces/cli/history-filter.ts'
import { proposalLines } from './show.ts'

const { project } = FILTER_FLAGS

export const proposeCommand: Command = {
  name: 'propose',
  paged: true,
  summary: 'propose templates from the sessions that went best',
  positionals: { least: 0, most: 0 },
  flags: {
    ...(project && { project }),
    'min-support': {
      type: 'string',
      value: 'N',
      help: 'independent sessions in which a thing must have worked (default 2)',
    },
    owner: { type: 'string', value: 'NAME', help: 'whose sessions and templates (default: the local user)' },
  },
  details: [
    'One candidate for each project with enough sessions that went well. No session is given a candidate until you have looked at it (`warmstart review`) and promoted it (`warmstart promote`).',
  ],
  examples: [
    ['warmstart propose', 'for every project'],
    ['warmstart propose --project shop', 'for one'],
  ],
  run: async (context) => {
    const proposals = await propose(context.app, await context.store(), {
      project: projectOf(context.text('project')),
      minSupport: context.count('min-support'),
      owner: context.text('owner'),
    })
    return answer(context, proposals, proposalLines)
  },
}
