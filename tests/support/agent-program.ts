import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MockModel } from '../../src/scripted-model/serve.ts'
import { eventually } from './eventually.ts'
import { PROGRAM, runHere } from './run-here.ts'
import { scratch } from './store.ts'

type Test = Parameters<typeof scratch>[0]

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** A home and a project of its own, and a way to run the program in it. */
export const agentPlace = (
  t: Test,
  server: Pick<MockModel, 'address'>,
  more: Readonly<Record<string, string>> = {},
) => {
  const root = scratch(t)
  const project = join(root, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'notes.txt'), 'milk\n')
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, WARMSTART_OWNER: 'sam', COLUMNS: '80', ...more }
  const start = (words: readonly string[]) => {
    const child = spawn(PROGRAM, words, { cwd: project, env, stdio: 'pipe' })
    t.after(() => void child.kill('SIGKILL'))
    return child
  }
  /** With standard input as a program of its own, otherwise in this process. */
  const run = async (words: readonly string[], input?: string): Promise<Ran> => {
    if (input === undefined) {
      const { status, ...printed } = await runHere(words, { cwd: project, env })
      return { code: status, ...printed }
    }
    const child = start(words)
    child.stdin.end(input)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += String(piece)))
    child.stderr.on('data', (piece: Buffer) => (stderr += String(piece)))
    const [code] = await closed(child, `warmstart ${words.join(' ')}`, () => stdout + stderr)
    return { code, stdout, stderr }
  }
  const model = ['--base-url', `${server.address}/v1`, '--model', 'scripted']
  return { root, project, env, start, run, model }
}

/** How a program ended, exit code and signal; one that does not end is killed, with what it had said. */
export const closed = async (
  child: ChildProcess,
  what: string,
  said: () => string = () => '',
): Promise<[number | null, NodeJS.Signals | null]> => {
  const limit = AbortSignal.timeout(LONGEST_WAIT_MS)
  try {
    return (await once(child, 'close', { signal: limit })) as [number | null, NodeJS.Signals | null]
  } catch (error) {
    if (!limit.aborted) throw error
    child.kill('SIGKILL')
    throw new Error(`${what} did not end within ${LONGEST_WAIT_MS / 1000} s; it said ${JSON.stringify(said())}`)
  }
}

/** For a machine on which much else runs. */
const LONGEST_WAIT_MS = 120_000

/** The program in a terminal of 100 columns, with a way to wait for what it shows. */
export const agentTerminal = async (
  t: Test,
  server: Pick<MockModel, 'address'>,
  words: readonly string[] = ['chat', '--tools', 'none'],
  /** For commands that take the model from the environment instead of flags. */
  env?: Readonly<Record<string, string>>,
) => {
  const { spawn: spawnTerminal } = await import('@lydell/node-pty')
  const here = agentPlace(t, server, env)
  const terminal = spawnTerminal(PROGRAM, env === undefined ? [...words, ...here.model] : [...words], {
    cols: 100,
    rows: 30,
    cwd: here.project,
    env: here.env,
  })
  let seen = ''
  let exitCode: number | undefined
  terminal.onData((data) => (seen += data))
  terminal.onExit((event) => (exitCode = event.exitCode))
  t.after(() => {
    if (exitCode === undefined) terminal.kill('SIGKILL')
  })
  /** Waits for something that was not there before, and forgets what was before it. */
  const until = async (pattern: RegExp): Promise<void> => {
    const match = await eventually(
      () => pattern.exec(seen),
      () => `${pattern} is on the screen; there is ${JSON.stringify(seen)}`,
      LONGEST_WAIT_MS,
    )
    seen = seen.slice(match.index + match[0].length)
  }
  const ended = (): Promise<number> =>
    eventually(
      () => exitCode,
      () => `warmstart ${words.join(' ')} ends; on the screen is ${JSON.stringify(seen)}`,
      LONGEST_WAIT_MS,
    )
  return { ...here, terminal, until, ended }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
