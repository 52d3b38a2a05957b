import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadyLesson } from '../schema/ready-lesson.ts'

/** A slower disk is a network mount whose server is gone. The session does not wait for it. */
const LIMIT_MS = 50

/** The disk query; tests pass their own. */
type Stat = (path: string) => Promise<unknown>

/**
 * The lessons that the working tree does not contradict. Only checks whether paths exist; nothing is read or run. If
 * the disk does not answer in time, a lesson stays as the last look left it, and `isHung` warns that a query may never
 * end.
 */
export const stillTrue = async <Item extends Pick<ReadyLesson, 'path'>>(
  lessons: readonly Item[],
  root: string,
  { limitMs = LIMIT_MS, ask = stat as Stat } = {},
): Promise<{ lessons: Item[]; isHung: boolean }> => {
  const paths = new Set(lessons.flatMap(({ path }) => (path === null ? [] : [path.path])))
  if (paths.size === 0) return { lessons: [...lessons], isHung: false }
  const isThere = new Map<string, boolean>()
  const looks: Promise<unknown>[] = [...paths].map((path) =>
    ask(join(root, path)).then(
      () => void isThere.set(path, true),
      ({ code }: NodeJS.ErrnoException) => void (GONE.has(code ?? '') && isThere.set(path, false)),
    ),
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late')
  })
  // If the directory itself is gone, its paths tell nothing.
  let isGone = false
  looks.push(
    ask(root).then(
      () => {},
      () => {
        isGone = true
      },
    ),
  )
  const isHung = (await Promise.race([Promise.all(looks), late])) === 'late'
  clearTimeout(timer)
  const agrees = ({ path }: Item): boolean =>
    path === null || isGone || (isThere.get(path.path) ?? path.isThere) === path.isThere
  return { lessons: lessons.filter(agrees), isHung }
}

const GONE = new Set(['ENOENT', 'ENOTDIR'])
