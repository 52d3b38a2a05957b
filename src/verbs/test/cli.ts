import { answer } from '../../interfaces/cli/answer.ts'
import { testTemplate } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { SEED_FLAGS, seedInput } from '../load/flags.ts'
import { previewLines } from '../load/seed-show.ts'

export const testCommand: Command = {
  name: 'test',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'preview what the next session would see of a template',
  arguments: 'TEMPLATE MESSAGE',
  positionals: { least: 2, most: 2 },
  flags: SEED_FLAGS,
  details: [
    'Works in any state of the template and leaves nothing in the ledger. Without --format it shows the text form.',
    'Tokens are counted as newer OpenAI models count them; others differ by some percent.',
  ],
  examples: [
    ['warmstart test shop "fix the build"', 'the text form'],
    ['warmstart test shop "fix the build" --format anthropic --dose 5', 'as another provider gets it'],
  ],
  run: async (context) => {
    const [name = '', message = ''] = context.positionals
    const input = await seedInput(context, context.text('format') ?? 'text')
    const preview = await testTemplate(context.app, await context.store(), { ...input, name, message })
    return answer(context, preview, previewLines)
  },
}
