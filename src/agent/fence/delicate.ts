import { relative } from 'node:path'
import type { App } from '../../app.ts'
import { isSecretFile } from '../../trust/secret-files.ts'
import { isWithin, resolvePath } from './resolve-path.ts'

/** The directories that the rules refer to, all resolved. */
export interface DelicatePlaces {
  cwd: string
  /** The user's home, for which `~` stands. */
  home: string
  /** WARMSTART_HOME and the files of the store. */
  ours: readonly string[]
}

/**
 * The reason to ask a person although the file lies inside the working directory; undefined if no question is needed.
 * Names are compared in lower case, because on some systems `.ENV` is `.env`.
 */
export const delicate = (
  path: string,
  { cwd, ours }: Pick<DelicatePlaces, 'cwd' | 'ours'>,
  use: 'read' | 'write',
): 'secrets' | 'runs-later' | 'system' | undefined => {
  const lower = path.toLowerCase()
  // /proc shows the environments of processes, including ours.
  if (/^\/(?:proc|sys|dev)(?:\/|$)/.test(lower)) return 'system'
  for (const own of ours) {
    const isHome = isWithin(cwd.toLowerCase(), own.toLowerCase())
    if (!isHome && isWithin(lower, own.toLowerCase())) return 'secrets'
  }
  const parts = lower.split(/[/\\]/)
  const name = parts.at(-1) ?? ''
  if (isSecretFile(lower) || (isWithin(path, cwd) && isSecretFile(relative(cwd, path)))) return 'secrets'
  return use === 'write' && (RUNS_LATER.has(name) || parts.includes('.git')) ? 'runs-later' : undefined
}

/** Lists the store's files one by one, because its directory may hold other files too. */
export const placesOf = async (app: App, cwd: string): Promise<DelicatePlaces> => {
  const store = app.storeAddress.startsWith('sqlite:') ? app.storeAddress.slice('sqlite:'.length) : ''
  const files = store === '' || store === ':memory:' ? [] : [store, `${store}-wal`, `${store}-shm`]
  const ours = await Promise.all([app.home, ...files].map(async (path) => (await resolvePath(path)) ?? path))
  return { cwd, home: app.place.home, ours }
}

/** A program or a person later runs these files without asking. */
const RUNS_LATER = new Set(
  '.bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin .envrc .gitconfig .gitmodules'.split(
    ' ',
  ),
)
