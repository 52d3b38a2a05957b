import { answer } from '../../interfaces/cli/answer.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'

const exportCommand: Command = {
  name: 'dataset export',
  readsOnly: true,
  summary: 'write the facts of your sessions for research, without their words',
  arguments: 'DIRECTORY',
  positionals: { least: 1, most: 1 },
  flags: {
    project: { type: 'string', value: 'PATH', help: 'sessions of this project only' },
    source: { type: 'string', value: 'NAME', help: 'sessions of this agent only' },
  },
  details: [
    'Writes sessions.ndjson and calls.ndjson: outcome, cause, position, times, tokens and markers of every call. No message, argument, result, path or title is in them. Names are hashed with a key that is drawn for this export and then forgotten; tools that every user of an agent has keep their names.',
    'Only your own sessions are exported, never those of chat users. docs/format describes every field.',
  ],
  examples: [['warmstart dataset export ./my-dataset', '']],
  run: async ({ app, store, terminal, positionals, text, isSet }) => {
    const { exportDataset } = await import('./operation.ts')
    const [directory = ''] = positionals
    const report = await exportDataset(app, await store(), {
      directory,
      project: text('project'),
      source: text('source'),
    })
    const { sessions, calls, hashedTools } = report
    const sentence = `${sessions} sessions and ${calls} calls are in ${report.directory}, without a word of them. ${hashedTools} names of tools are hashed.`
    return answer({ terminal, isSet }, report, sentence)
  },
}

export const datasetCommand: Command = {
  name: 'dataset',
  summary: 'make an open dataset of facts about sessions, without their words',
  arguments: 'export DIRECTORY',
  verbs: { export: async () => exportCommand },
  examples: [['warmstart dataset export ./my-dataset', '']],
  run: async ({ terminal }) => {
    terminal.note('`warmstart dataset export DIRECTORY` writes it')
    return EXIT.usage
  },
}
