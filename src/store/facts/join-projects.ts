/** How often sessions of one repository were held in one directory. */
export interface SeenPlace {
  path: string
  repository: string | null
  /** When the first of them began; null where none has a time. */
  firstAt: number | null
  sessions: number
}

/** A person's word: sessions of `subject` count as those of `target`; to itself: they stay apart. */
export interface ProjectClaim {
  subject: string
  target: string
}

/** Under which project a place counts. */
export interface JoinedPlace extends SeenPlace {
  project: string
}

/**
 * Joins places of one repository under one path: the one whose sessions began first, working trees of agents last. The same places give the same
 * answer in any order. A directory that held several repositories (a container's `/workspace`) is not one project: the first keeps the
 * path, the others are called by their remote. A person's word stands above all of this.
 */
export const joinPlaces = (
  places: readonly SeenPlace[],
  claims: readonly ProjectClaim[],
  isWorktree: (path: string) => boolean,
): JoinedPlace[] => {
  const said = new Map(claims.map(({ subject, target }) => [subject, target]))
  const isApart = (path: string): boolean => said.get(path) === path
  const ordered = places.toSorted(earliestFirst)
  const groupOf = findGroups(ordered.filter(({ path }) => !isApart(path)))
  const names = nameGroups(ordered, { groupOf, isApart, isWorktree })
  const nameOf = (place: SeenPlace): string =>
    isApart(place.path) ? place.path : (names.get(groupOf(place)) ?? place.path)
  const byPath = new Map(ordered.toReversed().map((place) => [place.path, nameOf(place)]))
  return ordered.map((place) => ({ ...place, project: follow(place, nameOf(place), { said, byPath }) }))
}

const earliestFirst = (one: SeenPlace, other: SeenPlace): number =>
  (one.firstAt ?? Number.MAX_SAFE_INTEGER) - (other.firstAt ?? Number.MAX_SAFE_INTEGER) ||
  compare(one.path, other.path) ||
  compare(one.repository ?? '', other.repository ?? '')

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Which group a place belongs to. Two names of one repository in one directory are one group if their last part is the same: the remote has
 * moved. A place without a remote belongs to the repository that most sessions in its directory name.
 */
const findGroups = (places: readonly SeenPlace[]): ((place: SeenPlace) => string) => {
  const parents = new Map<string, string>()
  const top = (name: string): string => {
    let at = name
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next
    return at
  }
  const named = places.filter((place): place is SeenPlace & { repository: string } => place.repository !== null)
  for (const group of Map.groupBy(named, ({ path, repository }) => `${path}\n${lastPart(repository)}`).values()) {
    const [first, ...rest] = group.map(({ repository }) => top(repository)).toSorted()
    for (const other of rest) if (first !== undefined && top(other) !== top(first)) parents.set(top(other), top(first))
  }
  const most = new Map<string, { repository: string; sessions: number }>()
  for (const { path, repository, sessions } of named) {
    const before = most.get(path)
    if (before === undefined || sessions > before.sessions) most.set(path, { repository, sessions })
  }
  return ({ path, repository }) => {
    const name = repository ?? most.get(path)?.repository
    return name === undefined ? `path ${path}` : `repository ${top(name)}`
  }
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

interface Naming {
  groupOf: (place: SeenPlace) => string
  isApart: (path: string) => boolean
  isWorktree: (path: string) => boolean
}

/** A path for each group that no other group has. */
const nameGroups = (ordered: readonly SeenPlace[], { groupOf, isApart, isWorktree }: Naming): Map<string, string> => {
  const groups = Map.groupBy(
    ordered.filter(({ path }) => !isApart(path)),
    groupOf,
  )
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [group, places] of groups) {
    const paths = [...new Set(places.map(({ path }) => path))]
    const chosen = [...paths.filter((path) => !isWorktree(path)), ...paths.filter(isWorktree)].find(
      (path) => !taken.has(path),
    )
    const name = chosen ?? group.slice(group.indexOf(' ') + 1)
    taken.add(name)
    names.set(group, name)
  }
  return names
}

/** Where a person's words lead; words that lead in a circle change nothing. */
const follow = (
  place: SeenPlace,
  name: string,
  { said, byPath }: { said: ReadonlyMap<string, string>; byPath: ReadonlyMap<string, string> },
): string => {
  const seen = new Set<string>()
  let at = said.has(place.path) ? place.path : name
  for (;;) {
    const next = said.get(at)
    if (next === undefined || next === at) return at
    if (seen.has(at)) return name
    seen.add(at)
    // What a person named may itself count under another path by now.
    const target = said.has(next) ? next : (byPath.get(next) ?? next)
    at = target
  }
}
