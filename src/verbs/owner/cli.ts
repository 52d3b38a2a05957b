import { answer } from '../../interfaces/cli/answer.ts'
import { type Command, type Context, type Flag } from '../../interfaces/cli/command.ts'
import type { Chosen, OwnerReport } from './operation.ts'

const CHOICE: Record<string, Flag> = {
  platform: {
    type: 'string',
    value: 'NAME',
    help: 'all sessions without an owner of this platform; unknown: the platform is not recorded',
  },
  owner: { type: 'string', value: 'NAME', help: 'all sessions of this owner, also those read later' },
}

const claimCommand: Command = {
  name: 'owner claim',
  readsOnly: true,
  summary: 'give sessions an owner: you, or another person',
  arguments: '[SESSION...]',
  positionals: { least: 0, most: 1_000 },
  flags: {
    ...CHOICE,
    all: { type: 'boolean', help: 'all sessions without an owner' },
    as: { type: 'string', value: 'OWNER', help: 'the owner to give them, as in telegram:42 (default: you)' },
  },
  details: [
    'Chat sessions without a user have no owner and are neither listed nor mined. A claim gives them one. It wins over the owner that the history names, and survives every sync and rebuild. `warmstart owner unclaim` takes it back.',
    'Claim only sessions that you wrote yourself: templates built from them are given to your own sessions. --platform and --all claim the sessions in the store now, not those read later. See docs/where-your-data-is.md.',
  ],
  examples: [
    ['warmstart owner claim --platform telegram', 'all Telegram sessions without an owner are mine'],
    ['warmstart owner claim 20260301_0915', 'one session, by the beginning of its id'],
    ['warmstart owner claim --owner telegram:42', 'telegram:42 is me'],
    ['warmstart owner claim 20260301_0915 --as telegram:7', 'this session is another person’s'],
  ],
  run: async (context) => {
    const { claim } = await import('./operation.ts')
    const chosen = { ...chosenIn(context), as: context.text('as') }
    return show(context, await claim(context.app, await context.store(), chosen))
  },
}

const unclaimCommand: Command = {
  name: 'owner unclaim',
  readsOnly: true,
  summary: 'take claims back',
  arguments: '[SESSION...]',
  positionals: { least: 0, most: 1_000 },
  flags: {
    platform: { type: 'string', value: 'NAME', help: 'claims about single sessions of this platform' },
    owner: { type: 'string', value: 'NAME', help: 'the claim about this owner' },
    all: { type: 'boolean', help: 'every claim' },
  },
  examples: [
    ['warmstart owner unclaim --platform telegram', ''],
    ['warmstart owner unclaim --owner telegram:42', ''],
  ],
  run: async (context) => {
    const { release } = await import('./operation.ts')
    return show(context, await release(context.app, await context.store(), chosenIn(context)))
  },
}

export const ownerCommand: Command = {
  name: 'owner',
  paged: true,
  readsOnly: true,
  summary: 'show the owners of sessions, and claim sessions without one',
  arguments: '[VERB]',
  verbs: { claim: async () => claimCommand, unclaim: async () => unclaimCommand },
  details: [
    'Without a verb it shows the owners of all sessions, how many sessions have none, and all claims. docs/where-your-data-is.md tells how owners are found.',
  ],
  examples: [
    ['warmstart owner', ''],
    ['warmstart owner claim --platform telegram', ''],
  ],
  run: async (context) => {
    const { owners } = await import('./operation.ts')
    return show(context, await owners(context.app, await context.store()))
  },
}

const chosenIn = (context: Context): Chosen => ({
  sessions: context.positionals.length === 0 ? undefined : context.positionals,
  platform: context.text('platform'),
  owner: context.text('owner'),
  isAll: context.isSet('all'),
})

const show = (context: Context, shown: OwnerReport): Promise<number> =>
  answer(context, shown, async (report, screen) => (await import('./show.ts')).ownerLines(report, screen))
