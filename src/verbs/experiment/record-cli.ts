import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import type { TrialEnd } from '../../schema/experiment.ts'
import { numberIn } from './plan-cli.ts'

export const assignCommand: Command = {
  name: 'experiment assign',
  summary: 'say which arm of a live experiment a session belongs to',
  arguments: 'NAME SESSION',
  positionals: { least: 2, most: 2 },
  flags: {
    'task-type': { type: 'string', value: 'TYPE', help: 'what kind of task it is, for the strata of the report' },
    model: { type: 'string', value: 'NAME', help: 'the model that will answer' },
  },
  details: [
    'The arm comes from a hash of experiment and session, so that asking again, on whatever machine, answers the same. It is written down with its probability. Installed hooks ask by themselves.',
  ],
  examples: [
    ['warmstart experiment assign live 3f2a9c --task-type code --json', 'arm, probability and the words to give'],
  ],
  run: async ({ app, store, terminal, positionals, isSet, text }) => {
    const { assignToArm } = await import('./assign-operation.ts')
    const [name = '', session = ''] = positionals
    const assigned = await assignToArm(app, await store(), {
      name,
      session,
      taskType: text('task-type'),
      model: text('model'),
    })
    if (isSet('json')) terminal.json(assigned)
    else terminal.line(assigned.arm)
    return EXIT.ok
  },
}

export const recordCommand: Command = {
  name: 'experiment record',
  summary: 'say how a trial or a live session went',
  arguments: 'NAME TASK|SESSION',
  positionals: { least: 2, most: 2 },
  flags: {
    pass: { type: 'boolean', help: 'the task was done' },
    fail: { type: 'boolean', help: 'it was not' },
    invalid: { type: 'string', value: 'REASON', help: 'it says nothing about its arm' },
    score: { type: 'string', value: '0..1', help: 'how much of it was done' },
    rating: { type: 'string', value: '1..5', help: 'how satisfied a person is' },
    arm: { type: 'string', value: 'ARM', help: 'of a task that ran in several arms' },
    repeat: { type: 'string', value: 'N', help: 'of a task that ran several times' },
    replace: { type: 'boolean', help: 'change what was recorded before' },
  },
  details: ['Recording the same twice changes nothing. The person who rates should not know the arm.'],
  examples: [
    ['warmstart experiment record live 3f2a9c --pass --rating 4', ''],
    ['warmstart experiment record shop fix-cart --arm warm --repeat 2 --fail', ''],
  ],
  run: async (context) => {
    const { app, terminal, positionals } = context
    const { recordOutcome } = await import('./record-operation.ts')
    const [name = '', subject = ''] = positionals
    const said = await recordOutcome(app, await context.store(), {
      name,
      subject,
      arm: context.text('arm'),
      repeat: context.count('repeat'),
      ...endIn(context),
      score: within(context, 'score', [0, 1]),
      rating: within(context, 'rating', [1, 5]),
      replaces: context.isSet('replace'),
    })
    if (context.isSet('json')) terminal.json(said)
    else terminal.line(said.changed ? `Recorded: ${said.task} in arm ${said.arm}.` : 'That was on record already.')
    return EXIT.ok
  },
}

const endIn = ({ isSet, text }: Context): { end: TrialEnd | undefined; reason: string | undefined } => {
  const reason = text('invalid')
  const said: TrialEnd[] = [
    ...(isSet('pass') ? (['pass'] as const) : []),
    ...(isSet('fail') ? (['fail'] as const) : []),
    ...(reason === undefined ? [] : (['invalid'] as const)),
  ]
  if (said.length > 1) throw new AppError('usage', `it cannot be ${said.join(' and ')}`, { hint: 'keep one of them' })
  return { end: said[0], reason }
}

const within = (context: Context, flag: string, [least, most]: [number, number]): number | undefined => {
  const value = numberIn(context, flag)
  if (value === undefined || (value >= least && value <= most)) return value
  throw new AppError('usage', `--${flag} must lie between ${least} and ${most}`)
}
