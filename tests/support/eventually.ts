import { existsSync, readFileSync } from 'node:fs'
import { eventually } from '../../src/testing/eventually.ts'

export { eventually } from '../../src/testing/eventually.ts'

/** A number that a command has written into a file, once it has. */
export const numberIn = (path: string): Promise<number> =>
  eventually(
    () => (existsSync(path) ? Number(/^(\d+)\n/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) || undefined : undefined),
    path,
  )
