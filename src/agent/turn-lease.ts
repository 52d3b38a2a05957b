import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { AppError } from '../lib/error.ts'
import type { Connection } from '../store/connection.ts'
import { claimLease, holdsLease, leaseHolder, releaseLease } from '../store/lease.ts'

/** The right to go on with a session: one turn at a time, whoever runs it. */
export interface TurnLease {
  /** Fires when somebody else has it: nothing may be written any more. */
  lost: AbortSignal
  /** Called in every transaction that writes: one who was asleep for too long finds out before doing harm. */
  require(transaction: Connection): Promise<void>
  release(): Promise<void>
}

/** A holder that died blocks for no longer than this; one whose process is seen to be gone, not at all. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
const POLL_MS = 200

export interface ClaimOptions {
  session: string
  /** How long to wait for the turn before. */
  waitMs: number
  signal: AbortSignal | undefined
  /** Told once, when there is something to wait for. */
  onWait?(): void
}

/** Waits for the turn before this one to end. */
export const claimTurn = async (
  { app, store }: { app: Pick<App, 'machine'>; store: Connection },
  { session, waitMs, signal, onWait }: ClaimOptions,
): Promise<TurnLease> => {
  const name = `turn:${session}`
  const holder = `${app.machine} ${process.pid} ${randomUUID()}`
  // Of the machine, not of the app: it is compared with what other programs wrote, and a test's clock may stand still.
  const claim = (): Promise<boolean> => {
    const now = Date.now()
    return claimLease(store, { name, holder, now, until: now + LEASE_MS })
  }
  const startedAt = performance.now()
  let isTold = false
  while (!(await claim())) {
    if (await dropDead(store, name, app.machine)) continue
    if (signal?.aborted === true || performance.now() - startedAt > waitMs) throw busy(session)
    if (!isTold) onWait?.()
    isTold = true
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
  const lost = new AbortController()
  let renewing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // A store that is busy for a moment is asked again in time; what is written meanwhile checks for itself.
    renewing = claim().then(
      (isOurs) => {
        if (!isOurs) lost.abort()
      },
      () => undefined,
    )
  }, RENEW_MS)
  timer.unref()
  return {
    lost: lost.signal,
    require: async (transaction) => {
      if (!(await holdsLease(transaction, name, holder))) throw busy(session)
    },
    release: async () => {
      clearInterval(timer)
      await renewing
      // One that cannot be given back ends by itself.
      await releaseLease(store, name, holder).catch(() => undefined)
    },
  }
}

const busy = (session: string): AppError =>
  new AppError('session-busy', `another turn of the session ${session} is going on`, {
    hint: 'wait for it to end, or stop it where it runs',
  })

/** A program on this machine that is gone for certain does not go on with anything. In doubt it lives. */
const dropDead = async (store: Connection, name: string, machine: string): Promise<boolean> => {
  const held = await leaseHolder(store, name, Date.now())
  const [, where, pid] = /^(.*) (\d+) \S+$/.exec(held ?? '') ?? []
  if (held === undefined || where !== machine || pid === undefined || Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') return false
    await releaseLease(store, name, held)
    return true
  }
}
