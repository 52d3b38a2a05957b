import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Gives back now what is no longer used. Only for after something huge: the collector itself waits until its limit is
 * near, and the limit has to leave room for the largest line.
 */
export const releaseMemory = (): void => {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
