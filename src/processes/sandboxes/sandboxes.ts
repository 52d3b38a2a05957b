import { IDLE_MS, mayEnd, type UsedSandbox } from './idle-sandbox.ts'
import type { Scope } from '../processes.ts'

/** The sandboxes in use. `reap` ends idle ones; the owner of this record calls it now and then. */
export interface Sandboxes {
  /**
   * Call this before something starts in a sandbox. If the sandbox is being ended, this waits, so that nothing starts
   * in it.
   */
  use(sandbox: { backend: string; target: string }, scope: Scope): Promise<void>
  /** Returns the targets it ended. A sandbox that could not be ended is tried again the next time. */
  reap(): Promise<string[]>
  list(): UsedSandbox[]
}

export interface SandboxesOptions {
  now(): number
  /** Whether a process of the scope runs. If this throws, the answer is unknown and the sandbox is not ended. */
  isRunning(scope: Scope): Promise<boolean>
  /** Ends the sandbox; does nothing if it cannot be ended. */
  end(sandbox: { backend: string; target: string }): Promise<void>
  idleMs?: number
}

export const createSandboxes = ({ now, isRunning, end, idleMs = IDLE_MS }: SandboxesOptions): Sandboxes => {
  const used = new Map<string, UsedSandbox>()
  const ending = new Map<string, Promise<void>>()
  const keyOf = ({ backend, target }: { backend: string; target: string }): string => `${backend}\0${target}`

  const reapOne = async (key: string, sandbox: UsedSandbox): Promise<boolean> => {
    if (now() - sandbox.lastUsedAt < idleMs) return false
    const running = new Map<Scope, boolean | undefined>()
    for (const scope of sandbox.scopes) running.set(scope, await isRunning(scope).catch(() => undefined))
    const current = used.get(key)
    if (current === undefined || ending.has(key)) return false
    if (running.values().some((is) => is !== false)) {
      // A running process counts as use: the idle time begins when it has ended.
      used.set(key, { ...current, lastUsedAt: Math.max(current.lastUsedAt, now()) })
      return false
    }
    // The sandbox may have been used while its scopes were checked.
    if (!mayEnd(current, { now: now(), isRunning: (scope) => running.get(scope), idleMs })) return false
    const work = end(sandbox)
    ending.set(
      key,
      work.catch(() => undefined),
    )
    try {
      await work
      used.delete(key)
      return true
    } catch {
      return false
    } finally {
      ending.delete(key)
    }
  }

  return {
    use: async (sandbox, scope) => {
      const key = keyOf(sandbox)
      while (ending.has(key)) await ending.get(key)
      const scopes = used.get(key)?.scopes ?? []
      const isKnown = scopes.some(({ kind, id }) => kind === scope.kind && id === scope.id)
      used.set(key, {
        backend: sandbox.backend,
        target: sandbox.target,
        scopes: isKnown ? scopes : [...scopes, { kind: scope.kind, id: scope.id }],
        lastUsedAt: now(),
      })
    },
    reap: async () => {
      const ended: string[] = []
      for (const [key, sandbox] of used) if (await reapOne(key, sandbox)) ended.push(sandbox.target)
      return ended
    },
    list: () => [...used.values()],
  }
}
