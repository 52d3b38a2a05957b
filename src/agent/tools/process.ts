import { AppError, messageOf } from '../../lib/error.ts'
import type { ProcessView } from '../../processes/processes.ts'
import type { Tool, ToolAnswer, ToolContext } from '../tool.ts'
import type { LiveProcesses } from './live-processes.ts'
import { answer, describe, ending } from './process-answer.ts'
import { type Action, ACTIONS, PARAMETERS, readProcess } from './process-arguments.ts'
import type { ProcessCall } from './process-call.ts'
import { INPUT } from './process-input.ts'
import { cutMiddle, pageOfLines, readOutput, readTail } from './process-output.ts'
import { isEnded } from './process-state.ts'

/** Manages the session's background processes. Always answers in JSON; processes of other owners are not found. */
export const createProcessTool = (live: LiveProcesses): Tool => ({
  name: 'process',
  description:
    'Manage background processes that terminal(background=true) started: list, poll (state and new output), log (pages of output), wait (until it ends or time is up), kill, write, submit (a line with Enter), close (end of input); for those with a terminal (pty) send-keys and paste.',
  parameters: PARAMETERS,
  run: async (args, context) => {
    const given = readProcess(args)
    if ('problem' in given) return answer({ error: given.problem, actions: ACTIONS }, true)
    try {
      return given.action === 'list' ? await list(live, context) : await act(live, context, given)
    } catch (error) {
      const hint = error instanceof AppError && error.hint !== undefined ? `; ${error.hint}` : ''
      return answer({ status: 'error', session_id: given.id, error: messageOf(error) + hint }, true)
    }
  },
})

type Act = (call: ProcessCall) => Promise<ToolAnswer>

const act = async (live: LiveProcesses, context: ToolContext, given: ProcessCall['given']): Promise<ToolAnswer> => {
  const view = await live.processes.find(given.id)
  // A process of another owner gets the same answer as one that does not exist, so that a session cannot look around.
  if (view === undefined || view.owner !== context.session.owner) {
    const error = `No process with ID ${given.id.slice(0, MAX_ID_CHARS).toWellFormed()}; list shows those there are`
    return answer({ status: 'not_found', error }, true)
  }
  return DO[given.action]({ live, context, view, given })
}

const MAX_ID_CHARS = 80
const LIST_PREVIEW_CHARS = 200
const POLL_PREVIEW_CHARS = 1_000
/** Preview length for a process that has ended, when more than its progress is of interest. */
const ENDED_PREVIEW_CHARS = 2_000

/** Lists the processes of this session, and those that the same chat started before. */
const list = async (live: LiveProcesses, { app, session }: ToolContext): Promise<ToolAnswer> => {
  const { owner, key } = session
  const own = await live.processes.list({ owner, scope: live.scopeOf(session) })
  const ofSession = await live.processes.list({ owner, sessionKey: key })
  const ids = new Set(own.map(({ id }) => id))
  const row = (view: ProcessView): Record<string, unknown> => ({
    ...describe(view, app.now()),
    output_preview: view.preview.slice(-LIST_PREVIEW_CHARS).toWellFormed(),
    ...(view.notifyOnComplete ? { notify_on_complete: true } : {}),
    ...(view.watchPatterns.length > 0 ? { watch_patterns: view.watchPatterns } : {}),
    ...(ids.has(view.id) ? {} : { session_scoped: true }),
  })
  const others = ofSession.filter(({ id }) => !ids.has(id))
  return answer({ processes: [...own, ...others].filter((view) => view.owner === owner).map(row) })
}

/** Only looks: a session that waits for the end is still notified. */
const poll: Act = async ({ live, context, view }) =>
  answer({
    ...describe(view, context.app.now()),
    output_preview: await readTail(live, view.id, POLL_PREVIEW_CHARS),
    stdin: view.stdinOpen ? 'open' : 'closed',
  })

const log: Act = async ({ live, view, given }) => {
  // The state was read before the output, so if the process had ended, this output is complete.
  const output = await readOutput(live, view.id)
  const page = pageOfLines(output.text, given)
  if (isEnded(view) && page.reachesEnd) await live.processes.consume(view.id)
  return answer({
    session_id: view.id,
    status: isEnded(view) ? 'exited' : 'running',
    output: cutMiddle({ text: page.text, droppedChars: 0 }),
    total_lines: output.droppedChars === 0 ? page.totalLines : undefined,
    kept_lines: output.droppedChars === 0 ? undefined : page.totalLines,
    dropped_chars: output.droppedChars === 0 ? undefined : output.droppedChars,
    showing: page.lines === 0 ? 'no lines' : `lines ${page.from} to ${page.from + page.lines - 1}`,
    ...ending(view),
  })
}

const wait: Act = async ({ live, context, view, given }) => {
  const { waitS, clampNote } = given
  const { signal } = context
  const after = isEnded(view) ? view : await live.processes.wait(view.id, { timeoutMs: waitS * 1000, signal })
  if (isEnded(after)) {
    await live.processes.consume(view.id)
    const output = await readTail(live, view.id, ENDED_PREVIEW_CHARS)
    return answer({ status: 'exited', session_id: view.id, ...ending(after), output, timeout_note: clampNote })
  }
  const running = {
    session_id: view.id,
    process_running: true,
    output: await readTail(live, view.id, POLL_PREVIEW_CHARS),
  }
  if (signal.aborted)
    return answer({ status: 'interrupted', ...running, note: 'The turn was stopped; the process runs on.' })
  const told = view.notifyOnComplete ? 'You will be told when it ends.' : 'Wait again, poll, or go on with other work.'
  const note = `${clampNote === undefined ? '' : `${clampNote} `}Waited ${waitS} s and it is still running, which is not an error. ${told}`
  return answer({ status: 'timeout', ...running, timeout_note: note })
}

/** A second call changes nothing. */
const kill: Act = async ({ live, view }) => {
  const after = isEnded(view) ? view : await live.processes.kill(view.id, 'tool')
  const output = await readTail(live, view.id, ENDED_PREVIEW_CHARS)
  if (!isEnded(after)) {
    const error = 'it could not be ended; ask again, or poll'
    return answer({ status: 'error', session_id: view.id, error, output }, true)
  }
  await live.processes.consume(view.id)
  const status = !isEnded(view) && after.state === 'killed' ? 'killed' : 'already_exited'
  return answer({ status, session_id: view.id, ...ending(after), output })
}

const DO: Record<Exclude<Action, 'list'>, Act> = { poll, log, wait, kill, ...INPUT }
