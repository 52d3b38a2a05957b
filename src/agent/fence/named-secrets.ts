import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { delicate, type DelicatePlaces } from './delicate.ts'

/**
 * A file with secrets that a program or a command line names in plain words, undefined where none is seen. A program can find other
 * ways to them: this keeps an agent from reading them by the way, it is no wall.
 */
export const namedSecret = (
  text: string,
  { places, isShell }: { places: DelicatePlaces; isShell: boolean },
): string | undefined => {
  for (const [word] of text.slice(0, MAX_LOOK_CHARS).matchAll(isShell ? WORD : QUOTED)) {
    const path = word.startsWith('~/') ? `${homedir()}${word.slice(1)}` : word
    if (delicate(resolve(places.cwd, path), places, 'read') !== undefined && !IS_DEVICE.test(path)) return word
  }
  return undefined
}

const MAX_LOOK_CHARS = 100_000
const WORD = /(?<=^|["'\s=<>(:@])~?[\w@+./-]{2,300}(?=$|["'\s;)|&<>])/gm
/** Without its quotes `record.key` is no file. */
const QUOTED = /(?<=["'])~?[\w@+./-]{2,300}(?=["'])/g
const IS_DEVICE = /^\/dev\/(?:null|stdout|stderr|stdin|tty|u?random|zero|fd\/\d+)$/
