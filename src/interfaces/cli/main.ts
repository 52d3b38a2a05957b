import { existsSync } from 'node:fs'
import { type App, createApp } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { closeDirectory } from '../../lib/private-directory.ts'
import type { Connection } from '../../store/connection.ts'
import { readArguments } from './arguments.ts'
import { type Command, type Context, EXIT, exitCodeOf } from './command.ts'
import { ALIASES, COMMANDS } from '../../verbs/registry.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { withVerb } from './verb.ts'

/** Runs one command line and returns its exit code. Only here do errors become text. */
export const main = async (words: string[]): Promise<number> => {
  const terminal = createTerminal()
  process.on('SIGINT', () => {
    terminal.status('')
    terminal.note('stopped; everything read so far is kept, and the next run goes on from there')
    process.exit(EXIT.interrupted)
  })
  // A reader that takes only the first lines (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
    terminal.note(`warmstart: what is printed cannot be written: ${error.code ?? error.message}`)
    process.exit(EXIT.failed)
  })
  // Standard error may have no reader; that must not interrupt the work.
  process.stderr.on('error', () => undefined)
  try {
    return await dispatch(words, terminal)
  } catch (error) {
    return report(error, words.includes('--json'), terminal)
  }
}

const dispatch = async (words: string[], terminal: Terminal): Promise<number> => {
  const [name, ...rest] = words
  // `warm X` means X, for people who know `hermes warm`.
  if (name === 'warm') return dispatch(rest, terminal)
  if (name === 'help' && rest[0] !== undefined) return dispatch([...rest, '--help'], terminal)
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const { overview } = await import('./help.ts')
    return showLong(await overview(terminal.width), terminal)
  }
  const { command, words: left } = await withVerb(await commandNamed(name), rest)
  const read = readArguments(command, left)
  const { values } = read
  if (values['help'] === true) {
    const { commandHelp } = await import('./help.ts')
    return showLong(await commandHelp(command, terminal.width), terminal)
  }
  return run(command, terminal, read)
}

const showLong = async (lines: readonly string[], terminal: Terminal): Promise<number> => {
  const paged = await pagedOn(terminal)
  for (const line of lines) paged.terminal.line(line)
  await paged.show()
  return EXIT.ok
}

/** Without a screen, every line is printed at once. */
const pagedOn = async (terminal: Terminal): Promise<{ terminal: Terminal; show(): Promise<void> }> => {
  if (!terminal.isScreen) return { terminal, show: async () => undefined }
  const { createPaged } = await import('./pager.ts')
  return createPaged(terminal, { rows: process.stdout.rows, columns: process.stdout.columns, env: process.env })
}

const run = async (
  command: Command,
  screen: Terminal,
  { positionals, rest, values, given }: ReturnType<typeof readArguments>,
): Promise<number> => {
  const text = (flag: string): string | undefined => {
    const value = values[flag]
    return typeof value === 'string' ? value : undefined
  }
  const created = createApp({ store: text('store') })
  const isSample = values['sample'] === true
  const app = isSample
    ? (await import('../../verbs/start/sample-store.ts')).withSample(created, {
        command: command.name,
        store: text('store'),
      })
    : created
  // If the directory cannot be closed to others, `doctor` reports it.
  closeDirectory(app.home, { userHome: app.place.home })
  let opened: Promise<Connection> | undefined
  const isPaged = command.paged === true && values['json'] !== true
  const { terminal, show } = isPaged ? await pagedOn(screen) : { terminal: screen, show: undefined }
  const context: Context = {
    app,
    terminal,
    positionals,
    rest,
    given,
    text,
    isSet: (flag) => values[flag] === true,
    count: (flag) => {
      const value = text(flag)
      if (value === undefined) return undefined
      if (/^\d{1,9}$/.test(value) && Number(value) > 0) return Number(value)
      throw new AppError('usage', `--${flag} needs a number above 0, not ${value}`, { hint: `as in --${flag} 20` })
    },
    store: async () => {
      requireAddress(app.storeAddress)
      if (command.readsOnly === true && text('store') !== undefined) requireStore(app.storeAddress)
      const use = command.answersUnwritable === true ? { onUnwritable: onceSaid(terminal) } : {}
      opened ??= import('../../store/open.ts').then(({ openStore }) => openStore(app.storeAddress, use))
      return opened
    },
  }
  // An empty store explains why nothing was found, and has nothing to do with other errors.
  let isAboutSample = values['json'] !== true
  try {
    return await command.run(context)
  } catch (error) {
    isAboutSample &&= error instanceof AppError && exitCodeOf(error.code) === EXIT.notFound
    throw error
  } finally {
    await show?.()
    const store = await opened?.catch(() => undefined)
    if (isAboutSample)
      await sayAboutSample(
        app,
        { command: command.name, readsOnly: command.readsOnly === true, opened: store },
        terminal,
      )
    await store?.close()
  }
}

/** A note about the sample must not spoil the answer, so errors here are ignored. */
const sayAboutSample = async (
  app: App,
  about: { command: string; readsOnly: boolean; opened: Connection | undefined },
  terminal: Terminal,
): Promise<void> => {
  if (about.opened === undefined) return
  try {
    const { sampleNote } = await import('../../verbs/start/sample-store.ts')
    const note = await sampleNote(app, about)
    if (note !== undefined) terminal.note(note)
  } catch {
    // The store may be missing or broken: the command has already reported that.
  }
}

const onceSaid = (terminal: Terminal): ((reason: AppError) => void) => {
  let isSaid = false
  return (reason) => {
    if (!isSaid) terminal.note(`${reason.message}; what follows comes from what it holds, and nothing is written`)
    isSaid = true
  }
}

/**
 * Refuses a path without `sqlite:`, the usual slip. An address with a scheme may hold a password, so the store itself
 * reports errors about it.
 */
const requireAddress = (address: string): void => {
  if (/^[a-z][a-z\d+.-]{1,20}:/i.test(address)) return
  throw new AppError('store-url', `${address} is not the address of a store`, {
    hint: `use sqlite:PATH, as in sqlite:${address}, or postgres://user@host/database`,
  })
}

/** Refuses a store that does not exist: a misspelt name must not create a new, empty store. */
const requireStore = (address: string): void => {
  const path = address.startsWith('sqlite:') ? address.slice('sqlite:'.length) : ''
  if (path === '' || existsSync(path)) return
  throw new AppError('no-such-store', `there is no store at ${path}`, {
    hint: '`warmstart sync --store ...` makes one; without --store your own is used',
  })
}

const commandNamed = async (name: string): Promise<Command> => {
  const known = Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name
  const load = Object.hasOwn(COMMANDS, known) ? COMMANDS[known] : undefined
  if (load !== undefined) return load()
  const { closeName } = await import('../../lib/close-name.ts')
  const close = closeName(name, [...Object.keys(COMMANDS), ...Object.keys(ALIASES), 'help'])
  throw new AppError('usage', `there is no command ${name}`, {
    hint: close === undefined ? '`warmstart help` lists them' : `did you mean \`warmstart ${close}\`?`,
  })
}

const report = async (error: unknown, asJson: boolean, terminal: Terminal): Promise<number> => {
  // The error may quote the text that was being read.
  const { redact } = await import('../../lib/redact/redact.ts')
  const { errorLines } = await import('./error-lines.ts')
  const known = error instanceof AppError ? error : undefined
  const code = known?.code ?? 'unexpected'
  const message = redact(messageOf(error))
  if (asJson) terminal.note(JSON.stringify({ error: { code, message, hint: known?.hint ?? null } }))
  else {
    for (const line of errorLines(message, known?.hint, terminal)) terminal.note(line)
    if (known === undefined && error instanceof Error && process.env['WARMSTART_DEBUG'] !== undefined)
      terminal.note(redact(error.stack ?? ''))
  }
  return known === undefined ? EXIT.failed : exitCodeOf(code)
}
