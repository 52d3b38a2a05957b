import { answer } from '../../interfaces/cli/answer.ts'
import { review, waiting } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'
import { reviewLines, reviewListLines } from './show.ts'

export const reviewCommand: Command = {
  name: 'review',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'look at what was proposed or imported before you put it to use',
  arguments: '[NAME]',
  positionals: { least: 0, most: 1 },
  flags: OWNER_FLAG,
  details: [
    'Without a name: what waits for you. With one: what it would change against the template that is in use for the same project, what each piece says, word for word, and rests on, back to file and line, what was replaced and kept out, and who made it.',
    'Changes nothing: `warmstart promote NAME` is your yes, `warmstart delete NAME` your no.',
    NAMED_BY,
  ],
  examples: [
    ['warmstart propose', 'make candidates'],
    ['warmstart review', 'which ones wait'],
    ['warmstart review shop-candidate', 'look at one'],
  ],
  run: async (context) => {
    const [name] = context.positionals
    const owner = ownerOf(context)
    const store = await context.store()
    if (name === undefined) {
      const found = await waiting(store, { owner, now: context.app.now })
      return answer(context, found, reviewListLines)
    }
    const found = await review(store, { owner, name })
    return answer(context, found, reviewLines)
  },
}
