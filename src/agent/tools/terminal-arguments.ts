import { type ArgumentReader, readArguments } from './read-arguments.ts'

/** What a model asked for, with names and types that are right. */
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
  /** What was understood otherwise than it was said, for the answer. */
  notes: Readonly<Record<string, unknown>>
}

/** As long as a command in the foreground lasts where nothing is said, and at most: longer ones belong in the background. */
const TIMEOUT_S = 180
const MAX_TIMEOUT_S = 600
/** Interim notices more often than this would be all a chat gets to see. */
const MIN_CHECK_INTERVAL_S = 30
/** Linux takes no longer argument, and the command is one. */
const MAX_COMMAND_BYTES = 128 * 1024
const MAX_PATTERNS = 20
const MAX_PATTERN_CHARS = 200

/** The arguments, or a sentence that says what is wrong with them. */
export const readTerminal = (args: Readonly<Record<string, unknown>>): TerminalArguments | { problem: string } => {
  const read = readArguments(args)
  const command = read.text('command') ?? ''
  const isBackground = read.flag('background') ?? false
  const timeoutS = read.number('timeout') ?? TIMEOUT_S
  const watching = readWatching(read, isBackground)
  const given: Omit<TerminalArguments, 'notes'> = {
    command,
    isBackground,
    timeoutS,
    workdir: read.text('workdir') || undefined,
    pty: read.flag('pty') ?? false,
    persist: (read.flag('persist') ?? false) && isBackground,
    ...watching.given,
  }
  if (read.problems.length > 0) return { problem: `${read.problems.join('; ')}.` }
  const problem = commandProblem(args, command) ?? (isBackground ? undefined : timeoutProblem(timeoutS))
  return problem === undefined ? { ...given, notes: watching.notes } : { problem }
}

const commandProblem = (args: Readonly<Record<string, unknown>>, command: string): string | undefined => {
  if (command.trim() === '') {
    const names = Object.keys(args).slice(0, 10)
    return `command is missing: terminal needs {"command": "..."}${names.length === 0 ? '' : ` and got ${names.join(', ').slice(0, 200)}`}.`
  }
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

/** In the foreground there is nothing to be told later. Of an end and a line, the end is what is told. */
const readWatching = (
  read: ArgumentReader,
  isBackground: boolean,
): { given: Watching; notes: Record<string, unknown> } => {
  const notify = read.flag('notify_on_complete') ?? false
  const patterns = (read.texts('watch_patterns') ?? []).filter((pattern) => pattern !== '')
  const interval = read.number('check_interval')
  if (patterns.length > MAX_PATTERNS) read.problem(`watch_patterns must be at most ${MAX_PATTERNS}`)
  if (patterns.some(({ length }) => length > MAX_PATTERN_CHARS))
    read.problem(`a watch pattern must be at most ${MAX_PATTERN_CHARS} characters`)
  if (patterns.some((pattern) => pattern.includes('\n'))) read.problem('a watch pattern must be within one line')
  if (interval !== undefined && interval <= 0) read.problem('check_interval must be more than 0 seconds')
  if (!isBackground)
    return { given: { notifyOnComplete: false, watchPatterns: [], checkIntervalS: undefined }, notes: {} }
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
  }
}

/** As a JSON Schema, for the model. */
export const PARAMETERS = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'The command line, run by a shell' },
    background: {
      type: 'boolean',
      description: 'Return at once with a session_id for the process tool',
      default: false,
    },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_TIMEOUT_S,
      description: `Seconds a command in the foreground may take, ${TIMEOUT_S} if left out, at most ${MAX_TIMEOUT_S}`,
    },
    workdir: { type: 'string', description: 'Directory to run in; the working directory of the session if left out' },
    pty: { type: 'boolean', description: 'Give it a terminal, for programs that ask for one', default: false },
    persist: { type: 'boolean', description: 'With background: keeps running when this task is over', default: false },
    check_interval: {
      type: 'integer',
      minimum: MIN_CHECK_INTERVAL_S,
      description: 'With background: tell of new output every so many seconds',
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
