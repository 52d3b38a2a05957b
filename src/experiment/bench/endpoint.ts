import { AppError, messageOf } from '../../lib/error.ts'
import { asArray, isRecord, parseJson } from '../../lib/json.ts'
import type { ToolDefinition } from './tool-definitions.ts'

/** An OpenAI-compatible address, and the model behind it. */
export interface Endpoint {
  /** Ends with /v1, as clients are used to. */
  address: string
  model: string
  /** Sent as a bearer token, never written anywhere. */
  key?: string | undefined
}

export type EndpointMessage =
  | { role: 'system' | 'user'; content: string }
  | {
      role: 'assistant'
      content: string | null
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
    }
  | { role: 'tool'; tool_call_id: string; content: string }

export interface Question {
  messages: readonly EndpointMessage[]
  tools: readonly ToolDefinition[]
  /** The model must call this tool; undefined: it may call any, or none. */
  tool?: string | undefined
  temperature: number
  seed: number
  timeoutMs: number
}

export interface Asked {
  calls: { id: string; tool: string; args: Record<string, unknown> }[]
  text: string
  tokens: number | null
}

/** Asks a model once. What it answers is read, never trusted: arguments that are no JSON object become an empty one. */
export const askEndpoint = async (endpoint: Endpoint, question: Question): Promise<Asked> => {
  const { messages, tools, tool, temperature, seed, timeoutMs } = question
  const body = {
    model: endpoint.model,
    messages,
    tools,
    tool_choice: tool === undefined ? 'auto' : { type: 'function', function: { name: tool } },
    temperature,
    seed,
  }
  try {
    const response = await fetch(`${endpoint.address.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.key === undefined ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = parseJson((await response.text()).slice(0, LARGEST_CHARS))
    if (!response.ok) throw new Error(`status ${response.status}`)
    return readAnswer(answer)
  } catch (error) {
    throw new AppError('model-failed', `the model at ${endpoint.address} did not answer: ${messageOf(error)}`, {
      hint: 'try the address with curl; a trial without an answer counts as invalid',
      cause: error,
    })
  }
}

const LARGEST_CHARS = 1_000_000

const readAnswer = (answer: unknown): Asked => {
  const choice = isRecord(answer) ? asArray(answer['choices'])[0] : undefined
  const message = isRecord(choice) ? choice['message'] : undefined
  if (!isRecord(message)) throw new Error('the answer holds no message')
  const calls = asArray(message['tool_calls']).flatMap((call, index) => {
    const made = isRecord(call) ? call['function'] : undefined
    if (!isRecord(call) || !isRecord(made)) return []
    const args = parseJson(textOf(made['arguments']))
    const id = textOf(call['id']) || `call_${index}`
    return [{ id, tool: textOf(made['name']), args: isRecord(args) ? args : {} }]
  })
  const usage = isRecord(answer) ? answer['usage'] : undefined
  const tokens = isRecord(usage) ? Number(usage['prompt_tokens']) + Number(usage['completion_tokens']) : Number.NaN
  return { calls, text: textOf(message['content']), tokens: Number.isFinite(tokens) ? tokens : null }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
