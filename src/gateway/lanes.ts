/** Runs items one at a time and in order within a lane, and several lanes in parallel. */
export interface Lanes<T> {
  /**
   * Items of a lane run by `order`, not by when they were added: the messages that a dead gateway left are older than
   * ours.
   */
  add(lane: string, item: T, order: number): void
  /** Begins no further item; running items continue. */
  stop(): void
  /** Resolves when no item runs. Waiting items stay. */
  settled(): Promise<void>
  running(): number
  waiting(): number
}

interface LanesParts<T> {
  /** How many lanes may run at the same time. */
  most: number
  /**
   * Works on one item. Returns undefined when the item is done, or the milliseconds until it wants to be tried again;
   * its lane waits for that and holds up no other lane. Must not throw.
   */
  run(item: T, lane: string): Promise<number | undefined>
}

interface Lane<T> {
  /** Sorted by order. */
  queue: { item: T; order: number }[]
  state: 'ready' | 'running' | 'asleep'
  timer: NodeJS.Timeout | undefined
}

interface Work<T> extends LanesParts<T> {
  lanes: Map<string, Lane<T>>
  /** Names of lanes that wait for a free place. */
  ready: string[]
  isStopped: boolean
  running: number
  /** Number of items that are not done. */
  held: number
  onSettled: (() => void)[]
}

export const createLanes = <T>(parts: LanesParts<T>): Lanes<T> => {
  const work: Work<T> = {
    ...parts,
    lanes: new Map(),
    ready: [],
    isStopped: false,
    running: 0,
    held: 0,
    onSettled: [],
  }
  return {
    add: (name, item, order) => addItem(work, name, { item, order }),
    stop: () => {
      work.isStopped = true
      for (const { timer } of work.lanes.values()) clearTimeout(timer)
    },
    settled: () => (work.running === 0 ? Promise.resolve() : new Promise((resolve) => work.onSettled.push(resolve))),
    running: () => work.running,
    waiting: () => work.held - work.running,
  }
}

const addItem = <T>(work: Work<T>, name: string, added: { item: T; order: number }): void => {
  work.held++
  const lane = work.lanes.get(name) ?? { queue: [], state: 'asleep', timer: undefined }
  work.lanes.set(name, lane)
  // Almost always this is the end of the queue.
  const before = lane.queue.findLastIndex((each) => each.order <= added.order)
  lane.queue.splice(before + 1, 0, added)
  if (lane.state === 'asleep' && before < 0) wakeLane(work, name, lane)
}

const wakeLane = <T>(work: Work<T>, name: string, lane: Lane<T>): void => {
  clearTimeout(lane.timer)
  lane.state = 'ready'
  work.ready.push(name)
  beginLanes(work)
}

const beginLanes = <T>(work: Work<T>): void => {
  while (!work.isStopped && work.running < work.most && work.ready.length > 0) {
    const name = work.ready.shift() ?? ''
    const lane = work.lanes.get(name)
    if (lane === undefined) continue
    lane.state = 'running'
    work.running++
    void runFirst(work, name, lane)
  }
  if (work.running > 0) return
  for (const resolve of work.onSettled.splice(0)) resolve()
}

const runFirst = async <T>(work: Work<T>, name: string, lane: Lane<T>): Promise<void> => {
  const [first] = lane.queue
  const againMs = first === undefined ? undefined : await work.run(first.item, name)
  work.running--
  if (againMs === undefined && first !== undefined) {
    lane.queue.splice(lane.queue.indexOf(first), 1)
    work.held--
  }
  if (lane.queue.length === 0) work.lanes.delete(name)
  // Meanwhile an item was added that comes before the waiting one.
  else if (againMs === undefined || againMs <= 0 || lane.queue[0] !== first) wakeLane(work, name, lane)
  else {
    lane.state = 'asleep'
    lane.timer = setTimeout(() => wakeLane(work, name, lane), againMs)
  }
  beginLanes(work)
}
