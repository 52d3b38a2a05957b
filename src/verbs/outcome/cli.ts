import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { CAUSES, OUTCOMES, overrule } from './operation.ts'
import type { Cause } from '../../schema/outcome.ts'
import { type Command } from '../../interfaces/cli/command.ts'

const WORDS = [...OUTCOMES, 'reset'] as const

export const outcomeCommand: Command = {
  name: 'outcome',
  readsOnly: true,
  summary: 'overrule the outcome of a call',
  arguments: `CALL ${WORDS.join('|')}`,
  positionals: { least: 2, most: 2 },
  flags: {
    cause: {
      type: 'string',
      value: 'CAUSE',
      choices: CAUSES,
      help: 'of an error: agent, environment, user, expected or not-run',
    },
    note: { type: 'string', value: 'TEXT', help: 'why, for `explain`' },
  },
  details: ['Your word stands above every rule and survives every rebuild. `reset` takes it back.'],
  examples: [['warmstart outcome 3fa91c0b ok --note "the test was meant to fail"', '']],
  run: async (context) => {
    const [call = '', word = ''] = context.positionals
    const outcome = WORDS.find((each) => each === word)
    if (outcome === undefined)
      throw new AppError('usage', `${word} is not an outcome`, { hint: `use one of: ${WORDS.join(', ')}` })
    const cause = context.text('cause') as Cause | undefined
    if (cause !== undefined && outcome !== 'error')
      throw new AppError('usage', '--cause belongs to the outcome error', { hint: 'leave it out' })
    const changed = await overrule(context.app, await context.store(), {
      call,
      outcome,
      cause,
      note: context.text('note'),
    })
    const reason = changed.cause === null ? '' : ` (${changed.cause})`
    const whose = changed.rung === 'person' ? 'your word' : `rule ${changed.rule}`
    return answer(context, changed, `${changed.id} is now ${changed.outcome}${reason}, by ${whose}.`)
  },
}
