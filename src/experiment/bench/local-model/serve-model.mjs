// Serves one GGUF model on loopback in the shape of OpenAI's chat completions. Run by itself:
//   node serve-model.mjs DIRECTORY_OF_NODE_LLAMA_CPP MODEL.gguf THREADS
// It prints one line of JSON with its address when it can be asked, and ends when its standard input is closed.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [library = '', modelPath = '', threads = '1'] = process.argv.slice(2)
const { getLlama, LlamaCompletion } = await import(pathToFileURL(join(library, 'dist', 'index.js')).href)

/** Beginnings of prompts that stay computed: one a system message, so that arms that take turns do not drive each other out. */
const SEQUENCES = 6
const CONTEXT_TOKENS = 2048
const LARGEST_BODY_CHARS = 200_000
const MOST_TOKENS = 96

const llama = await getLlama({ gpu: false, build: 'never', maxThreads: Number(threads), logLevel: 'error' })
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({
  contextSize: CONTEXT_TOKENS,
  sequences: SEQUENCES,
  threads: Number(threads),
})
const grammars = new Map()
const slots = new Map()

const grammarOf = async (schema) => {
  const key = JSON.stringify(schema)
  let grammar = grammars.get(key)
  if (grammar === undefined) grammars.set(key, (grammar = await llama.createGrammarForJsonSchema(schema)))
  return grammar
}

const completionFor = (key) => {
  const known = slots.get(key)
  if (known !== undefined) {
    slots.delete(key)
    slots.set(key, known)
    return known
  }
  let completion
  if (slots.size < SEQUENCES) completion = new LlamaCompletion({ contextSequence: context.getSequence() })
  else {
    const [oldest] = slots.keys()
    completion = slots.get(oldest)
    slots.delete(oldest)
  }
  slots.set(key, completion)
  return completion
}

const textOf = ({ content, tool_calls: calls }) =>
  calls?.[0] === undefined ? String(content ?? '') : calls[0].function.arguments

const promptOf = (messages) => {
  const turns = messages.map(
    (message) => `<|im_start|>${message.role === 'tool' ? 'user' : message.role}\n${textOf(message)}<|im_end|>\n`,
  )
  return `${turns.join('')}<|im_start|>assistant\n`
}

const complete = async ({ messages, tools, tool_choice: choice, temperature = 0, seed }) => {
  const wanted = tools?.find(({ function: { name } }) => name === choice?.function?.name) ?? tools?.[0]
  const completion = completionFor(String(messages[0]?.content ?? ''))
  const grammar = wanted === undefined ? undefined : await grammarOf(wanted.function.parameters)
  const prompt = model.tokenize(promptOf(messages), true)
  const text = await completion.generateCompletion(prompt, {
    maxTokens: MOST_TOKENS,
    topP: 0.95,
    temperature,
    ...(seed === undefined ? {} : { seed }),
    ...(grammar === undefined ? {} : { grammar }),
  })
  const message =
    wanted === undefined
      ? { role: 'assistant', content: text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: wanted.function.name, arguments: text.trim() } },
          ],
        }
  return {
    object: 'chat.completion',
    model: 'local',
    choices: [{ index: 0, message, finish_reason: wanted === undefined ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: prompt.length, completion_tokens: model.tokenize(text).length },
  }
}

// One question at a time: there is one model, and two threads of it are not faster.
let waiting = Promise.resolve()
const inTurn = (work) => {
  const mine = waiting.then(work)
  waiting = mine.catch(() => {})
  return mine
}

const server = createServer((request, response) => {
  const answer = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
    return answer(404, { error: { message: 'only POST /v1/chat/completions' } })
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
    if (body.length > LARGEST_BODY_CHARS) request.destroy()
  })
  request.on('end', () => {
    inTurn(() => complete(JSON.parse(body))).then(
      (value) => answer(200, value),
      (error) => answer(500, { error: { message: String(error?.message ?? error).slice(0, 300) } }),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}/v1` })}\n`)
})
process.stdin.resume()
process.stdin.on('end', () => process.exit(0))
