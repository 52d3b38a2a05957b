import { answer } from '../../interfaces/cli/answer.ts'
import { lintText } from './operation.ts'
import { readDocument, readJson } from '../../provision/files.ts'
import { FORMATS } from '../../provision/formats.ts'
import { readTools } from '../../provision/lint/tools.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { requiredFormat } from '../load/flags.ts'
import { lintLines } from '../load/seed-show.ts'

export const lintCommand: Command = {
  name: 'lint',
  summary: 'say whether a provider would accept a history',
  arguments: 'FILE',
  positionals: { least: 1, most: 1 },
  flags: {
    format: { type: 'string', value: 'FORMAT', help: `one of ${FORMATS.map(({ name }) => name).join(', ')}` },
    tools: {
      type: 'string',
      value: 'FILE',
      help: 'tool definitions as the provider takes them, to check calls against',
    },
    budget: { type: 'string', value: 'TOKENS', help: 'more tokens than this are an error' },
  },
  details: [
    'FILE is JSON, or one message a line; - is standard input. Any history will do, not only a seed.',
    'Ends with 0 when nothing in it would be refused, else with 1. docs/lint.md lists the checks.',
  ],
  examples: [
    ['warmstart load shop --format anthropic | warmstart lint --format anthropic -', 'a seed'],
    ['warmstart lint --format openai-chat talk.json --tools tools.json', 'a history of your own'],
  ],
  run: async (context) => {
    const format = requiredFormat(context, 'lint')
    const tools = context.text('tools')
    const toolset = tools === undefined ? undefined : await readTools(readJson(tools, 'tool definitions'))
    const text = readDocument(context.positionals[0] ?? '')
    const report = await lintText(text, { format, tools: toolset, budget: context.count('budget') })
    await answer(context, report, lintLines)
    return report.valid ? EXIT.ok : EXIT.failed
  },
}
