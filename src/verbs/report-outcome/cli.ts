import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { reportOutcome, findLedgerSession } from '../ledger/operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'
import { grouped } from '../../lib/number-text.ts'

const writtenText = ({ entries, trials }: { entries: number; trials: number }): string =>
  [
    entries > 0 ? `Written to the ledger (${grouped(entries)}).` : '',
    trials > 0 ? `Counts in a live experiment (${grouped(trials)}).` : '',
  ]
    .filter((text) => text !== '')
    .join(' ')

const WORDS = { success: 'ok', failure: 'failed' } as const

export const reportOutcomeCommand: Command = {
  name: 'report-outcome',
  readsOnly: true,
  summary: 'say whether a session that was given a template did what it was for',
  arguments: 'SESSION success|failure',
  positionals: { least: 2, most: 2 },
  flags: OWNER_FLAG,
  details: [
    "SESSION is the agent's own id of the session, or its beginning as `warmstart ledger` shows it. Reported success is the best evidence there is of whether a template helps; without it errors of the agent count. A later word replaces an earlier one.",
  ],
  examples: [['warmstart report-outcome 7f3a2c success', '']],
  run: async (context) => {
    const [session = '', word = ''] = context.positionals
    if (word !== 'success' && word !== 'failure')
      throw new AppError('usage', `${word} is neither success nor failure`, { hint: 'say one of the two' })
    const owner = ownerOf(context)
    const store = await context.store()
    const sessionKey = await findLedgerSession(store, { owner, session })
    const report = await reportOutcome(context.app, store, { owner, sessionKey, outcome: WORDS[word], by: 'person' })
    return answer(context, report, writtenText(report))
  },
}
