import type { App } from '../../app.ts'
import type { Connection } from '../../store/connection.ts'
import type { Terminal } from './terminal.ts'

/** One verb of the command line: its arguments, and how its result is shown. */
export interface Command {
  name: string
  /** Aliases. Each also stands in `ALIASES` of the registry, which finds it without loading the command. */
  aliases?: string[]
  summary: string
  /** Positional arguments as the usage line shows them, e.g. `CALL ok|error|unknown`. */
  arguments?: string
  /** How many positional arguments are allowed. */
  positionals?: { least: number; most: number }
  /** Passes the words after `--` on unchanged, in `Context.rest`; otherwise they are usual positional arguments. */
  takesRest?: boolean
  flags?: Record<string, Flag>
  /** The longer help. */
  details?: string[]
  examples?: [command: string, meaning: string][]
  /** Sub-commands, as in `gateway sessions`: each is a command with its own flags. */
  verbs?: Readonly<Record<string, () => Promise<Command>>>
  /** Only reads the store, and does not create one. */
  readsOnly?: boolean
  /** Also works if the store cannot be written, as on a full disk. */
  answersUnwritable?: boolean
  /** Prints everything at once and ends: output longer than the window goes through the pager. */
  paged?: boolean
  /** Returns the exit code. */
  run(context: Context): Promise<number>
}

export interface Flag {
  type: 'string' | 'boolean'
  short?: string
  /** May be given several times. */
  multiple?: boolean
  /** Name of the value in the usage line. */
  value?: string
  /** The accepted values; the error for others lists them. */
  choices?: readonly string[]
  help: string
}

export interface Context {
  app: App
  terminal: Terminal
  positionals: string[]
  /** The words after `--`, for commands that take them. */
  rest?: readonly string[]
  /** Flags in the order given, for those whose order matters. */
  given: { name: string; value: string | boolean }[]
  text(flag: string): string | undefined
  isSet(flag: string): boolean
  /** A whole number above 0; anything else is an error. */
  count(flag: string): number | undefined
  /** Opens the store at first use; the caller of the command closes it. */
  store(): Promise<Connection>
}

/** Flags that every command has. */
export const GLOBAL_FLAGS: Record<string, Flag> = {
  json: { type: 'boolean', help: 'print JSON instead of text' },
  store: {
    type: 'string',
    value: 'ADDRESS',
    help: 'sqlite:PATH or postgres://... (default: WARMSTART_STORE, then ~/.warmstart)',
  },
  sample: { type: 'boolean', help: 'use the bundled sample of made-up sessions instead of your own' },
  help: { type: 'boolean', short: 'h', help: 'show this help' },
}

/** Documented in docs/exit-codes.md. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  store: 4,
  diskFull: 5,
  stepLimit: 6,
  tokenLimit: 7,
  interrupted: 130,
} as const

/** The exit code of an error code. */
export const exitCodeOf = (code: string): number => {
  if (USAGE_CODES.includes(code)) return EXIT.usage
  if (code === 'disk-full') return EXIT.diskFull
  if (code.startsWith('store-')) return EXIT.store
  const isNotFound =
    code.startsWith('no-such') || code === 'ambiguous' || code === 'unknown-format' || code.startsWith('nothing-to-')
  return isNotFound ? EXIT.notFound : EXIT.failed
}

const USAGE_CODES = [
  'unknown-tool',
  'usage',
  'unknown-source',
  'store-url',
  'unknown-platform',
  'bad-source',
  'unknown-backend',
  'bad-target',
]
