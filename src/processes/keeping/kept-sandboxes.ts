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
 * The sandboxes that processes of a host run in. Those that can be ended are written down before something is started in them, so that
 * the next host ends what a killed one left; a process may be forgotten by then.
 */
export interface KeptSandboxes {
  /** Before a process is started in one: waits for an end of it that is under way. */
  use(process: SandboxUse): Promise<void>
  /** Takes up what an earlier host has written down; for each of them the time begins anew. */
  takeUp(): Promise<void>
  /** Ends those that are idle. */
  reap(): Promise<void>
  /** There is one to be ended soon. One that cannot be ended keeps no host: the next one tries again. */
  isAwaited(): boolean
}

interface SandboxUse {
  id: string
  backend: string
  target: string
  scope: { kind: string; id: string } | undefined
}

/** What is asked of the host whose sandboxes they are. */
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
      // A host before this one may not have got to writing it down.
      for (const { process } of held.values()) if (!isFinal(process.state)) await use(process).catch(() => undefined)
    },
    reap: async () => {
      if ((await sandboxes.reap()).length > 0) write()
    },
    isAwaited: () => sandboxes.list().some(({ lastUsedAt }) => now() - lastUsedAt < 2 * limits.sandboxIdleMs),
  } satisfies KeptSandboxes
}

/** What belongs to nothing, as what a person starts does, is a task of its own. */
const scopeOf = ({ id, scope }: Pick<SandboxUse, 'id' | 'scope'>): Scope =>
  scope === undefined ? { kind: 'task', id } : (scope as Scope)

const isSame = (a: Scope, b: Scope): boolean => a.kind === b.kind && a.id === b.id

/** Only what we wrote is believed: whatever else stands there is nothing that may be ended. */
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
