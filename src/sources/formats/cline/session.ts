import { basename, dirname, join } from 'node:path'
import { asArray, asNumber, asString, isRecord, parseJson, type JsonRecord } from '../../../lib/json.ts'
import { personsWords } from '../../../wire/cline-text.ts'
import { textAt } from '../../../wire/cline-paths.ts'
import { createSessionTeller, type SessionTeller, type Spot, readTokenCount } from '../../../wire/session-teller.ts'
import {
  type BlockCall,
  type BlockResult,
  readBlocks,
  findBlockCalls,
  findBlockResults,
  findBlockTexts,
} from '../../../wire/tool-blocks.ts'
import type { Emit, Parser } from '../../source.ts'

/** Reads a session of the newer program: one document, which is written anew with every message. */
export const createSessionReader = (path: string, emit: Emit): Parser => {
  const folder = basename(dirname(path))
  const stem = basename(path).replace(/\.messages\.json$/, '')
  const isSubagent = stem !== folder
  const teller = createSessionTeller(emit, isSubagent ? `${folder}__${stem}` : stem || 'unnamed')
  const read = (document: unknown): void => {
    if (!isRecord(document) || !Array.isArray(document.messages)) return teller.bad(1, 'the document holds no messages')
    const manifest = parseJson(textAt(join(dirname(path), `${folder}.json`)) ?? '')
    introduce(teller, {
      document,
      manifest: isRecord(manifest) ? manifest : {},
      parent: isSubagent ? folder : undefined,
    })
    const prompt = asString(document.system_prompt)
    if (prompt) teller.event({ line: 1 }, { type: 'system-message', text: prompt })
    /** How many parts a call was taken apart into. */
    const parts = new Map<string, number>()
    for (const [index, message] of document.messages.entries())
      readMessage(teller, { message, line: index + 1, parts, isSubagent })
    const cost = isRecord(manifest) && isRecord(manifest.metadata) ? asNumber(manifest.metadata.totalCost) : undefined
    if (cost !== undefined && cost > 0 && !isSubagent)
      teller.event({ line: document.messages.length }, { type: 'usage', cumulative: true, costUsd: cost })
  }
  return { read, save: () => undefined }
}

const introduce = (
  teller: SessionTeller,
  { document, manifest, parent }: { document: JsonRecord; manifest: JsonRecord; parent: string | undefined },
): void => {
  const origin = isRecord(document.origin) ? document.origin : {}
  const metadata = isRecord(manifest.metadata) ? manifest.metadata : {}
  const cwd = asString(manifest.workspace_root) ?? asString(manifest.cwd)
  const title = parent === undefined ? asString(metadata.title) : undefined
  const version = asString(origin.version)
  const at = parent === undefined ? teller.timeOf(manifest.started_at, 0) : undefined
  teller.describe(
    { line: 1 },
    {
      platform: parent === undefined ? (asString(origin.source) ?? asString(manifest.source) ?? 'cli') : 'subagent',
      ...(at === undefined ? {} : { at }),
      ...(cwd ? { cwd } : {}),
      ...(title ? { title } : {}),
      ...(version ? { agentVersion: version } : {}),
      ...(parent === undefined ? {} : { parent: { session: parent, kind: 'subagent' as const } }),
    },
  )
}

const readMessage = (
  teller: SessionTeller,
  {
    message,
    line,
    parts,
    isSubagent,
  }: { message: unknown; line: number; parts: Map<string, number>; isSubagent: boolean },
): void => {
  if (!isRecord(message)) return teller.bad(line, 'a message is not an object')
  const spot: Spot = { line, at: teller.timeOf(message.ts, line) }
  const blocks = readBlocks(message.content)
  if (message.role === 'assistant') {
    readAnswer(teller, spot, message, findBlockTexts(blocks).join('\n'))
    for (const call of findBlockCalls(blocks)) emitCall(teller, spot, call, parts)
    return
  }
  if (message.role !== 'user') return teller.bad(line, 'a message without a role')
  for (const result of findBlockResults(blocks)) emitResult(teller, spot, result, parts)
  const text = findBlockTexts(blocks).join('\n')
  if (text.trim() === '') return
  const words = isSubagent ? '' : personsWords(text, true)
  teller.event(
    spot,
    words === '' ? { type: 'user-message', text, synthetic: true } : { type: 'user-message', text: words },
  )
}

const readAnswer = (teller: SessionTeller, spot: Spot, message: JsonRecord, text: string): void => {
  const model = isRecord(message.modelInfo) ? asString(message.modelInfo.id) : undefined
  const id = asString(message.id)
  const named = id ? { messageId: `${teller.session()} ${id}` } : {}
  if (model) teller.describe(spot, { model })
  teller.event(spot, { type: 'assistant-message', text, ...named, ...(model ? { model } : {}) })
  const metrics = isRecord(message.metrics) ? message.metrics : {}
  const prompt = readTokenCount(metrics.inputTokens)
  const outputTokens = readTokenCount(metrics.outputTokens)
  if (!prompt && !outputTokens) return
  const cacheReadTokens = readTokenCount(metrics.cacheReadTokens) ?? 0
  const cacheWriteTokens = readTokenCount(metrics.cacheWriteTokens) ?? 0
  teller.event(spot, {
    type: 'usage',
    ...named,
    ...(prompt === undefined
      ? {}
      : { contextTokens: prompt, inputTokens: Math.max(0, prompt - cacheReadTokens - cacheWriteTokens) }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    cacheReadTokens,
    cacheWriteTokens,
  })
}

/** Tools that take several things at once, and answer for each: what each list holds is a call of its own. */
const LISTS = ['commands', 'files', 'queries', 'requests'] as const

const emitCall = (teller: SessionTeller, spot: Spot, call: BlockCall, parts: Map<string, number>): void => {
  const { tool, args, callId, block } = call
  if (tool === '') return teller.bad(spot.line, 'a call without the name of its tool')
  const each = argumentsOf(args)
  if (callId !== undefined) parts.set(callId, each.length)
  for (const [index, one] of each.entries()) {
    const id = callId === undefined ? {} : { callId: partId(callId, index, each.length) }
    teller.event(spot, { type: 'tool-call', tool, args: one, block, ...id, copyScope: teller.session() })
  }
}

const partId = (callId: string, index: number, count: number): string =>
  count === 1 ? callId : `${callId}#${index + 1}`

const argumentsOf = (args: unknown): unknown[] => {
  if (!isRecord(args)) return [args]
  const name = LISTS.find((list) => asArray(args[list]).length > 0)
  if (name === undefined) return [args]
  return asArray(args[name]).map((one) => {
    if (name === 'commands') return { command: isRecord(one) ? (one.command ?? one) : one }
    return isRecord(one) ? one : { [name === 'queries' ? 'pattern' : 'path']: one }
  })
}

const emitResult = (teller: SessionTeller, spot: Spot, result: BlockResult, parts: Map<string, number>): void => {
  const { callId, text, content, isError, block } = result
  if (callId === undefined) return teller.bad(spot.line, 'a result that does not say of which call')
  const count = parts.get(callId) ?? 1
  const answers = answersIn(content)
  for (let index = 0; index < count; index++) {
    const answer = answers[index]
    const facts = isRecord(answer)
      ? factsOf(answer)
      : { text, flag: isError === true ? ('error' as const) : ('ok' as const) }
    teller.event(spot, { type: 'tool-result', callId: partId(callId, index, count), block, ...facts })
  }
}

/** What the tool says of each thing: a list, or the text of one answer. */
const answersIn = (content: unknown): JsonRecord[] => {
  const isAnswer = (one: unknown): one is JsonRecord => isRecord(one) && typeof one.success === 'boolean'
  if (typeof content !== 'string') return asArray(content).filter(isAnswer)
  const answer = content.startsWith('{"query"') ? parseJson(content) : undefined
  return isAnswer(answer) ? [answer] : []
}

/** `[Command exited with code 1]` stands before the output, and its parts are named. */
const factsOf = (answer: JsonRecord) => {
  const error = asString(answer.error) ?? ''
  const written = asString(answer.result) ?? (answer.result === undefined ? '' : JSON.stringify(answer.result))
  const text = written
    .replace(/^\[Command exited with code -?\d{1,10}\]\n{0,2}/, '')
    .replace(/^\[(?:stderr|stdout)\]\n/, '')
  const code = /^Command exited with code (-?\d{1,10})/.exec(error)?.[1]
  if (code !== undefined) return { text: text || error, exitCode: Number(code) }
  if (answer.success === true) return { text, flag: 'ok' as const }
  return { text: [error, text].filter((part) => part !== '').join('\n'), flag: 'error' as const }
}
