import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../lib/error.ts'

/**
 * Calls back when whoever wanted the program is gone: SIGTERM, a terminal that was closed, output that nobody reads any more. Whoever
 * is called comes to an end in order, because what it started would go on otherwise. What is returned says, by throwing, when output
 * was lost for another reason than that.
 */
export const whenGone = (leave: () => void): { requireOutput(): Promise<void> } => {
  let lost: NodeJS.ErrnoException | undefined
  for (const name of ['SIGTERM', 'SIGHUP'] as const) process.on(name, leave)
  process.stdout.removeAllListeners('error')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    lost ??= error
    leave()
  })
  return {
    requireOutput: async () => {
      await nextTurn() // Of the last write it is heard only then.
      if (lost === undefined || lost.code === 'EPIPE' || lost.code === 'EIO') return
      throw new AppError('not-written', `what is printed cannot be written: ${lost.code ?? lost.message}`)
    },
  }
}
