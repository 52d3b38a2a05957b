import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Partner } from './partner.ts'
import { ROOT } from './workplace.ts'

/** A program that can be played. */
export interface Installed {
  program: string
  version: string
}

/** Outside the repository: some of them take hundreds of megabytes. */
export const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'warmstart', 'test-agents')

/** The program of an agent as it is there now; a string says that there is none. */
export const findPartner = (partner: Partner): Installed | string => {
  if ('onPath' in partner.program) return foundOnPath(partner.program.onPath)
  const directory = join(CACHE, partner.name)
  const program = join(directory, 'node_modules', '.bin', partner.program.bin)
  const version = versionIn(directory, partner.program.package)
  return version === undefined || !existsSync(program) ? 'it could not be installed' : { program, version }
}

/**
 * The newest version of an agent's program that can be installed, or the one that is there already. A string says why there is none.
 * The newest one may ask for a package that the registry does not have yet; then the one before is tried.
 */
export const installPartner = (
  partner: Partner,
  { version: wanted, isFresh }: { version: string | undefined; isFresh: boolean },
): Installed | string => {
  const present = findPartner(partner)
  if ('onPath' in partner.program) return present
  if (typeof present !== 'string' && !isFresh && (wanted === undefined || wanted === present.version)) return present
  const { package: name } = partner.program
  const directory = join(CACHE, partner.name)
  const versions = wanted === undefined ? newestFirst(name) : [wanted]
  if (versions.length === 0) return `the registry does not say which versions of ${name} there are`
  let reason = ''
  for (const version of versions) {
    reason = npmInstall(directory, name, version)
    if (reason === '') return findPartner(partner)
  }
  return `${name} cannot be installed: ${reason}`
}

/** More tries than this would only repeat the same trouble. */
const MOST_TRIES = 6

const newestFirst = (name: string): string[] => {
  const { stdout, status } = npm(['view', name, 'versions', '--json'], CACHE)
  if (status !== 0) return []
  const versions: unknown = JSON.parse(stdout)
  const plain = (Array.isArray(versions) ? versions : [versions]).filter(
    (version): version is string => typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version),
  )
  return plain.toReversed().slice(0, MOST_TRIES)
}

/** Empty where it worked, else why not. A version that is there stays until the new one is whole. */
const npmInstall = (directory: string, name: string, version: string): string => {
  const beside = `${directory}.new`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true })
  const manifest = { name: 'played', private: true, allowScripts: { [name]: true } }
  writeFileSync(join(beside, 'package.json'), JSON.stringify(manifest))
  const { status, stderr } = npm(['install', '--no-audit', '--no-fund', `${name}@${version}`], beside)
  if (status === 0) {
    rmSync(directory, { recursive: true, force: true })
    renameSync(beside, directory)
    return ''
  }
  rmSync(beside, { recursive: true, force: true })
  return stderr.split('\n').find((line) => /^npm error (?!code)/.test(line)) ?? `npm ended with ${status}`
}

const npm = (words: readonly string[], cwd: string) => {
  mkdirSync(cwd, { recursive: true })
  // The Node of the repository: agents ask for a new one.
  const env = { ...process.env, PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter) }
  return spawnSync('npm', words, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

const versionIn = (directory: string, name: string): string | undefined => {
  try {
    const text = readFileSync(join(directory, 'node_modules', name, 'package.json'), 'utf8')
    return (JSON.parse(text) as { version?: string }).version
  } catch {
    return undefined
  }
}

const foundOnPath = (name: string): Installed | string => {
  const { stdout, status } = spawnSync(name, ['--version'], { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) return `there is no ${name} on the PATH`
  const program = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, name))
  return { program: program.find(existsSync) ?? name, version: /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? 'unknown' }
}
