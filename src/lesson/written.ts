import { findBlock } from './block.ts'
import { MOST_READ_BYTES, type Tree } from './tree.ts'

/** A lesson that was written into an instruction file. */
export interface WrittenLesson {
  id: string
  /** The path relative to the repository. */
  file: string
}

/**
 * The lessons that no longer stand in the file they were written into, because a person deleted the block. A file
 * decides nothing if it cannot be read whole or lies outside of the tree, or if a person edited the block.
 */
export const findRemovedLessons = async (tree: Tree, written: readonly WrittenLesson[]): Promise<Set<string>> => {
  const gone = new Set<string>()
  for (const [file, lessons] of Map.groupBy(written, (lesson) => lesson.file)) {
    const isGone = await absence(tree, file)
    for (const { id } of lessons) if (isGone(id)) gone.add(id)
  }
  return gone
}

const absence = async (tree: Tree, file: string): Promise<(id: string) => boolean> => {
  if (file === '' || file.startsWith('..') || file.startsWith('/')) return never
  const look = await tree.look(file)
  // If there is no repository, the project may have moved and the file with it.
  if (look === 'missing') return (await isRepository(tree)) ? always : never
  if (look === 'unknown' || look.kind !== 'file' || look.bytes > MOST_READ_BYTES) return never
  const text = await tree.read(file)
  if (text === undefined) return never
  const found = findBlock(text)
  if (found.kind === 'none') return always
  return found.kind === 'ours' ? (id) => !found.lines.some((line) => line.id === id) : never
}

const isRepository = async (tree: Tree): Promise<boolean> => {
  const git = await tree.look('.git')
  return git !== 'missing' && git !== 'unknown'
}

const always = (): boolean => true
const never = (): boolean => false
