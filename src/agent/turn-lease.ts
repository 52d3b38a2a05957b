import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { AppError } from '../lib/error.ts'
import type { Connection } from '../store/connection.ts'
import { claimLease, holdsLease, leaseHolder, releaseLease } from '../store/live/lease.ts'

/** The right to write to a session: one turn has it at a time, across all processes. */
export interface TurnLease {
  /** Fires when another turn has the lease: this turn may write nothing more. */
  lost: AbortSignal
  /** Called in every writing transaction, so that a process that slept too long notices before it does harm. */
  require(transaction: Connection): Promise<void>
  /** Gives the lease back in the transaction of the last write; call `released` after the commit. */
  releaseIn(transaction: Connection): Promise<void>
  released(): void
  release(): Promise<void>
}

/** An attempt to get the lease in the transaction that stores the user's message, because the lease is usually free. */
export interface EarlyClaim {
  holder: string
  attempt(transaction: Connection): Promise<void>
  /** Whether the attempt succeeded; ask after the commit. */
  isOurs(): boolean
}

/** A dead holder blocks the session at most this long, and not at all if its process is seen to be gone. */
const LEASE_MS = 30_000
const RENEW_MS = 10_000
const POLL_MS = 200

export const createEarlyClaim = ({ app }: { app: Pick<App, 'machine'> }, session: string): EarlyClaim => {
  const holder = newHolder(app)
  let isOurs = false
  return {
    holder,
    attempt: async (transaction) => {
      isOurs = await claimLease(transaction, { name: nameOf(session), holder, ...fromNow() })
    },
    isOurs: () => isOurs,
  }
}

const nameOf = (session: string): string => `turn:${session}`
const newHolder = ({ machine }: Pick<App, 'machine'>): string => `${machine} ${process.pid} ${randomUUID()}`

/**
 * Uses the machine's clock, not the app's: the time is compared with other programs' times, and a test's clock may
 * stand still.
 */
const fromNow = (): { now: number; until: number } => {
  const now = Date.now()
  return { now, until: now + LEASE_MS }
}

export interface ClaimOptions {
  session: string
  early?: EarlyClaim | undefined
  /** How long to wait for the running turn. */
  waitMs: number
  signal: AbortSignal | undefined
  /** Called once, when the wait begins. */
  onWait?(): void
}

/** Gets the lease; waits until the running turn ends. */
export const claimTurn = async (
  { app, store }: { app: Pick<App, 'machine'>; store: Connection },
  { session, early, waitMs, signal, onWait }: ClaimOptions,
): Promise<TurnLease> => {
  const name = nameOf(session)
  const holder = early?.holder ?? newHolder(app)
  const claim = (): Promise<boolean> => claimLease(store, { name, holder, ...fromNow() })
  const startedAt = performance.now()
  let isTold = false
  while (early?.isOurs() !== true && !(await claim())) {
    if (await dropDead(store, name, app.machine)) continue
    if (signal?.aborted === true || performance.now() - startedAt > waitMs) throw busy(session)
    if (!isTold) onWait?.()
    isTold = true
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
  const lost = new AbortController()
  let renewing: Promise<void> | undefined
  let isGivenBack = false
  const timer = setInterval(() => {
    // If the store is busy, the next renewal comes in time; every write checks the lease itself.
    renewing = claim().then(
      (isStillOurs) => {
        renewing = undefined
        if (!isStillOurs) lost.abort()
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
    releaseIn: async (transaction) => {
      await releaseLease(transaction, name, holder)
    },
    released: () => {
      clearInterval(timer)
      // A renewal that ran at the same time may have taken the lease again.
      isGivenBack = renewing === undefined
    },
    release: async () => {
      clearInterval(timer)
      if (isGivenBack) return
      await renewing
      // A lease that cannot be given back expires by itself.
      await releaseLease(store, name, holder).catch(() => undefined)
    },
  }
}

const busy = (session: string): AppError =>
  new AppError('session-busy', `another turn of the session ${session} is going on`, {
    hint: 'wait for it to end, or stop it where it runs',
  })

/** Removes the lease of a process on this machine that is certainly gone. In doubt the process counts as alive. */
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
