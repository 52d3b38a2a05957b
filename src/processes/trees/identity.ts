import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Identifies a process for ever: the system reuses pids sooner or later. `born` is the kernel's start time of the
 * process together with the boot.
 */
export interface Identity {
  pid: number
  born: string
}

/**
 * The process that has a pid now; undefined if there is none. A process that has ended and only waits to be collected
 * does not count.
 */
export const identityOf = (pid: number): Identity | undefined => {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  const born = process.platform === 'linux' ? bornOnLinux(pid) : bornElsewhere(pid)
  return born === undefined ? undefined : { pid, born }
}

/** Whether this very process runs, and not another that got its pid. */
export const isAlive = ({ pid, born }: Identity): boolean => identityOf(pid)?.born === born

/** Signals this very process or none. Returns whether it was there to signal. */
export const signalProcess = (identity: Identity, signal: NodeJS.Signals): boolean => {
  // This check comes right before the signal: it is the last moment to detect a reused pid.
  if (!isAlive(identity)) return false
  try {
    process.kill(identity.pid, signal)
    return true
  } catch {
    return false // It ended in between, or belongs to another user.
  }
}

let boot: string | undefined

/** Start times count from the boot, so after another boot they mean other moments. */
const bootId = (): string => {
  boot ??= readText('/proc/sys/kernel/random/boot_id')?.trim() ?? 'unknown-boot'
  return boot
}

/** Makes `born` on Linux from the kernel's ticks since the boot. */
export const bornFromTicks = (ticks: string): string => `${ticks}@${bootId()}`

const bornOnLinux = (pid: number): string | undefined => {
  const stat = readText(`/proc/${pid}/stat`)
  const fields = stat === undefined ? undefined : statFields(stat)
  return fields === undefined || isDead(fields.state) ? undefined : bornFromTicks(fields.startTicks)
}

export const isDead = (state: string): boolean => state === 'Z' || state === 'X'

export interface StatFields {
  state: string
  parent: number
  group: number
  session: number
  startTicks: string
}

/** Parses /proc/PID/stat. The process name may hold spaces and brackets, so fields are counted from the name's end. */
export const statFields = (stat: string): StatFields | undefined => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const startTicks = fields[19]
  if (state === undefined || startTicks === undefined) return undefined
  return { state, parent: Number(parent), group: Number(group), session: Number(session), startTicks }
}

const bornElsewhere = (pid: number): string | undefined => {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: PS_ENV,
    }).trim()
    const [state = '', ...born] = line.split(/\s+/)
    return born.length === 0 || state.startsWith('Z') ? undefined : born.join(' ')
  } catch {
    return undefined
  }
}

/** Dates in another language would not compare. */
export const PS_ENV = { PATH: process.env['PATH'] ?? '/bin:/usr/bin', LC_ALL: 'C' }

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
