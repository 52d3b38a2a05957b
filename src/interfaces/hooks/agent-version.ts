import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Place } from '../../schema/place.ts'

/** A program that takes longer has a bigger problem than its version. */
const LONGEST_MS = 10_000
const MOST_BYTES = 64 * 1024

/**
 * Asks an agent's program for `--version`: the first number with three parts. Undefined if no such program is on the
 * PATH, or it fails, hangs or answers something else.
 */
export const askVersion = (program: string, { home, env }: Place): Promise<string | undefined> => {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  if (env['PATH'] === undefined || env['PATH'] === '') return Promise.resolve(undefined)
  const options = { cwd: home, env, timeout: LONGEST_MS, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES } as const
  try {
    const child = execFile(program, ['--version'], options, (error, stdout) =>
      resolve(error === null ? /\b\d{1,5}\.\d{1,5}\.\d{1,5}\b/.exec(stdout)?.[0] : undefined),
    )
    // A program that reads standard input would wait for ever.
    child.stdin?.end()
  } catch {
    resolve(undefined)
  }
  return promise
}

/** Whether a version comes before another one; missing parts count as 0. */
export const isOlder = (version: string, other: string): boolean => {
  const [left, right] = [version, other].map((each) => each.split('.').map(Number))
  for (let part = 0; part < 3; part++) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** Whether the program is on the PATH. It is not started. */
export const isOnPath = (program: string, { env }: Place): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
