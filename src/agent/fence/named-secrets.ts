import { resolve } from 'node:path'
import { delicate, type DelicatePlaces } from './delicate.ts'

/**
 * A secret file that a program or a command line names in plain words; undefined if none is found. A program can reach
 * secrets in other ways: this check prevents accidental reads and is no wall.
 */
export const namedSecret = (
  text: string,
  { places, isShell }: { places: DelicatePlaces; isShell: boolean },
): string | undefined => {
  for (const [word] of text.slice(0, MAX_LOOK_CHARS).matchAll(isShell ? WORD : QUOTED)) {
    const path = resolve(places.cwd, word.startsWith('~/') ? `${places.home}${word.slice(1)}` : word)
    if (delicate(path, places, 'read') === 'secrets' || OF_PROCESSES.test(path)) return word
  }
  return undefined
}

const MAX_LOOK_CHARS = 100_000
const WORD = /(?<=^|["'\s=<>(:@])~?[\w@+./-]{2,300}(?=$|["'\s;)|&<>])/gm
/** Only quoted names count: `record.key` without quotes is no file. */
const QUOTED = /(?<=["'])~?[\w@+./-]{2,300}(?=["'])/g
/** Most of /proc is no secret, but the environment and memory of processes are. */
const OF_PROCESSES = /^\/proc\/[^/]+\/(?:environ|mem|maps)$/
