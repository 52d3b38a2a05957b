import { asString, isRecord, type JsonRecord } from '../lib/json.ts'
import type { Usage } from '../schema/session-event.ts'
import { readTokenCount } from './session-teller.ts'

/** The parts of a message as Google's API has them, whether it was written as text, as one part or as many. */
export const partsOf = (content: unknown): JsonRecord[] => {
  if (typeof content === 'string') return [{ text: content }]
  const parts: unknown[] = Array.isArray(content) ? content : [content]
  return parts.flatMap((part): JsonRecord[] => {
    if (isRecord(part)) return [part]
    return typeof part === 'string' ? [{ text: part }] : []
  })
}

/** What was said: the texts, one after the other, without thoughts. A picture or a file alone is named. */
export const textOfParts = (parts: readonly JsonRecord[]): string => {
  const texts: string[] = []
  let hasData = false
  for (const part of parts) {
    if (isRecord(part.inlineData) || isRecord(part.fileData)) hasData = true
    if (part.thought !== true && typeof part.text === 'string' && part.text !== '') texts.push(part.text)
  }
  return texts.length === 0 && hasData ? '[image]' : texts.join('\n')
}

export interface GeminiCall {
  callId?: string
  tool: string
  args: unknown
  block: number
}

/** The calls among the parts; a tool of '' where one does not say which. */
export const callsInParts = (parts: readonly JsonRecord[]): GeminiCall[] =>
  parts.flatMap((part, block): GeminiCall[] => {
    const { functionCall } = part
    if (!isRecord(functionCall)) return []
    const callId = asString(functionCall.id)
    const call = { tool: asString(functionCall.name) ?? '', args: functionCall.args ?? {}, block }
    return [callId ? { ...call, callId } : call]
  })

export interface GeminiResponse {
  callId: string | undefined
  tool: string
  text: string
  /** Agents answer under `error` what failed, and under `output` what did not. */
  isError: boolean
}

/** The results among the parts. */
export const responsesInParts = (parts: readonly JsonRecord[]): GeminiResponse[] =>
  parts.flatMap((part): GeminiResponse[] => {
    const { functionResponse } = part
    if (!isRecord(functionResponse)) return []
    const { response } = functionResponse
    const callId = asString(functionResponse.id)
    const isError = isRecord(response) && response.output === undefined && response.error !== undefined
    return [{ callId, tool: asString(functionResponse.name) ?? '', text: responseText(response), isError }]
  })

const responseText = (response: unknown): string => {
  if (typeof response === 'string') return response
  if (!isRecord(response)) return ''
  const said = response.output ?? response.error ?? response.result ?? response.content
  if (typeof said === 'string') return said
  // Parts of a server's answer, as MCP has them.
  const parts = partsOf(said)
  const text = textOfParts(parts)
  return text !== '' || Object.keys(response).length === 0 ? text : JSON.stringify(response)
}

type UsageBody = Omit<Usage, 'session' | 'line' | 'at' | 'agent'>

/** Counts of one answer. What was cached is part of the prompt; thoughts are paid for like what was said. */
export const geminiUsage = (counts: {
  prompt: unknown
  output: unknown
  cached: unknown
  thoughts: unknown
}): UsageBody | undefined => {
  const prompt = readTokenCount(counts.prompt)
  const output = readTokenCount(counts.output)
  const thoughts = readTokenCount(counts.thoughts) ?? 0
  // Zeros everywhere stand where the provider said nothing.
  if (!prompt && !output) return undefined
  const usage: UsageBody = { type: 'usage' }
  if (output !== undefined) usage.outputTokens = output + thoughts
  if (prompt === undefined) return usage
  const cached = Math.min(readTokenCount(counts.cached) ?? 0, prompt)
  usage.contextTokens = prompt
  usage.inputTokens = prompt - cached
  usage.cacheReadTokens = cached
  return usage
}
