import { spawn } from 'node:child_process'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRingBuffer } from '../src/lib/ring-buffer.ts'
import { createUtf8Stream } from '../src/lib/utf8-stream.ts'
import type { Limits } from '../src/processes/limits.ts'
import { isFinal } from '../src/processes/machine.ts'
import { CRASH_LIMITS, crashRounds } from '../tests/support/process-crash.ts'
import { processBench, type ProcessBench } from '../tests/support/processes.ts'
import { median, report } from './measure.ts'

const SHORT = 1_000
const WRITERS = 50
const WRITER_BYTES = 10_000_000
const CRASHES = 50
const RUNS = 7
const PIPED_BYTES = 200_000_000

/** Background processes: what many short ones leave behind, what many loud ones cost, what crashes lose, and the buffer's throughput. */
export const benchProcesses = async (): Promise<void> => {
  await reportThroughput()
  await withBench({}, reportShort)
  await withBench({}, reportLoud)
  await withBench(CRASH_LIMITS, reportCrashes)
}

const withBench = async (limits: Partial<Limits>, run: (bench: ProcessBench) => Promise<void>): Promise<void> => {
  const cleaning: (() => Promise<void>)[] = []
  const bench = processBench({ after: (clean) => void cleaning.push(clean) }, { limits: { idleMs: 2_000, ...limits } })
  try {
    await run(bench)
  } finally {
    for (const clean of cleaning) await clean()
  }
}

/** A thousand in a row; those counted beforehand are the first to warm everything up. */
const reportShort = async ({ start, processes, hostPid }: ProcessBench): Promise<void> => {
  const runOne = async (): Promise<void> => {
    const { id } = await start('exit 0')
    await processes.wait(id, { timeoutMs: 60_000 })
  }
  for (let run = 0; run < 70; run++) await runOne()
  const pid = await hostPid()
  const files = filesOf(pid)
  const startedAt = performance.now()
  for (let run = 0; run < SHORT; run++) await runOne()
  const eachMs = (performance.now() - startedAt) / SHORT
  report('1,000 short processes: zombies', await lastingZombies(pid), 0, '', `${eachMs.toFixed(0)} ms each`)
  report('1,000 short processes: files left open', Math.max(0, filesOf(pid) - files), 0, '', `${files} before`)
}

const reportLoud = async ({ start, processes, hostPid }: ProcessBench): Promise<void> => {
  const command = `yes 123456789 | head -c ${WRITER_BYTES}`
  const started = await Promise.all(Array.from({ length: WRITERS }, () => start(command)))
  const pid = await hostPid()
  let peakMb = 0
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(pid))
  }, 20)
  const ended = await Promise.all(started.map(({ id }) => processes.wait(id, { timeoutMs: 600_000 })))
  const logs = await Promise.all(started.map(({ id }) => processes.log(id)))
  peakMb = Math.max(peakMb, memoryOf(pid))
  clearInterval(watching)
  const wrong = ended.filter(
    ({ outputChars, droppedChars, state }, at) =>
      !isFinal(state) || outputChars !== WRITER_BYTES || outputChars - droppedChars !== (logs[at]?.text.length ?? 0),
  )
  report('50 at once, 10 MB each: memory of the host', peakMb, 200, 'MB')
  report('50 at once: characters missing but not reported', wrong.length, 0, 'processes')
}

const reportCrashes = async (bench: ProcessBench): Promise<void> => {
  const { begun, unknown, lost, wrongExit, signalled, bystandersGone, leftBehind } = await crashRounds(bench, {
    rounds: CRASHES,
    random: Math.random,
  })
  report('kill -9 at 50 moments: processes not known after', unknown, 0, '', `${begun} began`)
  report('kill -9 at 50 moments: lost, or exit code wrong', lost + wrongExit, 0, '')
  report('kill -9 at 50 moments: signalled wrongly', signalled + bystandersGone, 0, '')
  report('kill -9 at 50 moments: helpers left behind', leftBehind, 0, '')
}

/** The same bytes from the same pipe: once to /dev/null, once through decoder and buffer. */
const reportThroughput = async (): Promise<void> => {
  const ratios: number[] = []
  let megabytesPerS = 0
  for (let run = 0; run < RUNS; run++) {
    const plainS = await secondsOf(async (source) => pipeline(source, createWriteStream('/dev/null')))
    const bufferedS = await secondsOf(async (source) => {
      const [decoder, buffer] = [createUtf8Stream(), createRingBuffer(200_000)]
      for await (const bytes of source) buffer.append(decoder.decode(bytes as Uint8Array))
      if (buffer.totalChars !== PIPED_BYTES) throw new Error(`${buffer.totalChars} characters`)
    })
    ratios.push(bufferedS / plainS)
    megabytesPerS = PIPED_BYTES / 1e6 / bufferedS
  }
  report('buffer: time of appending / of /dev/null', median(ratios), 2, 'x', `${megabytesPerS.toFixed(0)} MB/s`)
}

const secondsOf = async (work: (source: NodeJS.ReadableStream) => Promise<void>): Promise<number> => {
  const child = spawn('sh', ['-c', `yes 123456789 | head -c ${PIPED_BYTES}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const startedAt = performance.now()
  await work(child.stdout)
  return (performance.now() - startedAt) / 1_000
}

const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Those of the host, and those that were left to the first process of the machine and look like ours. */
const zombiesOf = (host: number): number =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [, program, parent] = /^\d+ \((.*)\) Z (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'latin1')) ?? []
      return parent === String(host) || (parent === '1' && ['sh', 'bash', 'sleep', 'setsid'].includes(program ?? ''))
    } catch {
      return false
    }
  }).length

/** What stays is left behind; what is about to be collected is not. */
const lastingZombies = async (host: number): Promise<number> => {
  for (let look = 0; look < 100 && zombiesOf(host) > 0; look++) await sleep(50)
  return zombiesOf(host)
}
