import { spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../app.ts'

const ENTRY = join(import.meta.dirname, '..', 'cli', 'enter.mjs')

/** Starts a sync in a separate process without waiting for it, unless another one was started just before. */
export const startSync = (app: App, agent: string, leastGapMs: number): void => {
  const stamp = join(app.home, 'hook-sync')
  const age = app.now() - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY)
  // A stamp in the future comes from another clock.
  if (age >= 0 && age < leastGapMs) return
  writeFileSync(stamp, '', { mode: 0o600 })
  const child = spawn(process.execPath, [...process.execArgv, ENTRY, 'sync', '--source', agent], {
    detached: true,
    stdio: 'ignore',
    env: { ...app.place.env, WARMSTART_STORE: app.storeAddress },
  })
  child.on('error', () => undefined)
  child.unref()
  if (child.pid === undefined) return
  writeFileSync(stamp, `${child.pid}\n`)
  try {
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process may have ended already, or the system does not support this.
  }
}
