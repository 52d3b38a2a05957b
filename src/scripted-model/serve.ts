import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, messageOf } from '../lib/error.ts'
import { asString, isRecord, type JsonRecord, parseJson } from '../lib/json.ts'
import { type Addressed, type Asked, readAsked } from './asked.ts'
import { type Plan, planAnswer, planError } from './plan.ts'
import { refusal } from './refusal.ts'
import type { Fault, Script } from './script.ts'
import { createScriptedModel } from './scripted-model.ts'

/** A scripted model on loopback that the clients of OpenAI, Anthropic and Google take for a real one. */
export interface MockModel {
  /** `http://127.0.0.1:PORT`. OpenAI clients add /v1, Anthropic's do by themselves. */
  address: string
  port: number
  /** What was asked so far, oldest first; at most as many as are kept. */
  requests(): RecordedRequest[]
  /** How many there were, kept or not. */
  count(): number
  close(): Promise<void>
}

interface RecordedRequest {
  /** From 1. */
  number: number
  api: Asked['api']
  model: string
  isStream: boolean
  conversation: string
  body: unknown
  /** Which part of the script answered; the reason where none did. */
  by: string
  status: number
}

const LONGEST_BODY_BYTES = 64 * 1024 * 1024
const KEPT_REQUESTS = 500

export const serveMockModel = async (
  script: Script,
  options: { port?: number; keepRequests?: number } = {},
): Promise<MockModel> => {
  const answer = createAnswers(script, options.keepRequests ?? KEPT_REQUESTS)
  const stop = new AbortController()
  const server = createServer((request, response) => {
    handle(answer, request, response, stop.signal).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, { error: { message: messageOf(error) } })
      else response.destroy()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new AppError('port', `the port ${options.port} cannot be listened on: ${error.code ?? error.message}`, {
          hint: 'leave --port out, and any that is free is taken',
          cause: error,
        }),
      ),
    )
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    requests: answer.requests,
    count: answer.count,
    close: () =>
      new Promise((resolve) => {
        stop.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answers {
  models: readonly string[]
  accepts(request: IncomingMessage): boolean
  plan(at: Addressed, request: IncomingMessage, body: unknown): Plan
  requests(): RecordedRequest[]
  count(): number
  forget(): void
}

/** What is answered and what is remembered, without a socket. */
const createAnswers = (script: Script, keep: number): Answers => {
  const model = createScriptedModel(script)
  const recorded: RecordedRequest[] = []
  let number = 0
  const isKey = (key: string | undefined): boolean => script.key === undefined || key === script.key
  const decide = (asked: Asked, body: JsonRecord, key: string | undefined): { plan: Plan; by: string } => {
    const fault = (status: number, message: string): { plan: Plan; by: string } => ({
      plan: planError(asked.api, { kind: 'status', status, message } satisfies Fault),
      by: message,
    })
    if (!isKey(key)) return fault(401, WRONG_KEY)
    if (script.models !== undefined && !script.models.includes(asked.model))
      return fault(404, `The model ${asked.model} does not exist or you do not have access to it.`)
    const refused = script.strict === false ? undefined : refusal(asked, body)
    if (refused !== undefined) return fault(400, refused)
    const { reply, by } = model.answer(asked)
    return { plan: planAnswer(asked, reply, `scripted${number}`), by }
  }
  return {
    models: script.models ?? ['scripted'],
    accepts: (request) => isKey(keyOf(request)),
    plan: (at, request, body) => {
      const { api } = at
      number++
      const record = isRecord(body) ? body : {}
      const asked = readAsked(at, record, asString(request.headers['x-conversation-id']))
      const { plan, by } = isRecord(body)
        ? decide(asked, record, keyOf(request))
        : {
            plan: planError(api, { kind: 'status', status: 400, message: 'the body is not a JSON object' }),
            by: 'body',
          }
      const { model: name, isStream, conversation } = asked
      recorded.push({ number, api, model: name, isStream, conversation, body, by, status: plan.status })
      if (recorded.length > keep) recorded.shift()
      return plan
    },
    requests: () => [...recorded],
    count: () => number,
    forget: () => {
      recorded.length = 0
    },
  }
}

const WRONG_KEY = 'Incorrect API key provided'

/** Of any provider's header; compared and never kept. */
const keyOf = ({ headers }: IncomingMessage): string | undefined =>
  asString(headers['x-api-key']) ??
  asString(headers['x-goog-api-key']) ??
  headers.authorization?.replace(/^Bearer /, '')

const API_PATHS: Record<string, Asked['api']> = {
  '/chat/completions': 'openai',
  '/responses': 'responses',
  '/messages': 'anthropic',
}

/** Google's addresses name the model and what is wanted of it. */
const GEMINI_PATH = /^\/v1(?:beta|alpha)?\/models\/([^/:]{1,200}):(generateContent|streamGenerateContent)$/

/** What a path asks for; undefined where it is none of a model's. */
const addressedBy = (path: string): Addressed | undefined => {
  const api = API_PATHS[path.replace(/^\/v1(?=\/)/, '')]
  if (api !== undefined) return { api }
  const [, model, action] = GEMINI_PATH.exec(path) ?? []
  if (model === undefined) return undefined
  return { api: 'gemini', model: decodeURIComponent(model), isStream: action === 'streamGenerateContent' }
}

const handle = async (
  answers: Answers,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  // A page in a browser that found a name for this address must not read what was asked.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? ''))
    return send(response, 403, { error: { message: 'this server answers to loopback names only' } })
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname
  const at = addressedBy(path)
  if (request.method === 'POST' && at !== undefined) {
    const body = await readBody(request)
    if (body === undefined) return send(response, 413, { error: { message: 'the request is too large' } })
    return play(answers.plan(at, request, parseJson(body)), response, signal)
  }
  if (path === '/v1/models' || path === '/models') {
    if (!answers.accepts(request)) return send(response, 401, { error: { message: WRONG_KEY } })
    return send(response, 200, {
      object: 'list',
      data: answers.models.map((id) => ({
        id,
        object: 'model',
        type: 'model',
        display_name: id,
        created: 1_750_000_000,
        created_at: '2025-06-15T00:00:00Z',
        owned_by: 'warmstart',
      })),
      has_more: false,
      first_id: answers.models[0] ?? null,
      last_id: answers.models.at(-1) ?? null,
    })
  }
  if (path === '/requests') {
    if (request.method === 'DELETE') answers.forget()
    return send(response, 200, { count: answers.count(), requests: answers.requests() })
  }
  return send(response, 404, { error: { message: `there is no ${request.method} ${path} here`, type: 'not_found' } })
}

/** Reads the body of a request; undefined if it is too large. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > LONGEST_BODY_BYTES) return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}

const send = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

const play = async (plan: Plan, response: ServerResponse, signal: AbortSignal): Promise<void> => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const until = AbortSignal.any([signal, gone.signal])
  const pause = (ms: number) => (ms > 0 ? sleep(ms, undefined, { signal: until }) : Promise.resolve())
  try {
    await pause(plan.delayMs)
    // Without a first chunk a hang does not even say that it has begun.
    if (plan.ending === 'hang' && plan.frames.length === 0) return
    response.writeHead(plan.status, plan.headers)
    const frames = plan.chunkDelayMs > 0 ? plan.frames : [plan.frames.join('')]
    for (const [index, frame] of frames.entries()) {
      if (index > 0) await pause(plan.chunkDelayMs)
      if (until.aborted) return
      response.write(frame)
    }
    if (plan.ending === 'end') response.end()
    // What was written is on its way before the connection goes.
    else if (plan.ending === 'cut') response.write('', () => setImmediate(() => response.destroy()))
  } catch {
    response.destroy() // Who asked has gone, or the server stops.
  }
}
