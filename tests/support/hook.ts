import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hookCommand } from '../../src/interfaces/hooks/command-line.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface HookRun {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** Runs an agent's hook as the agent would: its settings' line in a shell, the payload on standard input. */
export const runHookProcess = async (
  agent: string,
  payload: unknown,
  {
    env = {},
    isOpen = false,
    killAfterMs,
  }: { env?: Record<string, string>; isOpen?: boolean; killAfterMs?: number } = {},
): Promise<HookRun> => {
  const { WARMSTART_ARM: _arm, WARMSTART_STORE: _store, WARMSTART_HOME: _home, ...rest } = process.env
  // A machine that runs many tests at once may be slower than an agent's user would have it.
  const whole = { ...rest, WARMSTART_HOOK_MS: '30000', WARMSTART_OWNER: 'sam', ...env }
  const isKilled = killAfterMs !== undefined
  const child = isKilled
    ? spawn(process.execPath, [join(ROOT, 'src/interfaces/cli/enter.mjs'), 'hook', agent], { env: whole })
    : spawn('sh', ['-c', hookCommand(join(ROOT, 'bin', 'warmstart'), agent)], { env: whole })
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  child.stdin.on('error', () => undefined)
  if (isOpen) child.stdin.write(text)
  else child.stdin.end(text)
  const timer = isKilled ? setTimeout(() => child.kill('SIGKILL'), killAfterMs) : undefined
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (words: string) => {
    stdout += words
  })
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    stderr += words
  })
  const ended = Promise.withResolvers<[number | null, NodeJS.Signals | null]>()
  child.once('close', (code, signal) => ended.resolve([code, signal]))
  const [code, signal] = await ended.promise
  clearTimeout(timer)
  return { code, signal, stdout, stderr }
}

/** What stands in the fixtures of every agent, wherever the agent puts it, so that tests can put something else there. */
export const FIXED = {
  session: '5e551000-0000-4000-8000-00000000a001',
  cwd: '/home/sam/shop',
  prompt: 'the cart total is wrong for two items, please fix it',
  command: 'go test cart',
  output: 'package cart is not in std (/usr/local/go/src/cart)',
} as const

/** A payload of an agent's fixtures, with some of what stands in all of them replaced. */
export const hookFixture = (
  agent: string,
  name: string,
  given: Partial<Record<keyof typeof FIXED, string>> = {},
): Record<string, unknown> =>
  JSON.parse(readFileSync(fixturePath(agent, name), 'utf8'), (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    return Object.entries(given).reduce(
      (text, [what, word]) => text.replaceAll(FIXED[what as keyof typeof FIXED], () => word),
      value,
    )
  }) as Record<string, unknown>

/** The fixtures of an agent. The first word of a name says what the payload is to us. */
export const fixturesOf = (agent: string): string[] =>
  readdirSync(join(HOOKS, agent, 'fixtures')).map((file) => file.replace('.json', ''))

export const hasFixture = (agent: string, name: string): boolean => existsSync(fixturePath(agent, name))

const HOOKS = join(ROOT, 'src', 'interfaces', 'hooks')
const fixturePath = (agent: string, name: string): string => join(HOOKS, agent, 'fixtures', `${name}.json`)

/** The text that an answer puts into the conversation, whatever the agent calls it; empty where nothing was said. */
export const givenIn = (stdout: string): string => {
  if (stdout === '') return ''
  const texts: string[] = []
  JSON.parse(stdout, (_key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** Runs a hook and tells which files and packages it loaded. */
export const loadedBy = async (
  agent: string,
  payload: unknown,
  { home, env }: { home: string; env: Record<string, string> },
): Promise<HookRun & { loaded: string[] }> => {
  const [recorder, list] = [join(home, 'recorder.mjs'), join(home, 'loaded')]
  writeFileSync(
    recorder,
    `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => {
  if (!url.startsWith('node:')) appendFileSync(${JSON.stringify(list)}, url + '\\n')
  return next(url, context)
} })
`,
  )
  const run = await runHookProcess(agent, payload, { env: { ...env, NODE_OPTIONS: `--import=${recorder}` } })
  return { ...run, loaded: readFileSync(list, 'utf8').trim().split('\n') }
}
