import { readFileSync, statSync } from 'node:fs'
import { messageOf } from '../../../lib/error.ts'
import { isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import { type ZipEntry, zipEntries } from '../../../lib/zip.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { readSample } from './sample.ts'

const MOST_BYTES = 512 * 1024 * 1024

/** Reads a log as Inspect writes it: an archive with a file for each sample. An archive that Inspect still writes has no directory yet. */
export function* readDatabase(file: SourceFile, emit: Emit): Generator<Checkpoint> {
  try {
    if (statSync(file.path).size > MOST_BYTES) throw new Error(`an archive of more than ${MOST_BYTES} bytes`)
    const entries = zipEntries(readFileSync(file.path))
    if (entries === undefined) throw new Error('no archive, or one that is still being written')
    const log = headerOf(entries)
    const samples = entries.filter(({ name }) => /^samples\/[^/]{1,500}\.json$/.test(name))
    for (const [index, entry] of samples.entries()) {
      const sample = contentOf(entry)
      if (sample === undefined)
        emit.issue({ line: index + 1, code: 'not-json', message: `${entry.name} cannot be read` })
      else readSample(emit, { path: file.path, head: log, sample, ordinal: index + 1 })
      if (index % SAMPLES_BETWEEN === SAMPLES_BETWEEN - 1)
        yield { saved: undefined, done: index + 1, total: samples.length }
    }
    yield { saved: undefined, isLast: true, done: samples.length, total: samples.length }
  } catch (thrown) {
    emit.issue({ line: 0, code: 'database-unreadable', message: messageOf(thrown) })
  }
}

const SAMPLES_BETWEEN = 50

const headerOf = (entries: readonly ZipEntry[]): JsonRecord => {
  const named = (name: string): ZipEntry | undefined => entries.find((entry) => entry.name === name)
  const header = contentOf(named('header.json')) ?? contentOf(named('_journal/start.json')) ?? {}
  return isRecord(header.eval) ? header.eval : {}
}

const contentOf = (entry: ZipEntry | undefined): JsonRecord | undefined => {
  const value = parseJson(entry?.read()?.toString('utf8') ?? '')
  return isRecord(value) ? value : undefined
}
