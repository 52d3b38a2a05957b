import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../lib/write-whole.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import type { Backend } from '../backend.ts'
import type { Limits } from '../limits.ts'
import type { Held } from './held.ts'
import { isFinal } from '../machine.ts'
import type { Scope } from '../processes.ts'
import { createSandboxes } from '../sandboxes/sandboxes.ts'

/**
 * The sandboxes in which a host's processes run. A sandbox that can be ended is written to a file before something
 * starts in it, so that the next host ends what a killed one left, even if the process is forgotten by then.
 */
export interface KeptSandboxes {
  /** Call this before a process is started in a sandbox. If the sandbox is being ended, this waits for that. */
  use(process: SandboxUse): Promise<void>
  /** Takes up the sandboxes that an earlier host wrote down; the idle time of each begins anew. */
  takeUp(): Promise<void>
  /** Ends idle sandboxes. */
  reap(): Promise<void>
  /**
   * Whether the host must stay to end a sandbox soon. A sandbox that cannot be ended keeps no host alive: the next
   * host tries again.
   */
  isAwaited(): boolean
}

interface SandboxUse {
  id: string
  backend: string
  target: string
  scope: { kind: string; id: string } | undefined
}

/** What the sandboxes need of their host. */
interface SandboxKeeper {
  now(): number
  held: ReadonlyMap<string, Held>
  limits: Limits
  backend(name: string): Promise<Backend>
}

export const createKeptSandboxes = (keeper: SandboxKeeper, directory: string) => {
  const file = join(directory, 'sandboxes.json')
  const { now, held, limits } = keeper
  const sandboxes = createSandboxes({
    now,
    idleMs: limits.sandboxIdleMs,
    isRunning: async (scope) =>
      held.values().some(({ process }) => !isFinal(process.state) && isSame(scopeOf(process), scope)),
    end: async ({ backend, target }) => (await keeper.backend(backend)).endSandbox?.(target),
  })
  const write = (): void => {
    const rows = sandboxes.list().map(({ backend, target, scopes }) => ({ backend, target, scopes }))
    if (rows.length === 0) return rmSync(file, { force: true })
    writeWhole(file, JSON.stringify(rows))
  }
  const countScopes = (): number => sandboxes.list().reduce((sum, { scopes }) => sum + scopes.length, 0)
  const use = async (process: SandboxUse): Promise<void> => {
    if ((await keeper.backend(process.backend)).endSandbox === undefined) return
    const before = countScopes()
    await sandboxes.use(process, scopeOf(process))
    if (countScopes() !== before) write()
  }
  return {
    use,
    takeUp: async () => {
      for (const { backend, target, scopes } of readKept(file))
        for (const scope of scopes) await sandboxes.use({ backend, target }, scope)
      // The host before this one may have died before it wrote down the sandbox.
      for (const { process } of held.values()) if (!isFinal(process.state)) await use(process).catch(() => undefined)
    },
    reap: async () => {
      if ((await sandboxes.reap()).length > 0) write()
    },
    isAwaited: () => sandboxes.list().some(({ lastUsedAt }) => now() - lastUsedAt < 2 * limits.sandboxIdleMs),
  } satisfies KeptSandboxes
}

/** A process without a scope, such as one that a person started, is a task of its own. */
const scopeOf = ({ id, scope }: Pick<SandboxUse, 'id' | 'scope'>): Scope =>
  scope === undefined ? { kind: 'task', id } : (scope as Scope)

const isSame = (a: Scope, b: Scope): boolean => a.kind === b.kind && a.id === b.id

/** Reads only entries that we wrote: anything else in the file must not be ended. */
const readKept = (file: string): { backend: string; target: string; scopes: Scope[] }[] => {
  let value: unknown
  try {
    value = parseJson(readFileSync(file, 'utf8'))
  } catch {
    return []
  }
  return (Array.isArray(value) ? value : []).flatMap((row: unknown) => {
    if (!isRecord(row) || !Array.isArray(row['scopes'])) return []
    const { backend, target } = row
    const scopes = row['scopes'].filter(isScope)
    return typeof backend === 'string' && typeof target === 'string' ? [{ backend, target, scopes }] : []
  })
}

const isScope = (value: unknown): value is Scope =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  (value['kind'] === 'task' || value['kind'] === 'session' || value['kind'] === 'episode')
