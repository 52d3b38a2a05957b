import { answer } from '../../interfaces/cli/answer.ts'
import { resolve } from 'node:path'
import { AppError } from '../../lib/error.ts'
import { gatewayExport, gatewayTranscripts } from './export-operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'

export const gatewayExportCommand: Command = {
  name: 'gateway export',
  readsOnly: true,
  answersUnwritable: true,
  summary: 'write transcripts of chats as lines of JSON',
  arguments: '[KEY]',
  positionals: { least: 0, most: 1 },
  flags: {
    all: { type: 'boolean', help: 'of all chats' },
    out: { type: 'string', value: 'DIR', help: 'where the files go, one a session; - for standard output' },
  },
  details: [
    'The first line says what the session is, each further line is a message in full: nothing is taken out, secrets included. Files are readable by you alone. Sessions from before a reset come along.',
  ],
  examples: [
    ['warmstart gateway export agent:main:telegram:dm:42 --out transcripts', ''],
    ['warmstart gateway export --all --out -', 'everything, to another program'],
  ],
  run: async (context) => {
    const key = wanted(context)
    const out = context.text('out')
    if (out === undefined)
      throw new AppError('usage', 'gateway export needs --out', { hint: 'as in --out transcripts, or --out -' })
    const store = await context.store()
    if (out === '-') {
      for await (const { lines } of gatewayTranscripts(context.app, store, key))
        await context.terminal.document(`${lines.join('\n')}\n`)
      return EXIT.ok
    }
    const done = await gatewayExport(context.app, store, { key, directory: resolve(out) })
    return answer(context, done, doneText(done))
  },
}

const wanted = ({ positionals: [key], isSet }: Context): string | undefined => {
  if ((key === undefined) === isSet('all')) return key
  throw new AppError(
    'usage',
    key === undefined ? 'gateway export needs a KEY or --all' : 'a KEY and --all are one too many',
    {
      hint: '`warmstart gateway sessions` lists the keys',
    },
  )
}

const doneText = ({ files, directory }: Awaited<ReturnType<typeof gatewayExport>>): string => {
  const count = files.length === 1 ? 'one transcript' : `${files.length} transcripts`
  return files.length === 0 ? 'Nothing was said yet, so nothing was written.' : `Wrote ${count} into ${directory}`
}
