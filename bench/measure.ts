import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Measured {
  seconds: number
  /** Highest resident memory, where the system tells (Linux). */
  peakMb: number | undefined
  stdout: string
}

/** Runs a program to its end; its exit code must be 0. */
export const measure = async (
  command: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Measured> => {
  const startedAt = performance.now()
  const child = spawn(command, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  let peakMb: number | undefined
  const poll = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb
  }, 10)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(poll)
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, peakMb, stdout }
}

const peakOf = (pid: number | undefined): number | undefined => {
  try {
    const high = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return high === undefined ? undefined : Number(high) / 1024
  } catch {
    return undefined
  }
}

/** The middle of several runs. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** One figure of the bench: what was measured, the ratio, and the bar it has to stay under. */
export const report = (name: string, value: number, bar: number | undefined, unit = 'x', note = ''): void => {
  const verdict =
    bar === undefined ? '' : value <= bar ? `  (bar ${bar} ${unit}: met)` : `  (bar ${bar} ${unit}: MISSED)`
  process.stdout.write(
    `${name.padEnd(46)} ${value.toFixed(value < 10 ? 2 : 0).padStart(7)} ${unit}${verdict}${note === '' ? '' : `  ${note}`}\n`,
  )
}

/** A figure that has to be at least so much: how many times as fast as what it is compared with. */
export const reportAtLeast = (name: string, value: number, bar: number | undefined, note = '', unit = 'x'): void => {
  const verdict = bar === undefined ? '' : `  (bar at least ${bar} ${unit}: ${value >= bar ? 'met' : 'MISSED'})`
  process.stdout.write(
    `${name.padEnd(46)} ${value.toFixed(0).padStart(7)} ${unit}${verdict}${note === '' ? '' : `  ${note}`}\n`,
  )
}
