import { join } from 'node:path'
import { writeWhole } from '../../lib/write-whole.ts'

/**
 * Writes a text below WARMSTART_HOME/cron/output, readable by its owner only, whole or not at all, and returns the
 * path. The same name is the same file: writing it again changes nothing.
 */
export const saveLocally = (
  home: string,
  { folder, name, text }: { folder: string; name: string; text: string },
): string => {
  const path = join(home, 'cron', 'output', safe(folder), `${safe(name)}.md`)
  writeWhole(path, text.endsWith('\n') ? text : `${text}\n`)
  return path
}

const LONGEST_NAME_CHARS = 100

/** Ids come from outside and may hold `/` and `..`, which must not get into a file name. */
const safe = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/\.{2,}/g, '_')
    .replace(/^[.-]+/, '_')
    .slice(0, LONGEST_NAME_CHARS) || '_'
