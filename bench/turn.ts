import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { measure, median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 15

/** What a turn costs beside the model: from the start of `run` to its first request, and in all, against starting Node with nothing to do. */
export const benchTurn = async (scratch: string): Promise<void> => {
  const asked: number[] = []
  const server = createServer((request, response) => {
    asked.push(performance.now())
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(ANSWER)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { ...process.env, HOME: scratch, WARMSTART_HOME: scratch, WARMSTART_STORE: `sqlite:${scratch}/turn.db` }
  const words = ['run', 'hello', '--base-url', `http://127.0.0.1:${port}/v1`, '--model', 'any', '--json']
  const bare: number[] = []
  const first: number[] = []
  const whole: number[] = []
  for (let run = -1; run < RUNS; run++) {
    const startedAt = performance.now()
    const child = spawn(PROGRAM, words, { env, stdio: 'ignore' })
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`run ended with ${code}`)
    // The first one makes the store and the compile cache.
    if (run < 0) continue
    first.push(((asked.at(-1) ?? Number.NaN) - startedAt) / 1000)
    whole.push((performance.now() - startedAt) / 1000)
    bare.push((await measure(process.execPath, ['-e', '0'])).seconds)
  }
  server.close()
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(0)} ms`
  report('run: first request / node -e 0', median(first) / median(bare), undefined, 'x', ms(median(first)))
  report('run: whole turn / node -e 0', median(whole) / median(bare), undefined, 'x', ms(median(whole)))
}

const ANSWER = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: 'hello' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]
  .map((chunk) => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'any', ...chunk })}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('')
