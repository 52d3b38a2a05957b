import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/** A payload of an agent's fixtures, with some of its fields replaced. */
export const hookFixture = (
  agent: string,
  name: string,
  given: Record<string, unknown> = {},
): Record<string, unknown> => {
  const path = join(ROOT, 'src', 'interfaces', 'hooks', agent, 'fixtures', `${name}.json`)
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>), ...given }
}
