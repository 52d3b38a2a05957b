import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { writeProject } from './scenario.ts'

export const ROOT = resolve(import.meta.dirname, '..', '..')
export const WARMSTART = join(ROOT, 'bin', 'warmstart')

/** The PATH of a play. */
export const PROGRAM_FOLDERS: readonly string[] = [
  join(ROOT, 'node_modules', '.bin'),
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
]

/** A home and a project that exist for one play. */
export interface Workplace {
  home: string
  project: string
  /** Writes a file below the home. */
  write(path: string, text: string): void
  /** Runs a program as a person would in the project: their home, their PATH, nothing else of this machine. */
  run(program: string, words: readonly string[], options?: RunOptions): Promise<Run>
  /** Our own program; throws where it fails. */
  warmstart(...words: string[]): Promise<string>
}

interface RunOptions {
  env?: Record<string, string>
  timeoutMs?: number
}

interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** Agents start slowly on a busy machine, and OpenClaw does on any. */
const LONGEST_RUN_MS = 300_000

export const makeWorkplace = (directory: string): Workplace => {
  rmSync(directory, { recursive: true, force: true })
  for (const name of ['home', 'shop']) mkdirSync(join(directory, name), { recursive: true })
  const home = realpathSync(join(directory, 'home'))
  const project = realpathSync(join(directory, 'shop'))
  writeProject(project)
  spawnSync('git', ['init', '--quiet'], { cwd: project })
  const run: Workplace['run'] = (program, words, options = {}) => runProgram(program, words, { home, project, options })
  return {
    home,
    project,
    run,
    write: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    },
    warmstart: async (...words) => {
      const { code, stdout, stderr } = await run(WARMSTART, words)
      if (code !== 0) throw new Error(`warmstart ${words.join(' ')} ended with ${code}: ${stderr}`)
      return stdout
    },
  }
}

const runProgram = async (
  program: string,
  words: readonly string[],
  { home, project, options }: { home: string; project: string; options: RunOptions },
): Promise<Run> => {
  const env = { HOME: home, PATH: PROGRAM_FOLDERS.join(delimiter), LANG: 'C.UTF-8', TERM: 'dumb', ...options.env }
  const child = spawn(program, words, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = Promise.withResolvers<number | null>()
  child.once('error', (error) => ended.reject(error))
  child.once('close', (code) => ended.resolve(code))
  const timer = setTimeout(() => endGroup(child.pid), options.timeoutMs ?? LONGEST_RUN_MS)
  try {
    return { code: await ended.promise, stdout, stderr }
  } finally {
    clearTimeout(timer)
  }
}

/** What a program has started is in its group. */
const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
