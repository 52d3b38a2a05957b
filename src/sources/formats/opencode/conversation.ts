import { readTime } from '../../../lib/clock.ts'
import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { Usage } from '../../../schema/session-event.ts'
import type { Emit } from '../../source.ts'
import { readAmount, type Step, readSteps, type StoredMessage, type StoredPart, timeField } from './message.ts'
import { calledTool, readResult } from './outcome.ts'
import { describe, type SessionInfo } from './session.ts'

/** Emits one whole session, message by message. A session without messages is not announced. */
export const createConversation = (info: SessionInfo, emit: Emit) => {
  const session = info.id
  let lastLine = 0
  let started = false
  let costUsd = 0
  const createdAt = readTime(info.created)
  const begin = (message: StoredMessage): void => {
    if (started) return
    started = true
    emit.event(describe(info, message.line))
  }
  return {
    read(message: StoredMessage): void {
      const { role } = message.info
      if (role !== 'user' && role !== 'assistant') {
        emit.issue({ line: message.line, code: 'unknown-role', message: 'a message of neither user nor assistant' })
        return
      }
      begin(message)
      lastLine = message.line
      if (role === 'user') readUser(emit, session, message)
      else {
        readAssistant(emit, session, message)
        // What a fork copied was paid for in the session it came from.
        const at = readTime(timeField(message.info, 'created'))
        if (createdAt === undefined || at === undefined || at >= createdAt) costUsd += costOf(message)
      }
    },
    end(): void {
      if (started && costUsd > 0)
        emit.event({ type: 'usage', session, line: lastLine, costUsd: roundCost(costUsd), cumulative: true })
      if (started) emit.event({ type: 'session-end', session, line: lastLine })
    },
  }
}

const readUser = (emit: Emit, session: string, { info, parts, line }: StoredMessage): void => {
  const at = readTime(timeField(info, 'created'))
  const when = at === undefined ? {} : { at }
  const compaction = parts.find(({ value }) => value.type === 'compaction')
  if (compaction !== undefined) {
    const trigger = compaction.value.auto === true ? 'auto' : 'manual'
    emit.event({ type: 'compaction', session, line, kind: 'compaction', trigger, ...when })
  }
  const said = (synthetic: boolean): string =>
    parts
      .filter(
        ({ value }) => value.type === 'text' && (value.synthetic === true || value.ignored === true) === synthetic,
      )
      .map(({ value }) => asString(value.text) ?? '')
      .filter((text) => text !== '')
      .join('\n')
  const typed = said(false)
  const added = said(true)
  if (typed !== '') emit.event({ type: 'user-message', session, line, text: typed, ...when })
  if (added !== '') emit.event({ type: 'user-message', session, line, text: added, synthetic: true, ...when })
}

const readAssistant = (emit: Emit, session: string, message: StoredMessage): void => {
  const { info, line } = message
  const at = readTime(timeField(info, 'created'))
  const when = at === undefined ? {} : { at }
  const model = asString(info.modelID)
  const root = isRecord(info.path) ? asString(info.path.root) : undefined
  // Outside of a repository it names the root of the disk.
  if (root && root !== '/' && !/^[A-Za-z]:[\\/]?$/.test(root))
    emit.event({ type: 'session-start', session, line, projectRoot: root, ...(model ? { model } : {}) })
  else if (model) emit.event({ type: 'session-start', session, line, model })
  for (const [index, step] of readSteps(message).entries()) {
    const text = step.texts.join('\n')
    if (info.summary === true) {
      if (text !== '') emit.event({ type: 'user-message', session, line, text, synthetic: true, ...when })
    } else if (text !== '' || step.calls.length > 0)
      emit.event({ type: 'assistant-message', session, line, text, ...(model ? { model } : {}), ...when })
    const usage = usageOf(step)
    const messageId = copiedId(info, index)
    if (usage !== undefined)
      emit.event({ ...usage, session, line, ...when, ...(messageId === undefined ? {} : { messageId }) })
    for (const call of step.calls) readCall(emit, session, call, { at, cwd: directoryOf(info) })
  }
}

/** A price of zero means that OpenCode does not know the price, or that the model is free. */
const costOf = (message: StoredMessage): number =>
  readSteps(message).reduce((sum, { cost }) => sum + (readAmount(cost) ?? 0), 0)

/** Sums of prices, without what adding makes of them behind the tenth digit. */
const roundCost = (usd: number): number => Math.round(usd * 1e10) / 1e10

type Counts = Omit<Usage, 'session' | 'line'>

/** Undefined if all counts are zero, because the request was never answered. */
const usageOf = ({ tokens }: Step): Counts | undefined => {
  if (!isRecord(tokens)) return undefined
  const cache = isRecord(tokens.cache) ? tokens.cache : {}
  const [input, output, reasoning] = [tokens.input, tokens.output, tokens.reasoning].map(readAmount)
  const [read, write] = [cache.read, cache.write].map(readAmount)
  if (!input && !output && !read && !write) return undefined
  const usage: Counts = { type: 'usage' }
  if (input !== undefined) usage.inputTokens = input
  if (output !== undefined) usage.outputTokens = output + (reasoning ?? 0)
  if (read !== undefined) usage.cacheReadTokens = read
  if (write !== undefined) usage.cacheWriteTokens = write
  if (input !== undefined) usage.contextTokens = input + (read ?? 0) + (write ?? 0)
  return usage
}

/** A fork copies messages under new ids; the times and counts that it copies tell them. */
const copiedId = (info: JsonRecord, index: number): string | undefined => {
  const created = readTime(timeField(info, 'created'))
  const completed = readTime(timeField(info, 'completed'))
  const parent = readAmount(isRecord(info.tokens) ? info.tokens.input : undefined)
  if (created === undefined || completed === undefined) return undefined
  return `${created}-${completed}-${parent ?? ''}-${index}`
}

const directoryOf = (info: JsonRecord): string | undefined =>
  isRecord(info.path) ? asString(info.path.cwd) : undefined

const readCall = (
  emit: Emit,
  session: string,
  { value, line }: StoredPart,
  around: { at: number | undefined; cwd: string | undefined },
): void => {
  const tool = asString(value.tool)
  if (!tool || !isRecord(value.state)) {
    emit.issue({ line, code: 'bad-record', message: 'a call without the name of its tool or its state' })
    return
  }
  const { state } = value
  const callId = asString(value.callID)
  const start = readTime(timeField(state, 'start'))
  const at = start ?? around.at
  const cwd = workingDirectory(state.input) ?? around.cwd
  const input = state.input ?? {}
  emit.event({
    type: 'tool-call',
    session,
    line,
    tool: calledTool(tool, state),
    args: input,
    ...(callId ? { callId } : {}),
    ...(at === undefined ? {} : { at }),
    ...(cwd ? { cwd } : {}),
    // A fork copies a call with the time at which it began.
    ...(start === undefined ? {} : { copyScope: String(start) }),
  })
  const result = readResult(tool, state)
  if (result === undefined) return
  const ended = readTime(timeField(state, 'end'))
  emit.event({
    type: 'tool-result',
    session,
    line,
    ...(callId ? { callId } : {}),
    ...(ended === undefined ? {} : { at: ended }),
    ...result,
  })
}

const workingDirectory = (input: unknown): string | undefined => {
  const directory = isRecord(input) ? asString(input.workdir) : undefined
  return directory !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(directory) ? directory : undefined
}
