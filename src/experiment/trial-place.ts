import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hideSecrets } from './hide-secrets.ts'

/** The directories of one trial. Both arms of a pair have the same paths, one after the other, so that no prompt shows which arm it is. */
export interface TrialPlace {
  root: string
  /** Working directory of the agent. */
  work: string
  /** Home directory of the agent: its settings, its credentials, its memory. */
  home: string
  tests: string
  solution: string
  logs: string
  /** Temporary files of the agent, which would else lie where the next trial finds them. */
  temporary: string
}

/** Empty directories for a trial that begins. What a killed worker left in them goes. */
export const makePlace = async (root: string): Promise<TrialPlace> => {
  const place = placeAt(root)
  await removeTree(root)
  await mkdir(root, { recursive: true, mode: 0o700 })
  for (const directory of [place.work, place.home, place.tests, place.solution, place.logs, place.temporary])
    await mkdir(directory, { recursive: true, mode: 0o700 })
  return place
}

const placeAt = (root: string): TrialPlace => ({
  root,
  work: join(root, 'work'),
  home: join(root, 'home'),
  tests: join(root, 'tests'),
  solution: join(root, 'solution'),
  logs: join(root, 'logs'),
  temporary: join(root, TEMPORARY),
})

const TEMPORARY = 'tmp'

/**
 * Moves the transcripts and logs of a finished trial aside, so that its paths are free for the next arm. The files that it worked on go, and
 * what the agent wrote down of its keys is overwritten.
 */
export const keepPlace = async (
  place: TrialPlace,
  { kept, secrets }: { kept: string; secrets: readonly string[] },
): Promise<void> => {
  for (const directory of [place.work, place.tests, place.solution, place.temporary, kept]) await removeTree(directory)
  await allowAll(place.root)
  await hideSecrets(place.root, secrets)
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
  await rename(place.root, kept).catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await cp(place.root, kept, { recursive: true, verbatimSymlinks: true, filter: isKept })
    await removeTree(place.root)
  })
}

/** Sockets and pipes of an agent that has ended cannot be copied. */
const isKept = async (path: string): Promise<boolean> => {
  const found = await lstat(path)
  return found.isFile() || found.isDirectory() || found.isSymbolicLink()
}

/** Deletes a directory, also one in which an agent took away its own right to write. */
export const removeTree = async (path: string): Promise<void> => {
  await rm(path, { recursive: true, force: true }).catch(async () => {
    await allowAll(path)
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  })
}

const allowAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o700).catch(() => undefined)
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await allowAll(join(folder, entry.name))
}

/** Variables of the starter that a trial gets unasked: none of them holds a key. */
const KEPT = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'TZ',
  'SHELL',
  'USER',
  'LOGNAME',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
]

/**
 * The environment of everything that runs in a trial: a home of its own, in which no agent finds what an earlier session or another arm
 * left, and of the starter's variables only those that were named.
 */
export const trialEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  { home, passed = [] }: { home: string; passed?: readonly string[] },
): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const name of [...KEPT, ...passed]) if (env[name] !== undefined) kept[name] = env[name]
  return {
    ...kept,
    HOME: home,
    TMPDIR: join(dirname(home), TEMPORARY),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CODEX_HOME: join(home, '.codex'),
    HERMES_HOME: join(home, '.hermes'),
    WARMSTART_HOME: join(home, '.warmstart'),
  }
}
