import { AppError, messageOf } from '../../lib/error.ts'
import { experimentalNote } from '../../processes/backends/experimental.ts'
import type { ProcessView, StartRequest } from '../../processes/processes.ts'
import type { Tool, ToolAnswer, ToolContext } from '../tool.ts'
import type { LiveProcesses } from './live-processes.ts'
import { answer, exitCodeOf } from './process-answer.ts'
import { cutMiddle, readOutput } from './process-output.ts'
import { isEnded } from './process-state.ts'
import { PARAMETERS, readTerminal, type TerminalArguments } from './terminal-arguments.ts'
import { gateCommand } from './terminal-gate.ts'

/**
 * Runs commands: in the foreground until they end or time is up, or in the background. An exit code other than 0 is a
 * normal answer; only what kept the command from running to its end is an error.
 */
export const createTerminalTool = (live: LiveProcesses): Tool => ({
  name: 'terminal',
  description:
    'Run a shell command and get {output, exit_code, error}. What takes longer than some minutes, and servers, run with background=true: that returns a session_id for the process tool; notify_on_complete=true tells you when it ends.',
  parameters: PARAMETERS,
  run: async (args, context) => {
    const given = readTerminal(args)
    if ('problem' in given) return failed(given.problem)
    try {
      const gated = await gateCommand(live, context, given)
      if ('refusal' in gated) return failed(gated.refusal)
      if (context.signal.aborted) return failed('the turn was stopped before the command began')
      const view = await live.processes.start(requestOf(live, context, given, gated.workdir))
      if (view.state === 'failed-start') return failed(await startProblem(live, view))
      return given.isBackground ? started(live, view, given) : await finished(live, context, given, view)
    } catch (error) {
      const hint = error instanceof AppError && error.hint !== undefined ? `; ${error.hint}` : ''
      return failed(messageOf(error) + hint)
    }
  },
})

const failed = (error: string): ToolAnswer => answer({ output: '', exit_code: -1, error }, true)

const requestOf = (
  { scopeOf, sandbox, isHeard = true }: LiveProcesses,
  { session }: ToolContext,
  given: TerminalArguments,
  workdir: string,
): StartRequest => ({
  command: given.command,
  workdir,
  pty: given.pty,
  scope: scopeOf(session),
  sessionKey: session.key,
  owner: session.owner,
  persist: given.persist,
  notifyOnComplete: given.notifyOnComplete && isHeard,
  watchPatterns: isHeard ? given.watchPatterns : [],
  ...(given.checkIntervalS === undefined || !isHeard ? {} : { checkIntervalS: given.checkIntervalS }),
  ...(sandbox === undefined ? {} : { backend: { name: sandbox.name, target: sandbox.target } }),
})

const startProblem = async (live: LiveProcesses, view: ProcessView): Promise<string> => {
  const { text } = await readOutput(live, view.id)
  return `the command could not be started${text === '' ? '' : `: ${text.slice(0, 1_000).toWellFormed()}`}`
}

const started = (live: LiveProcesses, view: ProcessView, given: TerminalArguments): ToolAnswer => {
  const { notifyOnComplete, watchPatterns, checkIntervalS } = given
  const asksToHear = notifyOnComplete || watchPatterns.length > 0 || checkIntervalS !== undefined
  const isHeard = live.isHeard ?? true
  return answer({
    output: 'Background process started',
    session_id: view.id,
    pid: view.pid ?? null,
    exit_code: 0,
    error: null,
    backend_note: experimentalNote(view.backend),
    ...(notifyOnComplete && isHeard ? { notify_on_complete: true } : {}),
    ...(watchPatterns.length > 0 && isHeard ? { watch_patterns: watchPatterns } : {}),
    ...given.notes,
    ...(asksToHear && !isHeard ? { notify_unsupported: 'this run ends with its answer: poll or wait instead' } : {}),
    ...(given.pty && !view.pty ? { pty_note: 'there is no terminal to give; it runs with pipes' } : {}),
    ...(asksToHear && isHeard
      ? {}
      : { hint: `nobody is told when it ends: use process(action="wait", session_id="${view.id}")` }),
  })
}

const finished = async (
  live: LiveProcesses,
  { signal }: ToolContext,
  { timeoutS, pty }: TerminalArguments,
  { id }: ProcessView,
): Promise<ToolAnswer> => {
  const { processes } = live
  try {
    // No user types into a foreground command, so its input is closed: a program that reads it must see the end and not
    // wait. The command may have ended already.
    if (!pty) await processes.close(id).catch(() => undefined)
    let after = await processes.wait(id, { timeoutMs: timeoutS * 1000, signal })
    const stopped = isEnded(after) ? undefined : signal.aborted ? INTERRUPTED : TIMED_OUT
    if (stopped !== undefined) after = await processes.kill(id, stopped.by)
    const output = cutMiddle(await readOutput(live, id))
    await processes.consume(id)
    // The model cannot ask for this command later, and keeping it would push others out of the list.
    await processes.forget?.(id)
    if (stopped !== undefined) return answer({ output, exit_code: stopped.code, error: stopped.words(timeoutS) }, true)
    const exitCode = exitCodeOf(after)
    return answer({
      output,
      exit_code: exitCode,
      error: errorOf(after, exitCode),
      backend_note: experimentalNote(after.backend),
    })
  } catch (error) {
    // The call fails, so the session never learns of the process: it must not run on.
    await processes.kill(id, 'terminal').catch(() => undefined)
    throw error
  }
}

/** The exit codes that shells and `timeout` use for this. */
const INTERRUPTED = { by: 'turn stopped', code: 130, words: () => 'the turn was stopped, and the command with it' }
const TIMED_OUT = {
  by: 'timeout',
  code: 124,
  words: (timeoutS: number) =>
    `the command was still running after ${timeoutS} s and was ended with everything it had started; use background=true for what takes longer`,
}

/** Why the command has no exit code of its own. */
const errorOf = (view: ProcessView, exitCode: number | null): string | null => {
  if (view.state === 'lost') return 'the process was lost: how it ended is not known'
  if (view.signal !== undefined)
    return `ended by ${view.signal}${view.endedBy === undefined ? '' : ` (${view.endedBy})`}`
  return exitCode === null ? 'how it ended is not known' : null
}
