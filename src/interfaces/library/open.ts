import { type App, createApp } from '../../app.ts'
import { closeDirectory } from '../../lib/private-directory.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'

/** An open store and whom it is used for. Close it when done, or let `await using` do it. */
export interface Warmstart {
  readonly app: App
  readonly store: Connection
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface OpenOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`; without it what the command line would use. */
  store?: string
  /** Whose sessions and templates; without it the local user's. */
  owner?: string
}

/** Opens a store, and makes one where there is none. */
export const openWarmstart = async ({ store: address, owner }: OpenOptions = {}): Promise<Warmstart> => {
  const local = createApp({ store: address })
  const app = owner === undefined ? local : { ...local, owner }
  closeDirectory(app.home, { userHome: app.place.home })
  const store = await openStore(app.storeAddress)
  const close = (): Promise<void> => store.close()
  return { app, store, close, [Symbol.asyncDispose]: close }
}
