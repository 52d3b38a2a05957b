import { type Arguments, readArguments } from '../read-arguments.ts'

/** The model's arguments with checked names and types. */
export interface TerminalArguments {
  command: string
  isBackground: boolean
  timeoutS: number
  workdir: string | undefined
  pty: boolean
  persist: boolean
  notifyOnComplete: boolean
  watchPatterns: readonly string[]
  /** Seconds between interim notices. */
  checkIntervalS: number | undefined
  /** Notes for the answer about arguments that were changed. */
  notes: Readonly<Record<string, unknown>>
}

/** The default and the longest duration of a foreground command; longer ones belong in the background. */
const TIMEOUT_S = 180
const MAX_TIMEOUT_S = 600
/** More frequent interim notices would flood the chat. */
const MIN_CHECK_INTERVAL_S = 30
/** Linux accepts no longer argument, and the command is one argument. */
const MAX_COMMAND_BYTES = 128 * 1024
const MAX_PATTERNS = 20
const MAX_PATTERN_CHARS = 200

/** Returns the arguments, or a sentence that says what is wrong with them. */
export const readTerminal = (args: Readonly<Record<string, unknown>>): TerminalArguments | { problem: string } => {
  const read = readArguments(PARAMETERS, args)
  if (!read.isOk) return { problem: read.problem }
  const { command, background: isBackground, timeout: timeoutS, workdir, pty, persist } = read.values
  const watching = readWatching(read.values)
  const problem = commandProblem(command) ?? (isBackground ? undefined : timeoutProblem(timeoutS)) ?? watching.problem
  if (problem !== undefined) return { problem }
  return {
    command,
    isBackground,
    timeoutS,
    workdir: workdir === '' ? undefined : workdir,
    pty,
    persist: persist && isBackground,
    ...watching.given,
    notes: watching.notes,
  }
}

const commandProblem = (command: string): string | undefined => {
  if (command.trim() === '') return 'command is missing: terminal needs {"command": "..."}.'
  if (command.includes('\0')) return 'command holds a NUL character, which no shell takes.'
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES)
    return `command is longer than ${MAX_COMMAND_BYTES} bytes: write it to a file and run that.`
  return undefined
}

const timeoutProblem = (timeoutS: number): string | undefined => {
  if (timeoutS <= 0) return 'timeout must be more than 0 seconds.'
  if (timeoutS <= MAX_TIMEOUT_S) return undefined
  return `timeout ${timeoutS} is more than the ${MAX_TIMEOUT_S} seconds a command in the foreground may take: use background=true with notify_on_complete=true, or process(action="wait").`
}

type Watching = Pick<TerminalArguments, 'notifyOnComplete' | 'watchPatterns' | 'checkIntervalS'>

/**
 * A foreground command needs no notices. If a background command asks for notices of both its end and of lines, only
 * the end is announced.
 */
const readWatching = ({
  background,
  notify_on_complete: notify,
  watch_patterns: texts = [],
  check_interval: interval,
}: Arguments<typeof PARAMETERS>): { given: Watching; notes: Record<string, unknown>; problem: string | undefined } => {
  const patterns = texts.filter((pattern) => pattern !== '')
  const problem = watchProblem(patterns, interval)
  if (!background)
    return { given: { notifyOnComplete: false, watchPatterns: [], checkIntervalS: undefined }, notes: {}, problem }
  const isShort = interval !== undefined && interval < MIN_CHECK_INTERVAL_S
  return {
    given: {
      notifyOnComplete: notify,
      watchPatterns: notify ? [] : patterns,
      checkIntervalS: isShort ? MIN_CHECK_INTERVAL_S : interval,
    },
    notes: {
      ...(notify && patterns.length > 0 ? { watch_patterns_ignored: 'notify_on_complete is set and wins' } : {}),
      ...(isShort ? { check_interval_note: `${interval} s was raised to ${MIN_CHECK_INTERVAL_S} s` } : {}),
    },
    problem,
  }
}

const watchProblem = (patterns: readonly string[], interval: number | undefined): string | undefined => {
  if (patterns.length > MAX_PATTERNS) return `watch_patterns must be at most ${MAX_PATTERNS}.`
  if (patterns.some(({ length }) => length > MAX_PATTERN_CHARS))
    return `a watch pattern must be at most ${MAX_PATTERN_CHARS} characters.`
  if (patterns.some((pattern) => pattern.includes('\n'))) return 'a watch pattern must be within one line.'
  return interval !== undefined && interval <= 0 ? 'check_interval must be more than 0 seconds.' : undefined
}

/** The JSON Schema for the model. */
export const PARAMETERS = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'The command line, run by a shell' },
    background: {
      type: 'boolean',
      description: 'Return at once with a session_id for the process tool',
      default: false,
    },
    // The limit stands only in the description: a model that asks for more is told what to do instead.
    timeout: {
      type: 'number',
      description: `Seconds a command in the foreground may take, at most ${MAX_TIMEOUT_S}`,
      default: TIMEOUT_S,
    },
    workdir: { type: 'string', description: 'Directory to run in; the working directory of the session if left out' },
    pty: { type: 'boolean', description: 'Give it a terminal, for programs that ask for one', default: false },
    persist: { type: 'boolean', description: 'With background: keeps running when this task is over', default: false },
    check_interval: {
      type: 'number',
      description: `With background: seconds between notices of new output, at least ${MIN_CHECK_INTERVAL_S}`,
    },
    notify_on_complete: { type: 'boolean', description: 'With background: tell once when it ends', default: false },
    watch_patterns: {
      type: 'array',
      items: { type: 'string' },
      description: 'With background: tell of lines that contain one of these texts (seldom ones; it is rate-limited)',
    },
  },
  required: ['command'],
} as const
