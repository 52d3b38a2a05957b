import { text as textOf } from 'node:stream/consumers'
import { readHistory } from '../../agent/history.ts'
import type { TurnEnd, TurnRequest, TurnResult } from '../../agent/turn.ts'
import { AppError } from '../../lib/error.ts'
import { goingOn, liveSessionNamed, newSessionId } from './session-operation.ts'
import { AGENT_FLAGS, agentOptions } from './flags.ts'
import { askPerson } from './ask-approval.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { MODEL_FLAGS } from '../../interfaces/cli/model-flags.ts'
import { forShell } from '../../interfaces/cli/program-word.ts'
import { runOf, showNote, showTurnEnd } from './show.ts'
import { createTurnView, type TurnView } from './turn-show.ts'
import { showWaiting } from './waiting-show.ts'
import { whenGone } from './when-gone.ts'

export const runCommand: Command = {
  name: 'run',
  summary: 'give the agent a task, and print what it says',
  arguments: '[TASK]',
  positionals: { least: 0, most: 1 },
  flags: {
    ...AGENT_FLAGS,
    resume: {
      type: 'string',
      value: 'ID',
      help: 'go on with this session; without TASK, with its unfinished turn',
    },
    continue: { type: 'boolean', help: 'go on with the session that was spoken to last' },
    history: {
      type: 'string',
      value: 'FILE',
      help: 'earlier messages of a new session, as chat-completion messages in JSON',
    },
  },
  details: [
    'TASK is what you would say; - reads it from standard input. The model’s words go to standard output, its calls to standard error. With --json standard output gets one object.',
    'Everything is kept: `warmstart run --resume ID "and now ..."` goes on, also after a crash. At its end the session is listed like those of other agents.',
    'Ends with 0 when it was answered, 1 when it failed, 6 at the limit of steps, 7 at that of tokens, 130 when it was stopped. See docs/agent.md.',
  ],
  examples: [
    ['warmstart run "why does the build fail?" --tools read,terminal', ''],
    ['warmstart run "fix it" --continue', 'goes on with the last session'],
    ['git diff | warmstart run - --tools none --warm off', 'the task is what comes in'],
    ['warmstart run "list the routes" --base-url http://127.0.0.1:8080/v1 --model local --json', 'for scripts'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    const store = await context.store()
    const request = await requestFrom(context)
    const { openAgent } = await import('./operation.ts')
    const options = agentOptions(context, { isHeard: false, ask: askPerson })
    const open = await openAgent(app, store, { ...options, episode: request.session })
    const isJson = context.isSet('json')
    const view = createTurnView(terminal)
    for (const warning of open.warnings) showNote(terminal, warning)
    const stop = new AbortController()
    stopAtCtrlC(stop, view)
    const waiting = showWaiting(terminal, { show: isJson ? undefined : view.show })
    const output = whenGone(() => stop.abort())
    let result: TurnResult
    try {
      result = await open.respond({ ...request, signal: stop.signal, on: waiting.heard })
      waiting.end()
      view.endLine()
      if (isJson) terminal.json(runOf(result))
      else showEnd(context, result)
    } finally {
      waiting.end()
      await open.close()
    }
    await output.requireOutput()
    return EXIT_OF[result.end]
  },
}

const requestFrom = async (context: Context): Promise<TurnRequest> => {
  const { app } = context
  const [given] = context.positionals
  const text = given === '-' ? (await textOf(process.stdin)).trim() : given
  const resumed = context.text('resume')
  const isContinued = context.isSet('continue')
  if (resumed !== undefined && isContinued)
    throw new AppError('usage', '--resume and --continue name two sessions', { hint: 'keep one of the two' })
  const isNew = resumed === undefined && !isContinued
  if (text === '') throw new AppError('usage', 'the task is empty', { hint: 'say what is to be done' })
  if (isNew && text === undefined)
    throw new AppError('usage', 'TASK is missing', { hint: 'usage: warmstart run "TASK", or --resume ID' })
  const history = context.text('history')
  if (history !== undefined && !isNew)
    throw new AppError('usage', '--history is for a new session', { hint: 'leave out --resume and --continue' })
  const session = isNew
    ? newSessionId(app.now())
    : (await liveSessionNamed(await context.store(), app.owner, resumed ?? 'newest')).id
  return {
    session,
    owner: app.owner,
    // Programs that start us like Hermes' gateway pass the platform of the message in this variable.
    platform: platformIn(app.place.env['HERMES_SESSION_SOURCE']),
    ...(text === undefined ? await goingOn(await context.store(), session) : { text }),
    ...(history === undefined ? {} : { history: await historyFrom(history, app.now()) }),
  }
}

const platformIn = (word: string | undefined): string =>
  word !== undefined && /^[a-z][a-z0-9_-]{0,31}$/.test(word) ? word : 'cli'

const historyFrom = async (file: string, now: number) => {
  const { readJson } = await import('../../provision/files.ts')
  return readHistory(readJson(file, 'chat-completion messages'), { kind: 'history', now })
}

/** The first Ctrl-C stops the turn in order; the second one exits at once. */
const stopAtCtrlC = (stop: AbortController, view: TurnView): void => {
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted)
    view.interrupted()
    stop.abort()
  })
}

const EXIT_OF: Record<TurnEnd, number> = {
  answered: EXIT.ok,
  failed: EXIT.failed,
  'step-limit': EXIT.stepLimit,
  'token-limit': EXIT.tokenLimit,
  aborted: EXIT.interrupted,
}

const showEnd = (context: Context, result: TurnResult): void => {
  const { terminal } = context
  const { session, end } = result
  showTurnEnd(terminal, result)
  const again = ['warmstart run --resume', session, ...flagsKept(context)].join(' ')
  if (end !== 'answered') terminal.note(`everything so far is kept; go on with:\n  ${again}`)
  else if (result.steps === 0 && context.positionals.length === 0)
    terminal.note('nothing was cut off: these were its last words; say what is next in "TASK"')
  else if (terminal.isInteractive) terminal.note(terminal.colors.dim(`session ${session}`))
}

/**
 * Flags that hold for this turn and are not stored with the session. The next turn needs them again for the same tools
 * and model.
 */
const flagsKept = ({ text }: Context): string[] =>
  [...Object.keys(MODEL_FLAGS), 'tools', 'sandbox'].flatMap((name) => {
    const value = text(name)
    return value === undefined ? [] : [`--${name} ${forShell(value)}`]
  })
