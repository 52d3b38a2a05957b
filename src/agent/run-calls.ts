import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../lib/error.ts'
import { openShellResult } from '../outcome/envelope.ts'
import { judge } from '../outcome/judge.ts'
import type { LiveCall } from '../schema/live-session.ts'
import { appendMessages, beginCall, type NewMessage } from '../store/live/live-message.ts'
import { isCallable } from './models/model.ts'
import { say, type SessionTurn, synthetic, write } from './session-turn.ts'
import { warmSession } from './store-request.ts'
import type { Tool, ToolAnswer, ToolContext } from './tool.ts'

/** How many calls of one answer run at the same time. */
const PARALLEL_CALLS = 8
/** About 25,000 tokens. Tools bound their answers themselves; this limit is for a tool that does not. */
const LONGEST_RESULT_CHARS = 100_000
/** How long a stopped tool has to report what it did. */
const STOP_GRACE_MS = 2_000

/**
 * Runs the calls of an answer in parallel and stores each result when it arrives. Returns when every call has a
 * result, or the turn was stopped.
 */
export const runCalls = async (turn: SessionTurn, calls: readonly LiveCall[]): Promise<void> => {
  const waiting = [...calls]
  const failures: Failure[] = []
  const work = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined && !turn.signal.aborted; call = waiting.shift()) {
      const failure = await runCall(turn, call)
      if (failure !== undefined) failures.push(failure)
    }
  }
  const workers = Array.from({ length: Math.min(PARALLEL_CALLS, calls.length) }, () =>
    work().catch((error: unknown) => {
      // The store failed: no further call begins, and running calls finish first.
      waiting.length = 0
      throw error
    }),
  )
  for (const worker of await Promise.allSettled(workers)) if (worker.status === 'rejected') throw worker.reason
  if (!turn.signal.aborted) await giveHints(turn, failures)
}

interface Failure {
  tool: string
  message: string
}

const runCall = async (turn: SessionTurn, call: LiveCall): Promise<Failure | undefined> => {
  turn.emit({ type: 'call-start', callId: call.id, tool: call.tool, args: call.args })
  const answer = await answerOf(turn, call)
  // The turn was stopped and the tool did not return: `stop` writes the result in its place.
  if (answer === undefined) return undefined
  const text = bounded(answer.text)
  const isError = answer.isError === true
  const result: NewMessage = {
    role: 'tool',
    at: turn.agent.app.now(),
    callId: call.id,
    tool: call.tool,
    text,
    isError,
    isSynthetic: false,
  }
  await say(turn, [result])
  turn.emit({ type: 'call-end', callId: call.id, tool: call.tool, text, isError })
  return failureIn(call, text, isError)
}

/**
 * The error text of a call that failed by the outcome ladder: a command with an exit code other than 0 failed although
 * its tool did not. Undefined if the failure is an answer (a search without a match) or a person's decision: other
 * sessions cannot help with those.
 */
const failureIn = ({ tool, args }: LiveCall, result: string, isError: boolean): Failure | undefined => {
  const { outcome, cause, evidence } = judge({ tool, args, result, ...(isError ? { flag: 'error' } : {}) })
  if (outcome !== 'error' || cause === 'expected' || cause === 'user') return undefined
  return { tool, message: [evidence, openShellResult(result).body].filter((part) => part !== '').join('\n') }
}

const answerOf = async (turn: SessionTurn, call: LiveCall): Promise<ToolAnswer | undefined> => {
  const tool = turn.agent.tools.find(({ name }) => name === call.tool)
  if (tool === undefined) return unknownTool(call.tool, turn.agent.tools)
  if (!isCallable(call)) return badArguments(tool, call.args)
  // The start is stored first: after a crash we know that this call may have had an effect.
  const isFirst = await write(turn, (transaction) =>
    beginCall(transaction, turn.session.id, { callId: call.id, at: turn.agent.app.now() }),
  )
  if (!isFirst) return { text: 'this call was begun before, so it is not run again', isError: true }
  const finished = new AbortController()
  try {
    return await Promise.race([runTool(tool, call.args, contextOf(turn)), afterStop(turn.signal, finished.signal)])
  } finally {
    finished.abort()
  }
}

/** Tools must not throw. If one does, its call failed, and the turn goes on. */
const runTool = async (tool: Tool, args: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer> => {
  try {
    return await tool.run(args, context)
  } catch (error) {
    return { text: `the tool failed: ${messageOf(error)}`, isError: true }
  }
}

/** Resolves shortly after the turn was stopped, so that no tool can block the end of the turn. */
const afterStop = async (stopped: AbortSignal, finished: AbortSignal): Promise<undefined> => {
  await new Promise<void>((resolve) => {
    if (stopped.aborted) resolve()
    stopped.addEventListener('abort', () => resolve(), { once: true, signal: finished })
  })
  await sleep(STOP_GRACE_MS, undefined, { signal: finished }).catch(() => undefined)
  return undefined
}

const contextOf = ({
  agent,
  session: { id, owner, project, cwd, startedAt },
  request,
  signal,
}: SessionTurn): ToolContext => {
  const session = { id, key: request.sessionKey ?? id, owner, project, startedAt }
  return {
    app: agent.app,
    store: agent.store,
    session,
    cwd: cwd ?? agent.cwd,
    signal,
    approve: (asked) => agent.approve(asked, session, signal),
  }
}

const unknownTool = (name: string, tools: readonly Tool[]): ToolAnswer => ({
  text: `there is no tool called ${JSON.stringify(name)}. ${
    tools.length === 0 ? 'This session has no tools.' : `Use one of: ${tools.map((tool) => tool.name).join(', ')}.`
  }`,
  isError: true,
})

const SHOWN_ARGUMENTS_CHARS = 300

const badArguments = ({ name, parameters }: Tool, args: unknown): ToolAnswer => {
  const shown = (typeof args === 'string' ? args : (JSON.stringify(args) ?? '')).slice(0, SHOWN_ARGUMENTS_CHARS)
  return {
    text: `the arguments of ${name} are not a JSON object, so nothing was run. Given: ${shown}\nIts parameters: ${JSON.stringify(parameters)}`,
    isError: true,
  }
}

/** Head and tail of a text that is too long, with the cut marked. */
const bounded = (text: string): string => {
  if (text.length <= LONGEST_RESULT_CHARS) return text
  const half = LONGEST_RESULT_CHARS / 2
  const left = text.length - LONGEST_RESULT_CHARS
  return `${text.slice(0, half)}\n[... ${left} characters left out ...]\n${text.slice(-half)}`.toWellFormed()
}

/** Adds hints how earlier sessions got past the same error, if one of the owner's templates knows. */
const giveHints = async (turn: SessionTurn, failures: readonly Failure[]): Promise<void> => {
  const { agent, session } = turn
  const { warm } = agent
  if (warm === undefined) return
  for (const failure of failures) {
    const given = write(turn, async (transaction) => {
      const hint = await warm.hint(transaction, warmSession(agent, session, ''), failure)
      if (hint !== undefined) await appendMessages(transaction, session.id, [synthetic(turn, 'hint', hint)])
    })
    // A turn can go on without a hint. If the store failed, the next write reports it.
    await given.catch(() => undefined)
  }
}
