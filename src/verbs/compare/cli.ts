import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { compareGroups, type Comparison, compareSessions } from './operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { filterFromWord } from '../../interfaces/cli/history-filter.ts'
import { comparisonLines } from './show.ts'

export const compareCommand: Command = {
  name: 'compare',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'compare two sessions, or two groups of sessions',
  arguments: '[A B]',
  positionals: { least: 0, most: 2 },
  flags: {
    a: { type: 'string', value: 'FILTER', help: 'the first group, called warm: NAME=VALUE,NAME=VALUE' },
    b: { type: 'string', value: 'FILTER', help: 'the second group, called cold' },
  },
  details: [
    'Either two sessions (ids or unique prefixes), or --a and --b. Names of a FILTER: source, platform, project, model, owner, since, until, min-messages, with values as `warmstart profile` takes them.',
    'A is also called warm and B cold, as in JSON; a positive improvement means that A (warm) failed less often. docs/comparing.md says what follows from it and what does not.',
  ],
  examples: [
    ['warmstart compare 0f3c 7b21', 'two sessions: an anecdote'],
    ['warmstart compare --a project=shop,since=30d --b project=shop,until=30d', 'the last month against before'],
  ],
  run: async (context) => {
    const comparison = await compare(context)
    return answer(context, comparison, comparisonLines)
  },
}

const compare = async (context: Context): Promise<Comparison> => {
  const [warm, cold, a, b] = [...pairOf(context.positionals), context.text('a'), context.text('b')]
  const now = context.app.now()
  if (warm !== undefined && cold !== undefined && a === undefined && b === undefined)
    return ofTwo(await compareSessions(await context.store(), warm, cold))
  if (warm === undefined && a !== undefined && b !== undefined) {
    const [first, second] = [filterFromWord(a, 'a', now), filterFromWord(b, 'b', now)]
    return compareGroups(await context.store(), first, second)
  }
  throw new AppError('usage', 'compare needs two sessions, or both --a and --b', {
    hint: 'warmstart compare 0f3c 7b21, or: warmstart compare --a since=30d --b until=30d',
  })
}

/** Refuses two prefixes of the same session: their difference would be 0, and look like a finding. */
const ofTwo = (comparison: Comparison): Comparison => {
  if (comparison.warm.label !== comparison.cold.label) return comparison
  throw new AppError('usage', `both are the same session: ${comparison.warm.label}`, {
    hint: '`warmstart sessions` lists others; `warmstart profile SESSION` shows one by itself',
  })
}

const pairOf = ([warm, cold]: string[]): [string | undefined, string | undefined] => [warm, cold]
