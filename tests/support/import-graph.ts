import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export const SRC = resolve(import.meta.dirname, '..', '..', 'src')

/** Every file of code below `src`, tests and fixtures included; histories in fixtures are data. */
export const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => !path.includes(`${join('fixtures', 'history')}`))

/** The files of the program: neither tests nor fixtures. */
export const sources = files.filter((path) => !/\.test\.ts$|\.d\.mts$/.test(path) && !path.includes('/fixtures/'))

/** The files that a file names: imports of values, of types, and those that are made later. */
export const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:^import|^export|\bimport\()[^'"\n;]*?['"](\.{1,2}\/[^'"]+)['"]/gms)].map(
    (match) => resolve(dirname(path), match[1] ?? ''),
  )

/**
 * Where a file stands in the order of folders. A verb has its operation and its command line in one folder: the operation stands with
 * the other operations, the rest is a room of the command line.
 */
export const placeOf = (path: string): string => {
  const place = relative(SRC, path)
  if (!place.startsWith('verbs/')) return place
  const inside = place.slice('verbs/'.length)
  return /\/(?:[a-z-]+-)?(?:operation|shape)\.ts$/.test(inside) ? `operations/${inside}` : `interfaces/cli/${inside}`
}

/**
 * Circles of imports. In every folder, each file and each sub-folder is one thing, and no thing may lead back to itself through the
 * others. So no circle is left between files, between folders, or between a folder's own files and its sub-folders.
 */
export const importCircles = (paths: readonly string[]): string[] => {
  const folders = new Map<string, Graph>()
  const known = new Set(paths)
  for (const path of paths)
    for (const target of importsOf(path)) if (known.has(target)) addImport(folders, placeOf(path), placeOf(target))
  return [...folders].flatMap(([folder, graph]) =>
    circlesIn(graph).map((circle) => `${folder}: ${circle.join(' -> ')}`),
  )
}

/** What each thing of a folder imports. */
type Graph = Map<string, Set<string>>

/** The import counts in the innermost folder that holds both ends. */
const addImport = (folders: Map<string, Graph>, from: string, to: string): void => {
  const [one, other] = [from.split('/'), to.split('/')]
  const depth = one.findIndex((part, index) => part !== other[index])
  if (depth < 0) return
  const folder = one.slice(0, depth).join('/') || 'src'
  const graph = folders.get(folder) ?? new Map<string, Set<string>>()
  const [thing = '', target = ''] = [one[depth], other[depth]]
  graph.set(thing, (graph.get(thing) ?? new Set()).add(target))
  folders.set(folder, graph)
}

/** One circle for each thing that reaches itself, the shortest there is; each circle is told once. */
const circlesIn = (graph: Graph): string[][] => {
  const told = new Set<string>()
  const circles: string[][] = []
  for (const start of graph.keys()) {
    if (told.has(start)) continue
    const circle = wayBack(graph, start)
    if (circle === undefined) continue
    for (const thing of circle) told.add(thing)
    circles.push(circle)
  }
  return circles
}

const wayBack = (graph: Graph, start: string): string[] | undefined => {
  const before = new Map<string, string>()
  const queue = [start]
  for (const thing of queue) {
    for (const next of graph.get(thing) ?? []) {
      if (next === start) return [...wayTo(before, thing, start), start]
      if (before.has(next)) continue
      before.set(next, thing)
      queue.push(next)
    }
  }
  return undefined
}

const wayTo = (before: ReadonlyMap<string, string>, end: string, start: string): string[] => {
  const way = [end]
  for (let thing = end; thing !== start; way.unshift(thing)) thing = before.get(thing) ?? start
  return way
}
