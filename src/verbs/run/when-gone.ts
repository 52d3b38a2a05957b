import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../lib/error.ts'

/**
 * Calls `leave` when the user of the program is gone: SIGTERM, a closed terminal, output without a reader. `leave`
 * ends the program in order, because the processes that it started would otherwise keep running. `requireOutput`
 * throws if output was lost for another reason.
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
      await nextTurn() // A failed write is reported one tick later.
      if (lost === undefined || lost.code === 'EPIPE' || lost.code === 'EIO') return
      throw new AppError('not-written', `what is printed cannot be written: ${lost.code ?? lost.message}`)
    },
  }
}
