import { text as textOf } from 'node:stream/consumers'
import { AppError } from '../../../lib/error.ts'
import type { ProcessDesk } from '../../../operations/processes.ts'
import { SANDBOX_FLAG } from '../sandbox-flag.ts'
import { type Command, type Context, EXIT } from '../command.ts'
import { inputLines, listLines, outputText, processLines } from '../show-process.ts'

const DEFAULT_WAIT_S = 180

export const processCommand: Command = {
  name: 'process',
  summary: 'start commands that go on in the background, and look after them',
  arguments: 'VERB [ID] [TEXT] [-- COMMAND...]',
  positionals: { least: 1, most: 50 },
  takesRest: true,
  flags: {
    pty: { type: 'boolean', help: 'of start: in a terminal of its own (30 rows, 120 columns)' },
    workdir: { type: 'string', value: 'DIR', help: 'of start: where the command runs (default: here)' },
    sandbox: { ...SANDBOX_FLAG, help: `of start: ${SANDBOX_FLAG.help}` },
    offset: { type: 'string', value: 'N', help: 'of log: from this character on, counted from the start' },
    limit: { type: 'string', value: 'N', help: 'of log: so many characters at most' },
    timeout: { type: 'string', value: 'SECONDS', help: `of wait: how long at most (default ${DEFAULT_WAIT_S})` },
  },
  details: [
    'start prints an id and returns at once; the command goes on, whoever else ends. One word behind -- is taken as text for a shell, several are taken as they are.',
    'list, poll ID, log ID, wait ID, kill ID; write ID TEXT, submit ID TEXT (with a line end), close ID (end of input); in a terminal also send-keys ID KEY..., paste ID TEXT, resize ID ROWS COLUMNS. Without TEXT, write, submit and paste read standard input.',
    'An ID is `proc_` and 12 digits; the first four digits are enough where no other begins so. All of it works from other shells. wait ends with 0 also when the process still runs: its state says so.',
    'See docs/processes.md for limits, where output lies, and what happens when the host is killed.',
  ],
  examples: [
    ['warmstart process start -- python3 -m http.server', 'prints proc_3f9a… and its pid'],
    ["warmstart process start --pty -- 'python3 -i'", 'in a terminal, for programs that want one'],
    ['warmstart process start --sandbox ssh:sam@box/srv/app -- make', 'on another machine'],
    ['warmstart process log 3f9a', 'what it printed'],
    ['warmstart process submit 3f9a "yes"', 'types a line'],
    ['warmstart process wait 3f9a --timeout 60 --json', ''],
    ['warmstart process kill 3f9a', 'ends it with everything it started'],
  ],
  run: async (context) => {
    const [verb = '', ...words] = context.positionals
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (run === undefined)
      throw new AppError('usage', `process does not know ${verb}`, {
        hint: `use one of: ${Object.keys(VERBS).join(', ')}`,
      })
    checkFlags(context, verb)
    const { createProcessDesk } = await import('../../../operations/processes.ts')
    await run(createProcessDesk(context.app, context.store), words, context)
    return EXIT.ok
  },
}

type Verb = (desk: ProcessDesk, words: readonly string[], context: Context) => Promise<void>

const VERBS: Readonly<Record<string, Verb>> = {
  start: async (desk, words, context) => {
    const rest = context.rest ?? []
    if (words.length > 0 && rest.length > 0) throw usage(`${words[0]} stands before --`, 'start -- COMMAND')
    const command = rest.length > 0 ? rest : words
    if (command.every((word) => word.trim() === '')) throw usage('a command is missing', 'start -- COMMAND')
    const { note, ...started } = await desk.start({
      words: command,
      workdir: context.text('workdir'),
      pty: context.isSet('pty'),
      sandbox: context.text('sandbox'),
    })
    if (note !== undefined) context.terminal.note(note)
    if (context.isSet('json')) context.terminal.json(started)
    else context.terminal.line(`${started.id}  pid ${started.pid ?? 'unknown'}`)
  },
  list: async (desk, words, context) => {
    if (words.length > 0) throw usage(`${words[0]} is one word too many`, 'list')
    show(context, await desk.list(), (list) => listLines(list, context.terminal))
  },
  poll: async (desk, words, context) => show(context, await desk.poll(idOf('poll', words)), processLines),
  log: async (desk, words, context) => {
    const output = await desk.log(idOf('log', words), rangeOf(context))
    if (context.isSet('json')) return context.terminal.json(output)
    await context.terminal.document(outputText(output))
    if (output.droppedChars > output.from || output.from > 0)
      context.terminal.note(`(from character ${output.from} of ${output.totalChars}; ${output.droppedChars} are gone)`)
  },
  wait: async (desk, words, context) => {
    const timeoutMs = (context.count('timeout') ?? DEFAULT_WAIT_S) * 1_000
    const waited = await desk.wait(idOf('wait', words), timeoutMs, new AbortController().signal)
    show(context, waited, processLines)
  },
  kill: async (desk, words, context) => show(context, await desk.kill(idOf('kill', words)), processLines),
  write: async (desk, words, context) => {
    const { id, text } = await inputOf('write', words)
    show(context, await desk.write(id, text), inputLines)
  },
  submit: async (desk, words, context) => {
    const { id, text } = await inputOf('submit', words)
    show(context, await desk.submit(id, text.replace(/\n$/, '')), inputLines)
  },
  close: async (desk, words, context) => show(context, await desk.close(idOf('close', words)), inputLines),
  'send-keys': async (desk, [id, ...keys], context) => {
    if (id === undefined || keys.length === 0) throw usage('an id and keys are needed', 'send-keys ID C-c')
    show(context, await desk.sendKeys(id, keys), inputLines)
  },
  paste: async (desk, words, context) => {
    const { id, text } = await inputOf('paste', words)
    show(context, await desk.paste(id, text), inputLines)
  },
  resize: async (desk, [id, ...size], context) => {
    const [rows, columns] = size.map(Number)
    if (id === undefined || size.length !== 2 || !isSize(rows) || !isSize(columns))
      throw usage('an id, rows and columns are needed', 'resize ID 30 120')
    show(context, await desk.resize(id, { rows, columns }), processLines)
  },
}

/** Flags that a verb would leave unread are a mistake of who wrote them. */
const FLAG_VERBS: Readonly<Record<string, string>> = {
  pty: 'start',
  workdir: 'start',
  sandbox: 'start',
  offset: 'log',
  limit: 'log',
  timeout: 'wait',
}

const checkFlags = ({ given, rest = [] }: Context, verb: string): void => {
  for (const { name } of given) {
    const owner = FLAG_VERBS[name]
    if (owner !== undefined && owner !== verb) throw usage(`--${name} belongs to ${owner}`, verb)
  }
  if (rest.length > 0 && verb !== 'start') throw usage('only start takes a command behind --', verb)
}

const show = <T>(context: Context, value: T, lines: (value: T) => string[]): void => {
  if (context.isSet('json')) context.terminal.json(value)
  else for (const line of lines(value)) context.terminal.line(line)
}

const usage = (reason: string, form: string): AppError =>
  new AppError('usage', reason, { hint: `as in \`warmstart process ${form}\`` })

const idOf = (verb: string, words: readonly string[]): string => {
  const [id, tooMany] = words
  if (id === undefined) throw usage('ID is missing', `${verb} ID`)
  if (tooMany !== undefined) throw usage(`${tooMany} is one word too many`, `${verb} ID`)
  return id
}

const inputOf = async (verb: string, words: readonly string[]): Promise<{ id: string; text: string }> => {
  const [id, text, tooMany] = words
  if (id === undefined) throw usage('ID is missing', `${verb} ID TEXT`)
  if (tooMany !== undefined)
    throw usage(`${tooMany} is one word too many; a text of several words needs quotes`, `${verb} ID TEXT`)
  if (text !== undefined) return { id, text }
  if (process.stdin.isTTY === true) {
    if (verb === 'submit') return { id, text: '' }
    throw usage('TEXT is missing', `${verb} ID TEXT`)
  }
  return { id, text: await textOf(process.stdin) }
}

const rangeOf = ({ text, count }: Context): { offset?: number; limit?: number } => {
  const given = text('offset')
  if (given !== undefined && !/^\d{1,15}$/.test(given))
    throw usage('--offset needs a number from 0 on', 'log ID --offset 0')
  const limit = count('limit')
  return {
    ...(given === undefined ? {} : { offset: Number(given) }),
    ...(limit === undefined ? {} : { limit }),
  }
}

const LARGEST_SIZE = 1_000
const isSize = (value: number | undefined): value is number =>
  value !== undefined && Number.isSafeInteger(value) && value > 0 && value <= LARGEST_SIZE
