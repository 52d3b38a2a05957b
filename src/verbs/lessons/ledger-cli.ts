import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'

export const lessonsLedgerCommand: Command = {
  name: 'lessons ledger',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show whether lessons prevent the mistakes they are about',
  arguments: '[LESSON]',
  positionals: { least: 0, most: 1 },
  details: [
    'Each lesson is withheld by chance from some sessions. The ledger counts how many sessions of each group made the mistake again. A session stays in the group that was drawn for it, whether or not it used the tool.',
    'The figures hold however often you look. At most 5 in 100 lessons called settled are settled wrongly. docs/ledger.md says how.',
  ],
  examples: [
    ['warmstart lessons ledger', ''],
    ['warmstart lessons ledger 3f9a', 'one lesson, with its sessions'],
  ],
  run: async ({ app, store, terminal, positionals, isSet }) => {
    const { lessonsLedger } = await import('./ledger-operation.ts')
    const found = await lessonsLedger(app, await store(), { lesson: positionals[0] })
    if (isSet('json')) terminal.json(found)
    else {
      const { lessonsLedgerLines } = await import('./ledger-show.ts')
      for (const line of lessonsLedgerLines(found, terminal)) terminal.line(line)
    }
    return EXIT.ok
  },
}

const AUTO = 'auto'

export const holdoutCommand: Command = {
  name: 'lessons holdout',
  readsOnly: true,
  summary: 'set the share of sessions that lessons are withheld from',
  arguments: '0..1|auto',
  positionals: { least: 1, most: 1 },
  details: [
    '0 withholds nothing: every session is given every lesson that fits, and nothing is proved any more. auto withholds each lesson from half of the sessions until lessons of its kind have a verdict, for 60 sessions or 30 days at most, then from one in ten.',
  ],
  examples: [
    ['warmstart lessons holdout 0', ''],
    ['warmstart lessons holdout auto', ''],
  ],
  run: async ({ app, store, terminal, positionals, isSet }) => {
    const { setHoldout } = await import('./ledger-operation.ts')
    const report = await setHoldout(app, await store(), shareIn(positionals[0] ?? ''))
    if (isSet('json')) terminal.json(report)
    else terminal.line(sentenceOf(report.holdout))
    return EXIT.ok
  },
}

const shareIn = (word: string): number | null => {
  if (word === AUTO) return null
  if (/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(word)) return Number(word)
  throw new AppError('usage', `${word} is not a share`, { hint: 'give a number from 0 to 1, or auto' })
}

const sentenceOf = (holdout: number | null): string => {
  if (holdout === null)
    return 'Lessons are withheld as proof needs it: from half of the sessions at first, then from one in ten.'
  if (holdout === 0) return 'Every session is given every lesson that fits. Nothing is proved from now on.'
  return `Each lesson is withheld from ${Math.round(100 * holdout)} % of the sessions.`
}
