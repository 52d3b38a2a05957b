import { asArray, asNumber, asString, isRecord, parseJson, type JsonRecord } from '../lib/json.ts'
import { readTime } from '../lib/clock.ts'
import { directoryIn, personsWords, readClineText, readXmlCall, readXmlResult } from './cline-text.ts'
import { createSessionTeller, type SessionTeller, type Spot, readTokenCount, type WireEmit } from './session-teller.ts'
import { readBlocks, findBlockCalls, findBlockResults, findBlockTexts } from './tool-blocks.ts'

/** What is known of a task from outside its conversation. */
export interface ClineTask {
  id: string
  /** The messages that the program shows, as text; undefined if it kept none. */
  shown?: string | undefined
}

/** Reads the conversation of one task as Cline and its relatives keep it: messages of blocks, calls in blocks or in XML. Never throws. */
export const createClineTaskReader = (emit: WireEmit, task: ClineTask) => {
  const teller = createSessionTeller(emit, task.id)
  const at = readTime(Number(task.id))
  teller.describe({ line: 1 }, { platform: 'vscode', ...(at === undefined ? {} : { at }) })
  const read = (document: unknown): void => {
    if (!Array.isArray(document)) return teller.bad(1, 'the conversation is not a list')
    for (const [index, message] of document.entries()) readMessage(teller, message, index + 1)
    const totals = totalsIn(task.shown)
    if (totals !== undefined && document.length > 0) teller.event({ line: document.length }, totals)
  }
  return { read, save: () => undefined }
}

const readMessage = (teller: SessionTeller, message: unknown, line: number): void => {
  if (!isRecord(message)) return teller.bad(line, 'a message is not an object')
  // Thoughts that some providers want back.
  if (message.type === 'reasoning') return
  const spot: Spot = { line, at: teller.timeOf(message.ts, line) }
  if (message.role === 'assistant') return readAssistant(teller, spot, message)
  if (message.role === 'user') return readUser(teller, spot, message)
  teller.bad(line, 'a message without a role')
}

const readAssistant = (teller: SessionTeller, spot: Spot, message: JsonRecord): void => {
  const info = isRecord(message.modelInfo) ? message.modelInfo : {}
  const model = asString(info.modelId) ?? asString(info.id)
  if (model) teller.describe(spot, { model })
  if (message.isSummary === true) return teller.event(spot, { type: 'compaction', kind: 'summary' })
  const blocks = readBlocks(message.content)
  const text = findBlockTexts(blocks).join('\n')
  const calls = findBlockCalls(blocks)
  const inText = calls.length === 0 ? readXmlCall(text) : undefined
  const said = inText === undefined ? text : inText.before
  teller.event(spot, { type: 'assistant-message', text: said, ...(model ? { model } : {}) })
  if (inText !== undefined) teller.event(spot, { type: 'tool-call', tool: inText.tool, args: inText.args })
  for (const { tool, ...call } of calls) {
    if (tool === '') teller.bad(spot.line, 'a call without the name of its tool')
    // Small models give the same ids in every task.
    else teller.event(spot, { type: 'tool-call', tool, ...call, copyScope: teller.session() })
  }
}

const readUser = (teller: SessionTeller, spot: Spot, message: JsonRecord): void => {
  const blocks = readBlocks(message.content)
  const texts = findBlockTexts(blocks)
  const cwd = texts.map(directoryIn).find((found) => found !== undefined)
  if (cwd !== undefined) teller.describe(spot, { cwd })
  if (message.isSummary === true) return teller.event(spot, { type: 'compaction', kind: 'summary' })
  const results = findBlockResults(blocks)
  for (const { callId, text, isError, block } of results) {
    if (callId === undefined) teller.bad(spot.line, 'a result that does not say of which call')
    else teller.event(spot, { type: 'tool-result', callId, block, ...readClineText(text, isError === true) })
  }
  const rest = readXmlTexts(teller, spot, texts)
  const text = rest.join('\n')
  if (text.trim() === '') return
  if (text.startsWith(CUT)) return teller.event(spot, { type: 'compaction', kind: 'truncation' })
  const isLone = results.length === 0 && rest.length === texts.length
  const words = personsWords(text, spot.line === 1)
  const isPersons = words !== '' && (isLone || words !== text.trim())
  teller.event(
    spot,
    isPersons ? { type: 'user-message', text: words } : { type: 'user-message', text, synthetic: true },
  )
}

const CUT = '[NOTE] Some previous conversation history'

/** Results that stand among the texts: a label, and behind it or in the next text what came of the call. Gives back the other texts. */
const readXmlTexts = (teller: SessionTeller, spot: Spot, texts: readonly string[]): string[] => {
  const rest: string[] = []
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] ?? ''
    const label = readXmlResult(text)
    if (label === undefined) {
      rest.push(text)
      continue
    }
    const next = texts[at + 1]
    const isSplit = label.rest.trim() === '' && next !== undefined && !next.startsWith('<environment_details>')
    if (isSplit) at++
    teller.event(spot, { type: 'tool-result', ...readClineText(isSplit ? next : label.rest, false) })
  }
  return rest
}

/** What all requests of the task used and cost, as the program shows it beside each. */
const totalsIn = (shown: string | undefined) => {
  const sums = { tokensIn: 0, tokensOut: 0, cacheReads: 0, cacheWrites: 0, cost: 0 }
  let count = 0
  let hasCost = false
  for (const message of asArray(shown === undefined ? undefined : parseJson(shown))) {
    if (!isRecord(message) || (message.say !== 'api_req_started' && message.say !== 'deleted_api_reqs')) continue
    const request = parseJson(asString(message.text) ?? '')
    if (!isRecord(request) || readTokenCount(request.tokensOut) === undefined) continue
    count++
    hasCost ||= asNumber(request.cost) !== undefined
    for (const name of ['tokensIn', 'tokensOut', 'cacheReads', 'cacheWrites'] as const)
      sums[name] += readTokenCount(request[name]) ?? 0
    sums.cost += Math.max(0, asNumber(request.cost) ?? 0)
  }
  if (count === 0) return undefined
  return {
    type: 'usage' as const,
    cumulative: true,
    inputTokens: sums.tokensIn,
    outputTokens: sums.tokensOut,
    cacheReadTokens: sums.cacheReads,
    cacheWriteTokens: sums.cacheWrites,
    ...(hasCost ? { costUsd: sums.cost } : {}),
  }
}
