import { existsSync, realpathSync } from 'node:fs'
import { lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { AppError } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'

/**
 * The private folder in which trials run. It lies outside the person's home: agents read instructions, skills and tool servers from every
 * folder above their working directory, and the home of a person is full of them. Two homes of ours on one machine never share it.
 */
export const trialFolder = async ({ home, personHome }: { home: string; personHome: string }): Promise<string> => {
  const uid = process.getuid?.() ?? 0
  const own = join(outside(personHome), `warmstart-trials-${uid}`)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const found = await lstat(own)
  if (!found.isDirectory() || (process.getuid !== undefined && (found.uid !== uid || (found.mode & 0o077) !== 0)))
    throw new AppError('trial-folder', `${own} is open to other users of this machine, so that no trial runs there`, {
      hint: 'remove it, or choose another folder for temporary files with TMPDIR',
    })
  return join(own, hashOf(home).slice(0, 8))
}

/** Removes the folder unless another run still has a trial in it. */
export const leaveTrialFolder = (folder: string): Promise<void> => rmdir(folder).catch(() => undefined)

/** The first folder for temporary files that does not lie in the person's home; the usual one where all of them do. */
const outside = (personHome: string): string => {
  const usual = realpathSync(tmpdir())
  const person = existsSync(personHome) ? realpathSync(personHome) : personHome
  const others = ['/tmp', '/var/tmp'].filter((path) => existsSync(path)).map((path) => realpathSync(path))
  return [usual, ...others].find((path) => !isInside(path, person)) ?? usual
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}
