/** Things to be done, one at a time and in order within a lane, several lanes side by side. */
export interface Lanes<T> {
  /** `order` says what comes first in a lane, whenever it is added: what a dead gateway left is older than what we have. */
  add(lane: string, item: T, order: number): void
  /** Nothing new is begun from now on; what runs, runs on. */
  stop(): void
  /** Resolves when nothing runs; what waits is left. */
  settled(): Promise<void>
  running(): number
  waiting(): number
}

interface Lane<T> {
  /** Sorted by order. */
  queue: { item: T; order: number }[]
  state: 'ready' | 'running' | 'asleep'
  timer: NodeJS.Timeout | undefined
}

/**
 * `run` does one thing and says undefined when it is done with, or in how many milliseconds it wants to be tried again; its lane
 * waits for that and holds up no other lane. It must not throw.
 */
export const createLanes = <T>({
  most,
  run,
}: {
  /** How many lanes work at the same time. */
  most: number
  run(item: T, lane: string): Promise<number | undefined>
}): Lanes<T> => {
  const lanes = new Map<string, Lane<T>>()
  const ready: string[] = []
  let [isStopped, running, held] = [false, 0, 0]
  let onSettled: (() => void)[] = []

  const begin = (): void => {
    while (!isStopped && running < most && ready.length > 0) {
      const name = ready.shift() ?? ''
      const lane = lanes.get(name)
      if (lane === undefined) continue
      lane.state = 'running'
      running++
      void work(name, lane)
    }
    if (running > 0) return
    for (const resolve of onSettled) resolve()
    onSettled = []
  }

  const work = async (name: string, lane: Lane<T>): Promise<void> => {
    const [first] = lane.queue
    const againMs = first === undefined ? undefined : await run(first.item, name)
    running--
    if (againMs === undefined && first !== undefined) {
      lane.queue.splice(lane.queue.indexOf(first), 1)
      held--
    }
    if (lane.queue.length === 0) lanes.delete(name)
    // Something that comes before what has to wait was added meanwhile.
    else if (againMs === undefined || againMs <= 0 || lane.queue[0] !== first) wake(name, lane)
    else {
      lane.state = 'asleep'
      lane.timer = setTimeout(() => wake(name, lane), againMs)
    }
    begin()
  }

  const wake = (name: string, lane: Lane<T>): void => {
    clearTimeout(lane.timer)
    lane.state = 'ready'
    ready.push(name)
    begin()
  }

  return {
    add: (name, item, order) => {
      held++
      const lane = lanes.get(name) ?? { queue: [], state: 'asleep', timer: undefined }
      lanes.set(name, lane)
      // Nearly always the last place.
      const before = lane.queue.findLastIndex((each) => each.order <= order)
      lane.queue.splice(before + 1, 0, { item, order })
      if (lane.state === 'asleep' && before < 0) wake(name, lane)
    },
    stop: () => {
      isStopped = true
      for (const { timer } of lanes.values()) clearTimeout(timer)
    },
    settled: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => onSettled.push(resolve))),
    running: () => running,
    waiting: () => held - running,
  }
}
