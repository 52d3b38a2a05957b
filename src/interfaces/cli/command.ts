import type { App } from '../../app.ts'
import type { Connection } from '../../store/connection.ts'
import type { Terminal } from './terminal.ts'

/** One verb of the command line: what it takes, and how its operation is shown. */
export interface Command {
  name: string
  /** Other names for the same, each also in `ALIASES` of commands.ts, where it is looked up without loading anything. */
  aliases?: string[]
  summary: string
  /** Positional arguments as the usage line shows them, e.g. `CALL ok|error|unknown`. */
  arguments?: string
  /** How many positional arguments are allowed. */
  positionals?: { least: number; most: number }
  /** What stands behind `--` is handed on as it is, in `Context.rest`; otherwise it is positional arguments like any others. */
  takesRest?: boolean
  flags?: Record<string, Flag>
  /** Longer help: what it does beyond the summary. */
  details?: string[]
  examples?: [command: string, meaning: string][]
  /** Words that make another command of it, as in `gateway sessions`: each a command of its own with its own flags. */
  verbs?: Readonly<Record<string, () => Promise<Command>>>
  /** Shows what a store holds, and has no reason to make one. */
  readsOnly?: boolean
  /** Answers from what the store holds also where nothing can be written, as on a full disk. */
  answersUnwritable?: boolean
  /** Prints what it has to say at once and ends: what is longer than the window goes through the pager. */
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
  /** The values that are accepted; others are refused with the list. */
  choices?: readonly string[]
  help: string
}

export interface Context {
  app: App
  terminal: Terminal
  positionals: string[]
  /** The words behind `--`, for commands that take them. */
  rest?: readonly string[]
  /** The order in which flags were given, for those whose order matters. */
  given: { name: string; value: string | boolean }[]
  text(flag: string): string | undefined
  isSet(flag: string): boolean
  /** A whole number above 0; anything else is refused in words. */
  count(flag: string): number | undefined
  /** The store, opened at first use and closed by the caller of the command. */
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

/** Which exit code an error of ours stands for. */
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
