import { type App, createApp } from '../../app.ts'
import { closeDirectory } from '../../lib/private-directory.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'

/** An open store and the owner it is used for. Close it when done, or let `await using` do it. */
export interface Warmstart {
  readonly app: App
  readonly store: Connection
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface OpenOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://...`; the default is the store of the command line. */
  store?: string
  /** The owner of sessions and templates; the default is the local user. */
  owner?: string
}

/** Opens a store, and creates it if there is none. */
export const openWarmstart = async ({ store: address, owner }: OpenOptions = {}): Promise<Warmstart> => {
  const local = createApp({ store: address })
  const app = owner === undefined ? local : { ...local, owner }
  closeDirectory(app.home, { userHome: app.place.home })
  const store = await openStore(app.storeAddress)
  const close = (): Promise<void> => store.close()
  return { app, store, close, [Symbol.asyncDispose]: close }
}
