import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/error.ts'
import type { Backend, BackendLook, BackendProcess, BackendSurroundings, CreateBackend } from '../backend.ts'
import { bytesFromText, type ChannelAnswer, readAnswer } from './answer.ts'
import type { Channel, ChannelCommand, CreateChannel } from './channel.ts'
import { type CommandResult, runCommand } from './run-command.ts'
import {
  CHUNK_BYTES,
  closeScript,
  endScript,
  lookScript,
  removeScript,
  startScript,
  trimScript,
  writeScript,
} from './scripts.ts'

/**
 * A backend over a channel into a sandbox. Files inside the sandbox hold the output, the pids and the exit code, so
 * that later callers find them by the id alone. On this machine only the channel's program runs.
 */
export const createExecChannelBackend =
  (createChannel: CreateChannel): CreateBackend =>
  (surroundings) => {
    const channel = createChannel(surroundings)
    const ask = createAsk(channel, surroundings)
    const run = (command: ChannelCommand, timeoutMs: number): Promise<CommandResult> =>
      runCommand(command, { env: surroundings.env, timeoutMs, maxBytes: MAX_ANSWER_BYTES })
    return {
      name: channel.name,
      isExperimental: channel.isExperimental,
      hasStdin: true,
      hasPty: false,
      lookEveryMs: 2_000,
      start: (start) => startIn({ channel, ask, run }, start),
      look: (process, range) => lookAt(channel, ask, process, range),
      end: async (process, { graceMs }) => {
        const timeoutMs = graceMs + END_TIMEOUT_MS
        const answer = await ask(process, (mark) => endScript(process.id, mark, graceMs), timeoutMs)
        if (answer !== 'gone' && answer.fields[0] !== '0')
          throw new AppError('backend-unreachable', `${answer.fields[0]} processes of ${process.id} could not be ended`)
      },
      write: (process, bytes) => writeTo(ask, process, bytes),
      close: async (process) => void (await ask(process, (mark) => closeScript(process.id, mark), CHECK_TIMEOUT_MS)),
      trim: async (process, before) =>
        void (await ask(process, (mark) => trimScript(process.id, mark, before), CHECK_TIMEOUT_MS)),
      remove: async (process) => void (await ask(process, (mark) => removeScript(process.id, mark), CHECK_TIMEOUT_MS)),
      ...(channel.end === undefined
        ? {}
        : {
            endSandbox: async (target) => {
              const command = channel.end?.(target)
              if (command === undefined) return
              const result = await run(command, MAKE_TIMEOUT_MS)
              // If the sandbox is already gone, another process ended it, which is fine.
              if (result.code !== 0 && channel.meansGone?.(result.complaint) !== true) throw unanswered(channel, result)
            },
          }),
    }
  }

const START_TIMEOUT_MS = 10_000
const READ_TIMEOUT_MS = 10_000
/** A write has a few chunks, and each may wait three seconds for a reader. */
const WRITE_TIMEOUT_MS = 15_000
const CHECK_TIMEOUT_MS = 5_000
/** Added to the grace period: time to kill a process that ignores it, and to see that it is gone. */
const END_TIMEOUT_MS = 15_000
/** Making a sandbox may include fetching its image. */
const MAKE_TIMEOUT_MS = 120_000
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Small enough for an answer in numbers and for a script that is passed as an argument. */
const MAX_LOOK_BYTES = 4 * 1024 * 1024
const MAX_WRITE_BYTES = 16 * 1024

type Ask = (
  process: BackendProcess,
  script: (mark: string) => string,
  timeoutMs: number,
) => Promise<ChannelAnswer | 'gone'>

interface Reach {
  channel: Channel
  ask: Ask
  run(command: ChannelCommand, timeoutMs: number): Promise<CommandResult>
}

const createAsk =
  (channel: Channel, { env }: BackendSurroundings): Ask =>
  async ({ target }, script, timeoutMs) => {
    const problem = channel.problemOf(target)
    if (problem !== undefined)
      throw new AppError('bad-target', problem, { hint: `see docs/sandboxes.md on ${channel.name}` })
    const mark = `warmstart-${randomBytes(8).toString('hex')}`
    const command = channel.shell(target, script(mark))
    const result = await runCommand(command, { env, timeoutMs, maxBytes: MAX_ANSWER_BYTES })
    const answer = readAnswer(result.stdout, mark)
    if (answer !== undefined) return answer
    if (channel.meansGone?.(result.complaint) === true) return 'gone'
    throw unanswered(channel, result)
  }

const unanswered = (channel: Channel, { code, complaint }: CommandResult): AppError => {
  const last = complaint.trimEnd().split('\n').at(-1) ?? ''
  return new AppError(
    'backend-unreachable',
    `${channel.name} gave no answer (code ${code ?? 'unknown'})${last === '' ? '' : `: ${last}`}`,
  )
}

const mustWork = async (channel: Channel, running: Promise<CommandResult>): Promise<void> => {
  const result = await running
  if (result.code !== 0) throw unanswered(channel, result)
}

const startIn = async ({ channel, ask, run }: Reach, start: Parameters<Backend['start']>[0]) => {
  if (start.pty)
    throw new AppError('no-pty', `${channel.name} has no terminals to give`, { hint: 'start it without pty' })
  const attempt = (): Promise<ChannelAnswer | 'gone'> =>
    ask(start, (mark) => startScript(start, mark), START_TIMEOUT_MS).catch((error: unknown) =>
      settle(ask, start, error),
    )
  let answer = await attempt()
  const make = answer === 'gone' ? channel.make?.(start.target) : undefined
  if (make !== undefined) {
    // Another process may have made the sandbox at the same moment, so only its existence counts.
    const made = await mustWork(channel, run(make, MAKE_TIMEOUT_MS)).catch((error: unknown) => error)
    answer = await attempt()
    if (answer === 'gone' && made !== undefined) throw made
  }
  if (answer === 'gone') throw new AppError('failed-start', `${channel.name} knows no ${start.target}`)
  if (answer.word === 'no-directory')
    throw new AppError('no-such-directory', `there is no directory ${start.workdir} in ${start.target}`)
  if (answer.word === 'started') return { pid: numberOf(answer.fields[0]) }
  await ask(start, (mark) => endScript(start.id, mark, 0), END_TIMEOUT_MS).catch(() => undefined)
  throw new AppError('failed-start', `it did not start in ${start.target}: ${answer.fields.join(' ')}`)
}

/**
 * The channel broke during the start. If the process runs, the start succeeded; otherwise whatever is left of it is
 * ended.
 */
const settle = async (ask: Ask, start: BackendProcess, error: unknown): Promise<ChannelAnswer | 'gone'> => {
  if (!(error instanceof AppError) || error.code !== 'backend-unreachable') throw error
  try {
    const range = { offset: 0, limit: 0, carries: 'bytes' as const }
    const answer = await ask(start, (mark) => lookScript(start.id, mark, range), CHECK_TIMEOUT_MS)
    const [state, pid = ''] = answer === 'gone' ? ['gone'] : answer.fields
    if (state !== 'gone') return { word: 'started', fields: [pid], payload: new Uint8Array() }
    await ask(start, (mark) => endScript(start.id, mark, 0), END_TIMEOUT_MS)
  } catch {
    // The sandbox cannot be reached at all; the first error says why.
  }
  throw error
}

const lookAt = async (
  channel: Channel,
  ask: Ask,
  process: BackendProcess,
  { offset, limit }: { offset: number; limit: number },
): Promise<BackendLook> => {
  const range = { offset, limit: Math.min(limit, MAX_LOOK_BYTES), carries: channel.carries }
  const answer = await ask(process, (mark) => lookScript(process.id, mark, range), READ_TIMEOUT_MS)
  if (answer === 'gone') return { ...NOTHING, from: offset, totalBytes: offset }
  const [state, pid, code, seconds, size, from, count, open] = answer.fields
  const payload = channel.carries === 'bytes' ? answer.payload : bytesFromText(answer.payload)
  if (payload === undefined || payload.length !== numberOf(count) || !isState(state))
    throw new AppError('backend-unreachable', `${channel.name} carried other bytes than were sent`)
  const endedAt = numberOf(seconds)
  return {
    state,
    pid: numberOf(pid),
    exitCode: numberOf(code),
    exitedAt: endedAt === undefined ? undefined : endedAt * 1000,
    output: payload,
    from: numberOf(from) ?? offset,
    totalBytes: numberOf(size) ?? 0,
    stdinOpen: open === '1',
  }
}

const NOTHING: BackendLook = {
  state: 'gone',
  pid: undefined,
  exitCode: undefined,
  exitedAt: undefined,
  output: new Uint8Array(),
  from: 0,
  totalBytes: 0,
  stdinOpen: false,
}

const isState = (text: string | undefined): text is BackendLook['state'] =>
  text === 'running' || text === 'exited' || text === 'gone'

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const writeTo = async (ask: Ask, process: BackendProcess, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; at += MAX_WRITE_BYTES) {
    const part = bytes.subarray(at, at + MAX_WRITE_BYTES)
    const chunks = Array.from({ length: Math.ceil(part.length / CHUNK_BYTES) }, (_, index) =>
      part.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    )
    const answer = await ask(process, (mark) => writeScript(process.id, mark, chunks), WRITE_TIMEOUT_MS)
    if (answer === 'gone' || answer.word === 'closed')
      throw new AppError('stdin-closed', `the input of ${process.id} is closed`)
    const written = numberOf(answer.fields[0]) ?? 0
    if (written === chunks.length) continue
    const taken = at + written * CHUNK_BYTES
    throw new AppError('stdin-full', `${process.id} does not read: ${taken} of ${bytes.length} bytes were taken`)
  }
}
