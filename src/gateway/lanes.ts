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

interface LanesParts<T> {
  /** How many lanes work at the same time. */
  most: number
  /**
   * Does one thing and says undefined when it is done with, or in how many milliseconds it wants to be tried again; its lane waits for
   * that and holds up no other lane. It must not throw.
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
  /** Names of lanes that wait for their turn. */
  ready: string[]
  isStopped: boolean
  running: number
  /** Items that are not done with. */
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
  // Nearly always the last place.
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
  // Something that comes before what has to wait was added meanwhile.
  else if (againMs === undefined || againMs <= 0 || lane.queue[0] !== first) wakeLane(work, name, lane)
  else {
    lane.state = 'asleep'
    lane.timer = setTimeout(() => wakeLane(work, name, lane), againMs)
  }
  beginLanes(work)
}
