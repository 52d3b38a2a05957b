import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '../../lib/make-directory.ts'

/**
 * Writes a text below WARMSTART_HOME/cron/output for its owner alone, whole or not at all, and returns the path. The same name is the
 * same file: writing it again changes nothing.
 */
export const saveLocally = (
  home: string,
  { folder, name, text }: { folder: string; name: string; text: string },
): string => {
  const directory = join(home, 'cron', 'output', safe(folder))
  makeDirectory(directory)
  const path = join(directory, `${safe(name)}.md`)
  const half = `${path}.${process.pid}.part`
  const file = openSync(half, 'w', 0o600)
  try {
    writeSync(file, text.endsWith('\n') ? text : `${text}\n`)
  } finally {
    closeSync(file)
  }
  renameSync(half, path)
  return path
}

const LONGEST_NAME_CHARS = 100

/** Ids come from outside, and hold `/` and `..`: in a file name there is neither. */
const safe = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, '_')
    .replaceAll(/\.{2,}/g, '_')
    .replace(/^[.-]+/, '_')
    .slice(0, LONGEST_NAME_CHARS) || '_'
