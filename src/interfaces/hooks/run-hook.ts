import { writeSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { Arm } from '../../schema/arm.ts'
import { AppError } from '../../lib/error.ts'
import { deliver } from '../../verbs/hook/deliver-operation.ts'
import type { Moment } from '../../verbs/hook/occasion-operation.ts'
import { createDeadline, type Deadline } from '../../verbs/hook/deadline-operation.ts'
import { type HookRun, logHook, noteHookRun, wasHookLate } from '../../verbs/hook/log-operation.ts'
import { type HookAgent, readPayload } from './hook.ts'
import { hasPart, hookAgentNamed } from './registry.ts'

/**
 * Reads an agent's payload on standard input, and answers on standard output or prints nothing. Never throws, never
 * late.
 */
export const runHook = async (app: App, agentName: string): Promise<void> => {
  let moment: Moment | undefined
  const deadline = createDeadline(app.place.env, () => {
    logHook(app, agentName, 'too-late: it took too long, nothing was given')
    note(app, agentName, { moment, result: 'late' })
    process.exit(0)
  })
  try {
    // The payload is read to its end even if it is not used: agents count a broken pipe as a failure of the hook.
    const [agent, payload] = await Promise.all([hookAgentNamed(agentName), readPayload(process.stdin)])
    if (agent === undefined) return logHook(app, agentName, 'unknown-agent: it has no hooks here')
    moment = agent.read(payload)
    if (moment !== undefined) deadline.narrow(moment.kind)
    const arm = armFrom(app.place.env['WARMSTART_ARM'])
    if (arm === 'unknown') logHook(app, agentName, 'unknown-arm: WARMSTART_ARM must be warm, cold or off')
    if (moment === undefined || arm === 'off' || arm === 'unknown') return
    const text = await respond(app, moment, { agent, deadline, arm })
    // Printed in the same turn of the event loop as the commit, so that no timer can fire between them.
    if (text !== undefined) print(JSON.stringify(agent.answer(payload, text)))
    note(app, agentName, { moment, result: 'in-time' })
  } catch (error) {
    logHook(app, agentName, error)
    if (error instanceof AppError && error.code === 'too-late') note(app, agentName, { moment, result: 'late' })
  } finally {
    deadline.lift()
    process.stdin.destroy()
  }
}

/** The counted moments, which can make a session warm; hints after failed calls and ends are not among them. */
const COUNTED: ReadonlySet<Moment['kind']> = new Set(['start', 'prompt', 'compaction'])

const note = (
  app: App,
  agent: string,
  { moment, result }: { moment: Moment | undefined; result: HookRun['result'] },
): void => {
  if (moment !== undefined && !COUNTED.has(moment.kind)) return
  if (hasPart(agent, 'agent')) noteHookRun(app, { agent, sessionKey: moment?.sessionKey, result })
}

/** The user's choice for this session; `unknown` for any other word. */
const armFrom = (word: string | undefined): Arm | 'off' | 'unknown' | undefined => {
  if (word === undefined || word === '') return undefined
  return word === 'warm' || word === 'cold' || word === 'off' ? word : 'unknown'
}

/** One or two syncs read all sessions that end at the same time. */
const AFTER_END_MS = 10_000
/** The end of a turn is rarely the end of the session. */
const AFTER_PAUSE_MS = 10 * 60_000

const respond = async (
  app: App,
  moment: Moment,
  { agent, deadline, arm }: { agent: HookAgent; deadline: Deadline; arm: Arm | undefined },
): Promise<string | undefined> => {
  if (moment.kind === 'end' || moment.kind === 'pause') {
    const { startSync } = await import('./start-sync.ts')
    startSync(app, agent.name, moment.kind === 'end' ? AFTER_END_MS : AFTER_PAUSE_MS)
    if (moment.kind === 'pause') return undefined
  }
  const { openExisting } = await import('../../store/open-existing.ts')
  const store = await openExisting(app.storeAddress)
  const { text, refused, isHung } = await deliver(store, moment, {
    owner: app.owner,
    source: agent.name,
    machine: app.machine,
    now: app.now(),
    arm,
    env: app.place.env,
    mostBytes: agent.mostBytes,
    isNear: deadline.isNear,
    wasLate: () => wasHookLate(app.home, moment.sessionKey),
  })
  if (refused !== undefined) logHook(app, agent.name, `${refused}: ${REFUSALS[refused]}`)
  // A read from a disk that never answers would keep the process, and so the agent, waiting.
  if (isHung === true) setImmediate(() => process.exit(0))
  // The store is not closed: closing may write the database log back, and the process ends anyway.
  return text
}

const REFUSALS = {
  'not-ready': 'its template was changed or taken out of use a moment ago',
  'too-long':
    'the text of its template is longer than the agent passes on; build it with less, or shorten its addendum',
  'holds-a-secret':
    'the text of its template holds a value of the environment; `warmstart redact` and a new build help',
  'no-room': 'its template is longer than what the lessons of the project leave of 250 tokens',
} as const

/** The reader of a full pipe may need some time. */
const MOST_ATTEMPTS = 50

const print = (line: string): void => {
  let rest = Buffer.from(`${line}\n`)
  for (let attempt = 0; rest.length > 0 && attempt < MOST_ATTEMPTS; attempt++) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
