import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { writeWhole } from '../../lib/write-whole.ts'
import { withoutPassword } from '../doctor/operation.ts'
import type { ReportContent } from './operation.ts'
import { VERSION } from '../../interfaces/cli/version.mjs'

/** Draws the page, and sums it up in a few lines. The drawing code is large, so it is loaded only now. */
export const drawReport = async (
  app: App,
  content: ReportContent,
  { sample }: { sample: boolean } = { sample: false },
): Promise<{ page: string; words: string[] }> => {
  const [{ renderReport }, { headline }] = await Promise.all([
    import('../../interfaces/page/report.ts'),
    import('../../interfaces/page/headline.ts'),
  ])
  const made = {
    at: new Date(app.now()).toISOString(),
    store: withoutPassword(app.storeAddress),
    version: VERSION,
    sample,
  }
  return { page: await renderReport({ ...content, made }), words: headline(content.history) }
}

/** Refuses a place where a report cannot or should not be written, before any work. Returns the full path. */
export const checkReportPlace = (file: string, options: { force: boolean }): string => {
  const path = resolve(file)
  const directory = dirname(path)
  if (!existsSync(directory)) {
    throw new AppError('no-such-path', `there is no directory ${directory}`, { hint: `make it: mkdir -p ${directory}` })
  }
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return path
  if (found.isDirectory()) {
    const hint = `name a file in it: --html ${join(file, 'report.html')}`
    throw new AppError('usage', `${path} is a directory`, { hint })
  }
  if (!options.force && found.size > 0 && !(found.isFile() && isReport(path))) {
    throw new AppError('not-a-report', `${path} is not a report of warmstart and was left alone`, {
      hint: 'choose another name, or overwrite it with --force',
    })
  }
  return path
}

/** A report is marked in its head, long before this many bytes. */
const HEAD_BYTES = 4096

const isReport = (path: string): boolean => {
  const head = Buffer.alloc(HEAD_BYTES)
  try {
    const file = openSync(path, 'r')
    try {
      const text = head.toString('utf8', 0, readSync(file, head, 0, HEAD_BYTES, 0))
      return text.startsWith('<!doctype html>') && text.includes('<meta name="generator" content="warmstart">')
    } finally {
      closeSync(file)
    }
  } catch {
    return false // What cannot be read is not known to be ours.
  }
}

/** Writes the whole page or nothing; only the owner can read it. A new file beside the old one takes its place. */
export const writeReport = (path: string, page: string): void => {
  writeWhole(path, page, { hint: 'choose another place with --html' })
}
