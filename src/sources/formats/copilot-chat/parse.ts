import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { createTrajectory, type Trajectory } from '../../../wire/trajectory.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { workspaceOf } from './paths.ts'
import { isSession, roundsOf, type ShownCall, shownCalls, shownText } from './record.ts'

/** Reads a session that was written as one document. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record) {
    if (isSession(record)) readSession(file, emit, record)
    else emit.issue({ line: 1, code: 'unknown-record', message: 'no chat of VS Code' })
  },
  save: () => undefined,
})

export const readSession = (file: SourceFile, emit: Emit, session: JsonRecord & { requests: unknown[] }): void => {
  const cwd = workspaceOf(file.path)
  const title = asString(session.customTitle)
  const run = createTrajectory(emit, String(session.sessionId), {
    platform: 'vscode',
    ...(cwd ? { cwd } : {}),
    ...(title ? { title } : {}),
  })
  for (const [index, request] of session.requests.entries()) {
    if (isRecord(request)) readRequest(run, request, index + 1)
    else emit.issue({ line: index + 1, code: 'bad-record', message: 'a request that is not an object' })
  }
  run.end()
}

const readRequest = (run: Trajectory, request: JsonRecord, line: number): void => {
  const spot = { line, time: request.timestamp }
  const message = isRecord(request.message) ? request.message : {}
  run.user(spot, asString(message.text) ?? '')
  const model = asString(request.modelId)
  if (model) run.tell(spot, { model: model.replace(/^copilot\//, '') })
  const shown = shownCalls(request)
  const rounds = roundsOf(request)
  let block = 0
  for (const { text, calls } of rounds) {
    if (text !== '' || calls.length > 0) run.assistant(spot, text)
    for (const { id, name, args, result } of calls) {
      run.call(spot, { tool: name, args, callId: id, block: block++ })
      const seen = takeShown(shown, args)
      if (result !== undefined || seen !== undefined)
        run.result(spot, id, { ...(result === undefined ? {} : { text: result }), ...endOf(seen) })
    }
  }
  const said = shownText(request)
  if (rounds.length === 0 && (said !== '' || shown.length > 0)) run.assistant(spot, said)
  if (rounds.length > 0) return
  for (const one of shown) {
    const args = one.command === undefined ? {} : { command: one.command }
    run.call(spot, { tool: one.name, args, callId: one.id, block: block++ })
    const end = endOf(one)
    if (Object.keys(end).length > 0) run.result(spot, one.id, end)
  }
}

/** The two lists have different ids; a command is known by its words, and the first of equal ones comes first. */
const takeShown = (shown: ShownCall[], args: unknown): ShownCall | undefined => {
  const command = isRecord(args) ? asString(args.command) : undefined
  const at = command === undefined ? -1 : shown.findIndex((one) => one.command === command)
  return at < 0 ? undefined : shown.splice(at, 1)[0]
}

const endOf = (one: ShownCall | undefined) => {
  if (one?.isDenied === true) return { flag: 'error' as const, status: 'rejected' as const }
  return one?.exitCode === undefined ? {} : { exitCode: one.exitCode }
}
