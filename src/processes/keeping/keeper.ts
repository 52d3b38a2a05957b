import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import type { Holder } from '../../store/live/process.ts'
import type { Backend } from '../backend.ts'
import { BACKENDS } from '../backends/registry.ts'
import type { Held } from './held.ts'
import { createKeptSandboxes, type KeptSandboxes } from './kept-sandboxes.ts'
import type { Limits } from '../limits.ts'
import { createWatchBreaker, type WatchBreaker } from './watch-output.ts'

/** State that the parts of a host share. */
export interface Keeper {
  now(): number
  store: Connection
  holder: Holder
  limits: Limits
  held: Map<string, Held>
  backend(name: string): Promise<Backend>
  breaker: WatchBreaker
  sandboxes: KeptSandboxes
}

export const createKeeper = ({
  now,
  store,
  holder,
  limits,
  directory,
  env,
}: Pick<Keeper, 'now' | 'store' | 'holder' | 'limits'> & {
  /** The directory with the files of the processes. */
  directory: string
  env: Readonly<Record<string, string | undefined>>
}): Keeper => {
  const backends = new Map<string, Promise<Backend>>()
  const shared = {
    now,
    store,
    holder,
    limits,
    held: new Map<string, Held>(),
    breaker: createWatchBreaker(),
    backend: (name: string): Promise<Backend> => {
      const known = backends.get(name)
      if (known !== undefined) return known
      const load = Object.hasOwn(BACKENDS, name) ? BACKENDS[name] : undefined
      if (load === undefined)
        return Promise.reject(
          new AppError('unknown-backend', `there is no backend ${name}`, {
            hint: `use one of: ${Object.keys(BACKENDS).join(', ')}`,
          }),
        )
      const made = load().then((create) => create({ now, env, directory }))
      backends.set(name, made)
      return made
    },
  }
  return { ...shared, sandboxes: createKeptSandboxes(shared, directory) }
}
