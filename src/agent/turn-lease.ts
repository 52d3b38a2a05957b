import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { AppError } from '../lib/error.ts'
import type { Connection } from '../store/connection.ts'
import { claimLease, holdsLease, leaseHolder, releaseLease } from '../store/live/lease.ts'

/** The right to go on with a session: one turn at a time, in whichever process. */
export interface TurnLease {
  /** Fires when another turn has it: nothing may be written any more. */
  lost: AbortSignal
  /** Called in every transaction that writes: one who was asleep for too long finds out before doing harm. */
  require(transaction: Connection): Promise<void>
  /** Gives it back in the transaction that writes the last thing; `released` once that is committed. */
  releaseIn(transaction: Connection): Promise<void>
  released(): void
  release(): Promise<void>
}

/** An attempt to have the turn in the transaction that stores what was said: usually it is free. */
export interface EarlyClaim {
  holder: string
  attempt(transaction: Connection): Promise<void>
  /** Once the transaction is committed. */
  isOurs(): boolean
}

/** A holder that died blocks for no longer than this; one whose process is seen to be gone, not at all. */
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

/** Of the machine, not of the app: it is compared with what other programs wrote, and a test's clock may stand still. */
const fromNow = (): { now: number; until: number } => {
  const now = Date.now()
  return { now, until: now + LEASE_MS }
}

export interface ClaimOptions {
  session: string
  early?: EarlyClaim | undefined
  /** How long to wait for the turn before. */
  waitMs: number
  signal: AbortSignal | undefined
  /** Told once, when there is something to wait for. */
  onWait?(): void
}

/** Waits for the turn before this one to end. */
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
    // A store that is busy for a moment is asked again in time; what is written meanwhile checks for itself.
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
      // One that was being renewed meanwhile may be ours again.
      isGivenBack = renewing === undefined
    },
    release: async () => {
      clearInterval(timer)
      if (isGivenBack) return
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
