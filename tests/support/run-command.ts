import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import type { App } from '../../src/app.ts'
import { readArguments } from '../../src/interfaces/cli/arguments.ts'
import { COMMANDS } from '../../src/verbs/registry.ts'
import { createTerminal } from '../../src/interfaces/cli/terminal.ts'
import { withVerb } from '../../src/interfaces/cli/verb.ts'
import type { Connection } from '../../src/store/connection.ts'

/** Runs a command in this process and gives the lines that it prints into a window of so many columns. */
export const runCommand = async (
  words: readonly string[],
  { app, store, columns }: { app: App; store: () => Promise<Connection>; columns: number },
): Promise<string[]> => {
  const [name = '', ...rest] = words
  const named = await COMMANDS[name]?.()
  assert.ok(named !== undefined)
  const { command, words: left } = await withVerb(named, rest)
  const { positionals, values, given } = readArguments(command, left)
  let printed = ''
  const keep = new Writable({
    write: (chunk, _encoding, done) => {
      printed += String(chunk)
      done()
    },
  })
  const stream = Object.assign(keep, { columns, isTTY: false }) as unknown as NodeJS.WriteStream
  const text = (flag: string) => (typeof values[flag] === 'string' ? values[flag] : undefined)
  const count = (flag: string) => (text(flag) === undefined ? undefined : Number(text(flag)))
  await command.run({
    app,
    terminal: createTerminal(stream, stream),
    positionals,
    given,
    text,
    isSet: (flag) => values[flag] === true,
    count,
    store,
  })
  return printed.split('\n')
}
