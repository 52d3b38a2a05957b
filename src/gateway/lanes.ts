/** Things to be done, one at a time and in order within a lane, several lanes side by side. */
export interface Lanes<T> {
  add(lane: string, item: T): void
  /** Nothing new is begun from now on; what runs, runs on. */
  stop(): void
  /** Resolves when nothing runs; what waits is left. */
  settled(): Promise<void>
  running(): number
  waiting(): number
}

/**
 * `run` does one thing and says undefined when it is done with, or in how many milliseconds it wants to be tried again; its lane
 * waits for that and holds up nobody else. It must not throw.
 */
export const createLanes = <T>({
  most,
  run,
}: {
  /** How many lanes work at the same time. */
  most: number
  run(item: T, lane: string): Promise<number | undefined>
}): Lanes<T> => {
  const queues = new Map<string, T[]>()
  const ready: string[] = []
  const timers = new Set<NodeJS.Timeout>()
  let [isStopped, running, waiting] = [false, 0, 0]
  let onSettled: (() => void)[] = []

  const begin = (): void => {
    while (!isStopped && running < most && ready.length > 0) {
      const lane = ready.shift() ?? ''
      running++
      void work(lane)
    }
    if (running > 0) return
    for (const resolve of onSettled) resolve()
    onSettled = []
  }

  const work = async (lane: string): Promise<void> => {
    const queue = queues.get(lane) ?? []
    const [item] = queue
    const againMs = item === undefined ? undefined : await run(item, lane)
    running--
    if (againMs === undefined) {
      queue.shift()
      waiting--
      if (queue.length === 0) queues.delete(lane)
      else ready.push(lane)
    } else if (againMs <= 0) ready.push(lane)
    else later(lane, againMs)
    begin()
  }

  const later = (lane: string, ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      ready.push(lane)
      begin()
    }, ms)
    timers.add(timer)
  }

  return {
    add: (lane, item) => {
      waiting++
      const queue = queues.get(lane)
      if (queue !== undefined) {
        queue.push(item)
        return
      }
      queues.set(lane, [item])
      ready.push(lane)
      begin()
    },
    stop: () => {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    settled: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => onSettled.push(resolve))),
    running: () => running,
    waiting: () => waiting - running,
  }
}
