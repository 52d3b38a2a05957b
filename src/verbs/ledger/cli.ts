import { answer } from '../../interfaces/cli/answer.ts'
import { ledger, findLedgerSession } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'
import { ledgerLines } from './show.ts'

export const ledgerCommand: Command = {
  name: 'ledger',
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show who was given which template, and how that went',
  arguments: '[NAME]',
  positionals: { least: 0, most: 1 },
  flags: {
    session: {
      type: 'string',
      value: 'ID',
      help: "only what this session was given: the agent's own id, or its beginning",
    },
    source: { type: 'string', value: 'NAME', help: 'only sessions of this agent' },
    arm: { type: 'string', value: 'ARM', choices: ['warm', 'cold'], help: 'only one arm: warm or cold' },
    limit: { type: 'string', value: 'N', help: 'list at most N entries (default 50)' },
    ...OWNER_FLAG,
  },
  details: [
    'Sessions that come back through `sync` show their calls and errors; success is what somebody reported (`warmstart report-outcome`, or the agent over MCP).',
    'Cold sessions were held back by chance, so that there is something to compare with. A verdict uses only sessions whose arm was drawn by chance.',
    NAMED_BY,
  ],
  examples: [
    ['warmstart ledger', 'the newest entries, and all templates summed up'],
    ['warmstart ledger shop --limit 10', 'of one template'],
  ],
  run: async (context) => {
    const [template] = context.positionals
    const [store, owner, session] = [await context.store(), ownerOf(context), context.text('session')]
    const found = await ledger(context.app, store, {
      owner,
      template,
      session: session === undefined ? undefined : await findLedgerSession(store, { owner, session }),
      source: context.text('source'),
      arm: context.text('arm'),
      limit: context.count('limit'),
    })
    return answer(context, found, ledgerLines)
  },
}
