/**
 * A short name for each path: its last part, with as many parts before it as needed to tell the paths apart (`shop`,
 * `work/cli`, `old/cli`). Equal paths have equal names.
 */
export const distinctNames = (paths: readonly string[]): Map<string, string> => {
  const unique = [...new Set(paths)]
  const parts = new Map(unique.map((path) => [path, path.split(/[\\/]/).filter((part) => part !== '')]))
  const nameOf = (path: string, depth: number): string => (parts.get(path) ?? []).slice(-depth).join('/') || path
  const names = new Map<string, string>()
  let open = unique
  for (let depth = 1; open.length > 0 && depth <= MOST_PARTS; depth++) {
    const groups = Map.groupBy(open, (path) => nameOf(path, depth))
    open = []
    for (const [name, group] of groups) {
      const [only] = group
      if (group.length === 1 && only !== undefined) names.set(only, name)
      else open.push(...group)
    }
  }
  for (const path of open) names.set(path, path)
  return names
}

const MOST_PARTS = 30
