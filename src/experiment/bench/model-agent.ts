import type { BenchAnswer, BenchCall } from './depot.ts'
import { askEndpoint, type Endpoint, type EndpointMessage } from './endpoint.ts'
import type { MadeCall } from './scripted-agent.ts'
import { TOOL_DEFINITIONS, toolNamed } from './tool-definitions.ts'

/** What a model is asked to do; two arms differ in `context` and in nothing else. */
export interface ModelAttempt {
  prompt: string
  /** What a warm session is given; empty in the cold arm. */
  context: string
  /** The only tool, which must be called; undefined: all ten, as the model likes. */
  tool?: string | undefined
  mostCalls: number
  temperature: number
  seed: number
  call: (call: BenchCall) => BenchAnswer
  isDone: () => boolean
}

export interface ModelAttempted {
  made: MadeCall[]
  /** Undefined where the endpoint did not say. */
  tokens: number | undefined
}

const SYSTEM = 'You work at a depot and call tools. Answer with the arguments of the call as JSON.'
const TIMEOUT_MS = 120_000

/** Lets a model work on a task until it is done, its calls are used up or it calls nothing more. */
export const attemptWithModel = async (endpoint: Endpoint, asked: ModelAttempt): Promise<ModelAttempted> => {
  const { prompt, context, tool, mostCalls, temperature, seed, call, isDone } = asked
  const messages: EndpointMessage[] = [
    { role: 'system', content: context === '' ? SYSTEM : `${SYSTEM}\n\n${context}` },
    { role: 'user', content: tool === undefined ? prompt : `${prompt}\n${askFor(tool)}` },
  ]
  const tools = tool === undefined ? TOOL_DEFINITIONS : [toolNamed(tool)]
  const made: MadeCall[] = []
  let tokens: number | undefined = 0
  while (made.length < mostCalls && !isDone()) {
    const question = { messages, tools, tool, temperature, seed: seed + made.length, timeoutMs: TIMEOUT_MS }
    const answer = await askEndpoint(endpoint, question)
    tokens = tokens === undefined || answer.tokens === null ? undefined : tokens + answer.tokens
    if (answer.calls.length === 0) break
    messages.push({ role: 'assistant', content: answer.text === '' ? null : answer.text, tool_calls: [] })
    const asking = messages.at(-1)
    for (const { id, tool: name, args } of answer.calls.slice(0, mostCalls - made.length)) {
      const result = call({ tool: name, args })
      made.push({ tool: name, args, answer: result })
      if (asking?.role === 'assistant')
        asking.tool_calls?.push({ id, type: 'function', function: { name, arguments: JSON.stringify(args) } })
      messages.push({ role: 'tool', tool_call_id: id, content: result.text })
    }
  }
  return { made, tokens }
}

/** A small model reads no schema, so the names of the arguments stand in the message, in every arm. */
const askFor = (tool: string): string => {
  const { parameters } = toolNamed(tool).function
  const names = 'properties' in parameters ? Object.keys(parameters.properties as object) : []
  return `Call ${tool} with ${names.join(', ')}.`
}
