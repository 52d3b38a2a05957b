import { AppError, messageOf } from '../lib/error.ts'
import {
  anything,
  anyText,
  either,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  pathText,
  type Shape,
  trueOrFalse,
  wholeNumber,
} from '../lib/shape.ts'

/** What a scripted model says, and when. Documented in docs/mock-model.md. */
export interface Script {
  /** Names it answers to; without them it answers to every name. */
  models?: string[]
  /** The key it wants to be shown; without it, it wants none. */
  key?: string
  /** Requests of more (estimated) tokens get the provider's own error about too long a context. */
  contextTokens?: number
  /** False: also answers requests that the provider would refuse (calls without results, ...). */
  strict?: boolean
  /** Looked through in order before `replies`; the first that fits answers. */
  rules?: Rule[]
  /** Used up in order, by all requests together or by each conversation separately. */
  replies?: Reply[]
  repliesPer?: 'server' | 'conversation'
  /** When nothing else fits; without it the server answers 400 and says that the script has ended. */
  otherwise?: Reply
}

export interface Rule {
  when?: Condition
  /** Said every time, or `times` times. */
  reply?: Reply
  /** Said one after the other, in each conversation anew unless `per` is server; used up, the rule fits no more. */
  replies?: Reply[]
  times?: number
  per?: 'server' | 'conversation'
}

/** All that is named must hold. Texts are compared as they stand; `*` in a glob stands for any text. */
export interface Condition {
  /** What the user said last. */
  user?: string
  userContains?: string | string[]
  /** What came last: the user's words or a tool's result. */
  last?: 'user' | 'tool'
  /** The last results, those of parallel calls together. */
  toolResultContains?: string | string[]
  /** The tool whose result came last. */
  tool?: string
  /** How often the user has spoken: 1 for the first time. */
  turn?: number
  /** How often the model has spoken since: 0 right after the user. */
  step?: number
  /** Anywhere in the request: system prompt, messages, calls, results. This is how a script can be warm. */
  contextContains?: string | string[]
  contextLacks?: string | string[]
  /** A tool that is offered. */
  offers?: string
  model?: string
}

export interface Reply {
  text?: string
  reasoning?: string
  calls?: ScriptedCall[]
  /** Null: the answer says nothing about tokens. Left out: estimated. */
  usage?: {
    inputTokens?: number
    outputTokens?: number
    cacheReadTokens?: number
    cacheWriteTokens?: number
  } | null
  finishReason?: 'stop' | 'tool-calls' | 'length' | 'content-filter'
  /** Before the first byte. */
  delayMs?: number
  /** Between chunks of a stream. */
  chunkDelayMs?: number
  /** Characters of a chunk. */
  chunkChars?: number
  fault?: Fault
}

export interface ScriptedCall {
  tool: string
  args?: Record<string, unknown>
  /** Sent as it is instead of `args`: what a model writes when it writes no JSON. */
  rawArgs?: string
  /** The words of a call to a custom tool, which takes no JSON (OpenAI Responses); elsewhere the argument `input`. */
  input?: string
  /** The group that a tool stands in (OpenAI Responses). */
  namespace?: string
  id?: string
}

export interface Fault {
  kind: 'status' | 'rate-limit' | 'quota' | 'overloaded' | 'context-length' | 'hang' | 'cut' | 'invalid-json'
  status?: number
  message?: string
  /** Value of the `retry-after` header: seconds or a date. */
  retryAfter?: string
  /** For hang, cut and invalid-json: the number of chunks of the answer that come first. */
  afterChunks?: number
}

/** The script as it was meant, or an error that names every field that is wrong. */
export const readScript = (text: string, name: string): Script => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('script', `${name} is not JSON: ${messageOf(error)}`, { hint: HINT, cause: error })
  }
  // A bare list is the simplest script: replies in order.
  const script = Array.isArray(value) ? { replies: value as unknown[] } : value
  const problems = SCRIPT(script)
  if (problems.length === 0) return script as Script
  const lines = problems.map(({ path, message }) => `${pathText(path) || 'the script'} ${message}`)
  throw new AppError('script', `${name} is no script of a model:\n${lines.join('\n')}`, { hint: HINT })
}

const HINT = 'docs/mock-model.md describes scripts'
const LONGEST_WAIT_MS = 600_000
const MOST_TOKENS = 1e9

const TEXTS = either(['text', anyText()], ['list', listOf(anyText())])
const TOKENS = wholeNumber(0, MOST_TOKENS)

const FAULT = objectOf(
  {
    kind: oneOf('status', 'rate-limit', 'quota', 'overloaded', 'context-length', 'hang', 'cut', 'invalid-json'),
    status: wholeNumber(400, 599),
    message: anyText(),
    retryAfter: anyText({ least: 1 }),
    afterChunks: wholeNumber(0, 1_000_000),
  },
  { required: ['kind'] },
)

const REPLY = objectOf({
  text: anyText(),
  reasoning: anyText(),
  calls: listOf(
    objectOf(
      {
        tool: anyText({ least: 1 }),
        args: mapOf(anything),
        rawArgs: anyText(),
        input: anyText(),
        namespace: anyText({ least: 1 }),
        id: anyText({ least: 1 }),
      },
      { required: ['tool'] },
    ),
  ),
  usage: orNull(
    objectOf({ inputTokens: TOKENS, outputTokens: TOKENS, cacheReadTokens: TOKENS, cacheWriteTokens: TOKENS }),
  ),
  finishReason: oneOf('stop', 'tool-calls', 'length', 'content-filter'),
  delayMs: wholeNumber(0, LONGEST_WAIT_MS),
  chunkDelayMs: wholeNumber(0, LONGEST_WAIT_MS),
  chunkChars: wholeNumber(1, 1_000_000),
  fault: FAULT,
})

const CONDITION = objectOf({
  user: anyText(),
  userContains: TEXTS,
  last: oneOf('user', 'tool'),
  toolResultContains: TEXTS,
  tool: anyText(),
  turn: wholeNumber(1, 1_000_000),
  step: wholeNumber(0, 1_000_000),
  contextContains: TEXTS,
  contextLacks: TEXTS,
  offers: anyText(),
  model: anyText(),
})

const RULE_FIELDS = objectOf({
  when: CONDITION,
  reply: REPLY,
  replies: listOf(REPLY, { least: 1 }),
  times: wholeNumber(1, MOST_TOKENS),
  per: oneOf('server', 'conversation'),
})

const RULE: Shape = (value, path = []) => {
  const problems = RULE_FIELDS(value, path)
  if (problems.length > 0) return problems
  const { reply, replies, times } = value as Rule
  if ((reply === undefined) === (replies === undefined)) return [{ path, message: 'needs either reply or replies' }]
  return replies !== undefined && times !== undefined
    ? [{ path: [...path, 'times'], message: 'belongs to reply; replies are used up by themselves' }]
    : []
}

const SCRIPT = objectOf({
  models: listOf(anyText({ least: 1 }), { least: 1 }),
  key: anyText({ least: 1 }),
  contextTokens: wholeNumber(1, MOST_TOKENS),
  strict: trueOrFalse,
  rules: listOf(RULE),
  replies: listOf(REPLY),
  repliesPer: oneOf('server', 'conversation'),
  otherwise: REPLY,
})
