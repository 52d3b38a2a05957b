import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NEVER_BEGAN } from '../../src/processes/keeping/follow.ts'
import { identityOf, isAlive } from '../../src/processes/trees/identity.ts'
import { isFinal } from '../../src/processes/machine.ts'
import { eventually } from './eventually.ts'
import { type ProcessBench } from './processes.ts'

export interface CrashReport {
  rounds: number
  /** Processes whose command began, or whose start was reported. */
  begun: number
  /** Of those: not known to any later host, known but lost, ended with another exit code than their own, signalled by anybody. */
  unknown: number
  lost: number
  wrongExit: number
  signalled: number
  /** Somebody who has nothing to do with it and was ended. */
  bystandersGone: number
  /** Those who waited for something that has ended, and are still there. */
  leftBehind: number
}

const EXIT_CODE = 7
export const CRASH_LIMITS = { tracked: 100_000, running: 100_000, idleMs: 5_000 }

/**
 * Kills a program that starts processes, and the host that holds them, with kill -9 at random moments, and looks afterwards what is
 * known of everything that began.
 */
export const crashRounds = async (
  { app, processes, hostPid }: ProcessBench,
  { rounds, random }: { rounds: number; random: () => number },
): Promise<CrashReport> => {
  const [marks, signals] = [join(app.home, 'marks'), join(app.home, 'signals')]
  for (const directory of [marks, signals]) mkdirSync(directory, { recursive: true })
  const command =
    `: >marks/$WARMSTART_PROCESS_ID; trap ': >signals/$WARMSTART_PROCESS_ID; exit 9' TERM INT HUP; ` +
    `sleep 0.$(( $$ % 5 )); exit ${EXIT_CODE}`
  const bystanders = Array.from({ length: 3 }, () => spawn('sleep', ['600'], { stdio: 'ignore' }))
  const reported = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const argument = JSON.stringify({ app, limits: CRASH_LIMITS, command })
    const starter = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'process-starter.ts'), argument],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let printed = ''
    starter.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const closed = new Promise((resolve) => starter.once('close', resolve))
    // A third of the rounds is cut off while the starter itself is still beginning.
    await (round % 3 === 0 ? sleep(random() * 500) : eventually(() => printed !== '', 'the first start is reported'))
    await sleep(random() * 120)
    const host = existsSync(join(app.home, 'processes')) ? identityOf(await hostPid()) : undefined
    const first = random() < 0.5
    if (first) starter.kill('SIGKILL')
    if (host !== undefined && isAlive(host)) process.kill(host.pid, 'SIGKILL')
    await sleep(random() * 20)
    starter.kill('SIGKILL')
    await closed
    for (const id of printed.split('\n').slice(0, -1)) reported.add(id)
  }
  const report = await settled({ processes, marks, signals, reported })
  const bystandersGone = bystanders.filter(
    ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null,
  ).length
  for (const bystander of bystanders) bystander.kill()
  const leftBehind = await eventually(() => wrappersOf(app.home).length === 0, 'nobody waits any more', 10_000).then(
    () => 0,
    () => wrappersOf(app.home).length,
  )
  return { rounds, ...report, bystandersGone, leftBehind }
}

const wrappersOf = (home: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(join(home, 'processes', 'run.sh'))
      )
    } catch {
      return false
    }
  })

const settled = async ({
  processes,
  marks,
  signals,
  reported,
}: Pick<ProcessBench, 'processes'> & { marks: string; signals: string; reported: ReadonlySet<string> }): Promise<
  Omit<CrashReport, 'rounds' | 'bystandersGone' | 'leftBehind'>
> => {
  const views = await eventually(async () => {
    const all = await processes.list()
    return all.every(({ state }) => isFinal(state)) ? all : undefined
  }, 'everything has ended')
  const begun = new Set([...readdirSync(marks), ...reported])
  const known = new Map(views.map((view) => [view.id, view]))
  const of = [...begun].map((id) => known.get(id))
  return {
    begun: begun.size,
    unknown: of.filter((view) => view === undefined || view.endedBy === NEVER_BEGAN).length,
    lost: of.filter((view) => view?.state === 'lost').length,
    wrongExit: of.filter((view) => view?.state === 'exited' && view.exitCode !== EXIT_CODE).length,
    signalled: readdirSync(signals).length,
  }
}
