/**
 * Joins items that arrive while an earlier batch is running into one batch, so that a burst of small writes becomes a
 * few transactions. Each caller gets the answer to its own item. If a batch fails, it fails for all its callers.
 */
export const createBatcher = <T, R>(
  work: (items: T[]) => Promise<R[]>,
  { most }: { most: number },
): ((item: T) => Promise<R>) => {
  let waiting: { item: T; resolve(result: R): void; reject(error: unknown): void }[] = []
  let isWorking = false
  const go = async (): Promise<void> => {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        const results = await work(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWorking = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void go()
    })
}
