import { AppError } from '../../lib/error.ts'
import { redactText } from './operation.ts'
import { readDocument } from '../../provision/files.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'

export const redactCommand: Command = {
  name: 'redact',
  summary: 'print a text without its secrets, as a template would hold it',
  arguments: '[FILE]',
  positionals: { least: 0, most: 1 },
  details: [
    'Reads standard input, or FILE. Each secret becomes <SECRET:kind#N>, with the same N wherever it occurs; your home directory becomes ~. Standard error counts what was replaced. Nothing is stored and nothing is sent.',
  ],
  examples: [
    ['warmstart redact notes.md', 'what would be left of it'],
    ['env | warmstart redact', 'is everything that is secret recognised?'],
  ],
  run: async ({ app, terminal, positionals: [file], isSet }) => {
    if (file === undefined && process.stdin.isTTY === true) {
      throw new AppError('usage', 'redact reads a text from standard input or from a file', {
        hint: 'as in `warmstart redact notes.md`',
      })
    }
    const report = await redactText(app, readDocument(file ?? '-'))
    if (isSet('json')) terminal.json(report)
    else {
      await terminal.document(report.text)
      const counts = report.found.map(({ kind, count }) => `${count} ${kind}`)
      terminal.note(counts.length === 0 ? 'nothing to replace was found' : `replaced: ${counts.join(', ')}`)
    }
    return EXIT.ok
  },
}
