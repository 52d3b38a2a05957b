import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { agentsWith } from '../src/interfaces/hooks/registry.ts'
import { makeHookStore } from './hook-store.ts'
import { median, report } from './measure.ts'
import { PROGRAM } from './program.ts'

const RUNS = 100
const SLOWEST_MS = 300
const MOST_TIMES_BARE = 4

/** Hooks end to end, as an agent starts them, with 10,000 sessions and 1,000 templates in the store; each against starting Node alone. */
export const benchHook = async (scratch: string): Promise<void> => {
  const home = join(scratch, 'hook')
  const { project, message } = await makeHookStore(`sqlite:${join(home, 'warmstart.db')}`, scratch)
  const [agent = ''] = agentsWith('agent')
  const env = { ...process.env, HOME: scratch, WARMSTART_HOME: home, WARMSTART_OWNER: 'sam' }
  const payloadOf = (kind: string, run: number): string =>
    JSON.stringify({
      session_id: `${kind}-${run}`,
      cwd: project,
      ...(kind === 'start'
        ? { hook_event_name: 'SessionStart', source: 'startup' }
        : { hook_event_name: 'UserPromptSubmit', prompt: message }),
    })
  // The first run compiles what the others find in the cache.
  await timed(PROGRAM, ['hook', agent], { env: { ...env, WARMSTART_HOOK_MS: '10000' }, input: payloadOf('start', -1) })
  for (const kind of ['start', 'prompt']) {
    const bare: number[] = []
    const times: number[] = []
    let given = 0
    for (let run = 0; run < RUNS; run++) {
      bare.push((await timed(process.execPath, ['-e', '0'], { env, input: '' })).ms)
      const { ms, stdout } = await timed(PROGRAM, ['hook', agent], { env, input: payloadOf(kind, run) })
      times.push(ms)
      if (stdout !== '') given++
    }
    const note = `median ${median(times).toFixed(0)} ms, ${given} of ${RUNS} were given something`
    report(`hook at ${kind}, p95`, quantile(times, 0.95), SLOWEST_MS, 'ms', note)
    report(`hook at ${kind} / node -e 0`, median(times) / median(bare), MOST_TIMES_BARE)
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const timed = async (
  command: string,
  words: readonly string[],
  { env, input }: { env: NodeJS.ProcessEnv; input: string },
): Promise<{ ms: number; stdout: string }> => {
  const startedAt = performance.now()
  const child = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  // It may end before it was told anything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}`)
  return { ms: performance.now() - startedAt, stdout }
}
