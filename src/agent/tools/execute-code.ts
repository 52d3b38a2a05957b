import { randomBytes } from 'node:crypto'
import { redact } from '../../lib/redact/redact.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'
import type { Processes, ProcessView, Scope } from '../../processes/processes.ts'
import { boundText } from '../bound-text.ts'
import { defineTool, refuse } from '../define-tool.ts'
import { placesOf } from '../fence/delicate.ts'
import { namedSecret } from '../fence/named-secrets.ts'
import type { Tool, ToolAnswer, ToolContext, ToolSession } from '../tool.ts'
import { commandRefusal } from './command-refusal.ts'
import { isPermitted } from './permit.ts'

/** Where programs run; the same as for the terminal tools. */
export interface CodePlace {
  processes: Processes
  /** The scope that owns the session's programs; they end with it. */
  scopeOf(session: ToolSession): Scope
  /** If given, programs run in this sandbox and never on the host. */
  sandbox?: { name: string; target: string; workdir: string } | undefined
}

const LANGUAGES = ['python', 'javascript', 'shell'] as const
type Language = (typeof LANGUAGES)[number]

const PARAMETERS = {
  type: 'object',
  properties: {
    code: { type: 'string', description: 'The program; what it prints is the answer', maxLength: 60_000 },
    language: { type: 'string', description: 'What it is written in', enum: LANGUAGES, default: 'python' },
    timeout: {
      type: 'integer',
      description: 'Seconds after which it is ended',
      default: 120,
      minimum: 1,
      maximum: 600,
    },
  },
  required: ['code'],
} as const

/**
 * Runs a program in the working directory, in its own process group, which ends as a whole when time is up or the turn
 * is stopped. Every program in Python or JavaScript needs a person's permission, and so does a command line that is
 * not known to be harmless.
 */
export const createExecuteCode = (place: CodePlace): Tool =>
  defineTool({
    name: 'execute_code',
    description:
      'Runs a Python, JavaScript or shell program in the working directory and answers with what it prints. Good for several steps at once, calculations and looking through data. For single commands use terminal.',
    parameters: PARAMETERS,
    async run({ code, language, timeout }, context) {
      if (code.trim() === '') return refuse('Invalid arguments for execute_code: code must not be empty')
      if (code.includes('\0')) return refuse('Invalid arguments for execute_code: code must not hold a NUL character')
      const refusal = await permitCode(code, language, { context, place })
      if (refusal !== undefined) return refusal
      const { processes, scopeOf, sandbox } = place
      const started = await processes.start({
        command: commandFor(code, language),
        workdir: sandbox?.workdir ?? context.cwd,
        env: { PYTHONIOENCODING: 'utf-8', PYTHONUNBUFFERED: '1', NO_COLOR: '1' },
        scope: scopeOf(context.session),
        sessionKey: context.session.key,
        owner: context.session.owner,
        ...(sandbox === undefined ? {} : { backend: { name: sandbox.name, target: sandbox.target } }),
      })
      return finish(processes, { started, timeoutS: timeout, context })
    },
  })

/**
 * The program is part of the command line, so that it runs in every sandbox as it does here: not all sandboxes have a
 * standard input.
 */
const commandFor = (code: string, language: Language): string => {
  if (language === 'shell') return code
  const end = `END_${randomBytes(8).toString('hex')}`
  const program = language === 'python' ? 'python3' : 'node'
  const missing = `${program}: command not found. Install it, or write the program in another language (${LANGUAGES.join(', ')})`
  return `command -v ${program} >/dev/null || { echo '${missing}' >&2; exit 127; }\n${program} - <<'${end}'\n${code}\n${end}\n`
}

const permitCode = async (code: string, language: Language, where: CodeWhere): Promise<ToolAnswer | undefined> => {
  const reason = await (language === 'shell' ? shellRefusal(code, where) : programRefusal(code, language, where))
  if (reason === undefined) return undefined
  const what = `run this ${language} program:\n${code}`
  if (await isPermitted(where.context, { tool: 'execute_code', what, reason })) return undefined
  return refuse(`Permission to run this program was denied: it ${reason}. Do without it, or ask the user.`)
}

interface CodeWhere {
  context: ToolContext
  place: CodePlace
}

/** In a sandbox, the program's directories are those inside. */
const shellRefusal = (code: string, { context, place: { sandbox } }: CodeWhere): Promise<string | undefined> => {
  const root = sandbox?.workdir ?? context.cwd
  const project = sandbox === undefined ? context.session.project : undefined
  return commandRefusal(context, code, { project, root, at: root, onHost: sandbox === undefined })
}

/** Only running it shows what a program in another language does. */
const programRefusal = async (
  code: string,
  language: Language,
  { context, place: { sandbox } }: CodeWhere,
): Promise<string> => {
  const secret = namedSecret(code, {
    places: await placesOf(context.app, sandbox?.workdir ?? context.cwd),
    isShell: false,
  })
  return secret === undefined
    ? `runs a ${language} program, which cannot be read beforehand`
    : `names ${secret}, which may hold secrets`
}

interface Running {
  started: ProcessView
  timeoutS: number
  context: ToolContext
}

const finish = async (processes: Processes, { started, timeoutS, context }: Running): Promise<ToolAnswer> => {
  const { id } = started
  // The program cannot ask anyone, so its input is closed. It may have ended already.
  await processes.close(id).catch(() => undefined)
  let ended = started
  let isStopped = false
  try {
    if (isRunning(ended)) ended = await processes.wait(id, { timeoutMs: timeoutS * 1_000, signal: context.signal })
  } finally {
    isStopped = isRunning(ended)
    if (isStopped) await processes.kill(id, context.signal.aborted ? 'turn stopped' : 'timeout')
  }
  const output = await outputOf(processes, id)
  await processes.consume(id)
  await processes.forget?.(id)
  if (isStopped && context.signal.aborted) return failed('interrupted: the turn was stopped', output)
  if (isStopped) return failed(`timed out after ${timeoutS} s; it was ended with all it had started`, output)
  const { exitCode, signal, state } = ended
  if (exitCode === 0 && state === 'exited') return { text: JSON.stringify({ status: 'success', exit_code: 0, output }) }
  if (state === 'failed-start') return failed('it could not be started', output)
  if (exitCode !== undefined) return failed(`${lastWords(output)}exit code ${exitCode}`, output, exitCode)
  return failed(signal === undefined ? 'how it ended is not known' : `ended by ${signal}`, output)
}

/** Programs print the reason of a failure last, except Node, which prints its version after it. */
const lastWords = (output: string): string => {
  const lines = output
    .slice(-LAST_WORDS_LOOK_CHARS)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const line = lines.findLast((one) => /^[\w.]{0,80}(?:Error|Exception)\b/.test(one)) ?? lines.at(-1) ?? ''
  return line === '' ? '' : `${line.trim().slice(0, LAST_WORDS_CHARS).toWellFormed()}; `
}

const LAST_WORDS_LOOK_CHARS = 4_000
const LAST_WORDS_CHARS = 200

const isRunning = ({ state }: ProcessView): boolean => state === 'starting' || state === 'running'

/** The outcome comes before the output, because later only the beginning and the end of a long answer are read. */
const failed = (error: string, output: string, exitCode?: number): ToolAnswer =>
  refuse(JSON.stringify({ status: 'error', ...(exitCode === undefined ? {} : { exit_code: exitCode }), error, output }))

const MAX_OUTPUT_CHARS = 50_000

const outputOf = async (processes: Processes, id: string): Promise<string> => {
  let text = ''
  let offset = 0
  let dropped = 0
  for (;;) {
    const page = await processes.log(id, { offset })
    if (text === '') dropped = page.from
    text += page.text
    if (page.to <= offset || page.to >= page.totalChars) break
    offset = page.to
  }
  const plain = redact(withoutTerminalCodes(text).replaceAll('\r\n', '\n'))
  const gone = dropped === 0 ? '' : `[... the first ${dropped} characters are no longer kept ...]\n`
  return gone + boundText(plain, MAX_OUTPUT_CHARS)
}
