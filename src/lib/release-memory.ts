import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * Frees unused memory now. Use it only after something huge: the garbage collector waits until its limit is near, and
 * the limit has to leave room for the largest line.
 */
export const releaseMemory = (): void => {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
