import { delimiter, join } from 'node:path'
import { canRun } from './shell.ts'

/**
 * What a user who starts a process should know about this machine: which program is missing, and what does not work
 * without it.
 */
export const missingPrograms = (
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  // Other systems have no such program, as docs/processes.md says.
  if (platform !== 'linux') return undefined
  const places = (env['PATH'] ?? '').split(delimiter).filter((place) => place !== '')
  if (places.some((place) => canRun(join(place, 'fallocate')))) return undefined
  return 'fallocate is not on PATH (Debian: util-linux): the log of this process takes as much disk as it prints, until it ends'
}
