import { answer } from '../../interfaces/cli/answer.ts'
import { addendumLines } from '../show/addendum-show.ts'
import { promote, type Promoted } from '../edit/templates-change-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { toPlainLine } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import { NAMED_BY, OWNER_FLAG, ownerOf } from '../../interfaces/cli/named-template.ts'

export const promoteCommand: Command = {
  name: 'promote',
  readsOnly: true,
  summary: 'put a proposed, imported or retired template to use',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    ...OWNER_FLAG,
    rules: {
      type: 'string',
      value: 'IDS',
      help: 'also say yes to these conventions, or to the addendum: ids with commas between them',
    },
  },
  details: [
    NAMED_BY,
    'Look at it first: `warmstart review NAME`. New sessions are given its content from then on. Two things repeat words of others and need a yes of their own, by --rules: each convention, and an addendum made of system messages.',
  ],
  examples: [
    ['warmstart promote shop-go', 'it is in use from now on'],
    ['warmstart promote shop-go --rules 3f2ac1', 'with this convention'],
  ],
  run: async (context) => {
    const [name = ''] = context.positionals
    const rules = context
      .text('rules')
      ?.split(',')
      .map((id) => id.trim())
    const input = { owner: ownerOf(context), name, now: context.app.now(), rules }
    const promoted = await promote(await context.store(), input)
    return answer(context, promoted.summary, (_, screen) => promotedLines(promoted, screen))
  },
}

const promotedLines = (
  { summary: { name, version }, addendum, addendumYes, unconfirmed }: Promoted,
  { width }: { width: number },
): string[] => [
  ...wrap(`${name} (version ${version}) is active.`, width),
  ...(addendum === ''
    ? []
    : [
        ...wrap(
          addendumYes?.confirmed === false
            ? 'Its addendum is given to no session yet:'
            : 'Every session that gets it is given its addendum, word for word:',
          width,
        ),
        ...addendumLines({ name, addendum, addendumYes }, { width }),
        ...(addendumYes?.confirmed === false
          ? []
          : wrap(`If a line of it should not be there: \`warmstart retire ${name}\`, then \`edit\`.`, width)),
      ]),
  ...(unconfirmed.length === 0
    ? []
    : [
        ...wrap('Its conventions are words of a person. None of these is given before you say yes to it:', width),
        ...unconfirmed.flatMap(({ id, text }) => wrap(`${id}  ${toPlainLine(text)}`, width, '  ')),
        ...wrap(`\`warmstart promote ${name} --rules ID\` says yes to a line.`, width),
      ]),
]
