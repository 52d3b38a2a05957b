import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { bornFromTicks, type Identity, isDead, statFields, PS_ENV } from './identity.ts'

/** One row of the process table. */
export interface Listed extends Identity {
  parent: number
  group: number
  session: number
}

/** Every descendant inherits this variable; processes that left their tree are found by it. */
export const PROCESS_ID_VARIABLE = 'WARMSTART_PROCESS_ID'

/**
 * The members of a tree, children before their parents: the root, its descendants, processes in its group or session
 * while the root itself exists, and `strays`, which are found by the inherited variable. Never `spared` processes, nor
 * their descendants that have no other tie to the tree.
 */
export const membersOf = (
  all: readonly Listed[],
  { root, strays, spared }: { root: Identity | undefined; strays: ReadonlySet<number>; spared: ReadonlySet<number> },
): Listed[] => {
  const byParent = new Map<number, Listed[]>()
  for (const each of all) {
    const siblings = byParent.get(each.parent)
    if (siblings === undefined) byParent.set(each.parent, [each])
    else siblings.push(each)
  }
  const rootIsThere = root !== undefined && all.some(({ pid, born }) => pid === root.pid && born === root.born)
  const found = new Map<number, Listed>()
  const take = (each: Listed): void => {
    if (found.has(each.pid) || spared.has(each.pid)) return
    found.set(each.pid, each)
    for (const child of byParent.get(each.pid) ?? []) take(child)
  }
  for (const each of all) {
    // The system does not reuse a pid while a group or session has its number, so these processes belong to the root.
    const isOwn = rootIsThere && (each.pid === root.pid || each.group === root.pid || each.session === root.pid)
    if (isOwn || strays.has(each.pid)) take(each)
  }
  return deepestFirst([...found.values()])
}

const deepestFirst = (members: readonly Listed[]): Listed[] => {
  const byPid = new Map(members.map((each) => [each.pid, each]))
  const depths = new Map<number, number>()
  const depthOf = (each: Listed): number => {
    const known = depths.get(each.pid)
    if (known !== undefined) return known
    depths.set(each.pid, 0) // Parents of parents cannot go round in circles, but a table read over time might.
    const parent = byPid.get(each.parent)
    const depth = parent === undefined || parent === each ? 0 : depthOf(parent) + 1
    depths.set(each.pid, depth)
    return depth
  }
  return members.toSorted((a, b) => depthOf(b) - depthOf(a))
}

/** All running processes, without those that have ended and wait to be collected. */
export const listProcesses = (): Listed[] => (process.platform === 'linux' ? listOnLinux() : listElsewhere())

const listOnLinux = (): Listed[] => {
  const listed: Listed[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statFields(readText(`/proc/${name}/stat`) ?? '')
    if (fields === undefined || isDead(fields.state)) continue
    const { parent, group, session, startTicks } = fields
    listed.push({ pid: Number(name), born: bornFromTicks(startTicks), parent, group, session })
  }
  return listed
}

const listElsewhere = (): Listed[] => {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart='], { encoding: 'utf8', env: PS_ENV })
  return text.split('\n').flatMap((line) => {
    const [pid, parent, group, state = 'Z', ...born] = line.trim().split(/\s+/)
    if (state.startsWith('Z') || born.length === 0) return []
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: -1, born: born.join(' ') }]
  })
}

/**
 * The processes that inherited this process's variable. Only Linux shows it; elsewhere a process that leaves both tree
 * and group is not found.
 */
export const straysOf = (id: string, all: readonly Listed[]): Set<number> => {
  if (process.platform !== 'linux') return new Set()
  const wanted = `${PROCESS_ID_VARIABLE}=${id}`
  return new Set(
    all.flatMap(({ pid }) => ((readText(`/proc/${pid}/environ`) ?? '').split('\0').includes(wanted) ? [pid] : [])),
  )
}

/** The number of descendants of each of our processes, by the inherited variable. */
export const treeSizes = (all: readonly Listed[]): Map<string, number> => {
  const sizes = new Map<string, number>()
  for (const { pid } of all) {
    const line = (readText(`/proc/${pid}/environ`) ?? '')
      .split('\0')
      .find((each) => each.startsWith(`${PROCESS_ID_VARIABLE}=`))
    const id = line?.slice(PROCESS_ID_VARIABLE.length + 1)
    if (id !== undefined) sizes.set(id, (sizes.get(id) ?? 0) + 1)
  }
  return sizes
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined // It ended, or belongs to another user.
  }
}
