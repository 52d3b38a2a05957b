import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { main } from '../../src/interfaces/cli/main.ts'

export const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'warmstart')

/** How a command line ended, and what it printed. */
export interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

export interface Place {
  env: Readonly<NodeJS.ProcessEnv>
  cwd: string
  /** Standard input, which is empty otherwise. */
  input?: string | Buffer
}

/** Runs the program, without a terminal. */
export const runThere = (words: readonly string[], { env, cwd, input = '' }: Place): Ran => {
  const maxBuffer = 256 * 1024 * 1024
  const { status, stdout, stderr } = spawnSync(PROGRAM, words, { encoding: 'utf8', input, cwd, env, maxBuffer })
  return { status, stdout, stderr }
}

/**
 * Runs a command line as the program does, in this process: a start of the program costs several times what most commands do. Environment
 * and directory are those of the command until it ends, so nothing else may run meanwhile. A command that reads standard input gets a
 * program of its own, because it may read the descriptor itself.
 */
export const runHere = async (words: readonly string[], place: Place): Promise<Ran> => {
  if (place.input !== undefined || words.includes('-')) return runThere(words, place)
  assert.equal(running, undefined, 'one command line at a time')
  running = words
  const [stdout, stderr] = [createSink(), createSink()]
  const putBack = [
    putEnvironment(place.env),
    putDirectory(place.cwd),
    putStream('stdin', Readable.from([])),
    putStream('stdout', stdout.stream),
    putStream('stderr', stderr.stream),
    putListeners(),
  ]
  try {
    const status = await main([...words])
    return { status, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    for (const undo of putBack.toReversed()) undo()
    running = undefined
  }
}

let running: readonly string[] | undefined

const createSink = (): { stream: Writable; text(): string } => {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

const putEnvironment = (env: Readonly<NodeJS.ProcessEnv>): (() => void) => {
  const put = (wanted: Readonly<NodeJS.ProcessEnv>): void => {
    for (const name of Object.keys(process.env)) if (wanted[name] === undefined) delete process.env[name]
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) process.env[name] = value
  }
  const before = { ...process.env }
  put(env)
  return () => put(before)
}

const putDirectory = (cwd: string): (() => void) => {
  const before = process.cwd()
  process.chdir(cwd)
  return () => process.chdir(before)
}

/** The test runner keeps writing to the real streams, which it got hold of before. */
const putStream = (name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(process, name) ?? { value: undefined }
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream })
  return () => Object.defineProperty(process, name, before)
}

/** A program that ends takes what it listens to with it. */
const putListeners = (): (() => void) => {
  const before = new Set(process.listeners('SIGINT'))
  return () => {
    for (const each of process.listeners('SIGINT')) if (!before.has(each)) process.off('SIGINT', each)
  }
}
