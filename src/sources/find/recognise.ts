import { closeSync, openSync, readSync } from 'node:fs'
import { messageOf } from '../../lib/error.ts'
import { openReadOnly } from '../../lib/foreign-database.ts'
import { clip } from '../../lib/excerpt.ts'
import { isRecord, parseJson } from '../../lib/json.ts'
import { zipEntries } from '../../lib/zip.ts'
import { SOURCES } from '../registry.ts'
import type { FileShape, Sample, Source } from '../source.ts'

/** Enough for the header and the first records of nearly every file; where it is not, a larger look is taken. */
const HEAD_BYTES = 32 * 1024
const LARGER_HEAD_BYTES = 1024 * 1024
/** Documents are told by their whole content, up to this size. */
const DOCUMENT_BYTES = 64 * 1024 * 1024
const RECORDS = 20
const NEWLINE = 10
const SQLITE_MAGIC = 'SQLite format 3\u0000'

/** Whose history a file is; or why that cannot be told (`reason`), or why it cannot be opened (`problem`). */
export interface Recognition {
  recognised?: Source
  shape?: FileShape
  reason?: string
  problem?: string
}

/** Tells from its content whose history a file is, or (with `source`) how that source can read it. */
export const recogniseFile = (path: string, source?: Source): Recognition => {
  try {
    let samples: Sample[] = []
    for (const bytes of [HEAD_BYTES, LARGER_HEAD_BYTES]) {
      const head = readHead(path, bytes)
      // Whose it is was said: what is wrong with the database is the reader's to tell.
      if (isDatabase(head) && source?.shapes.includes('database')) return { recognised: source, shape: 'database' }
      const owner = source === undefined ? ownerOf(head) : undefined
      if (owner !== undefined) return { recognised: owner, shape: 'lines' }
      const isWhole = head.length < bytes
      samples = samplesOf(path, head, isWhole)
      for (const sample of samples) {
        const recognised = (source === undefined ? SOURCES : [source]).find(
          (each) => each.shapes.includes(sample.shape) && (source !== undefined || each.recognises(sample)),
        )
        if (recognised !== undefined) return { recognised, shape: sample.shape }
      }
      if (isWhole) return { reason: reasonOf(head, samples) }
    }
    return { reason: reasonOf(undefined, samples) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** Whose record the first line is, where that alone tells: most files, and parsing twenty of their records is not free. */
const ownerOf = (head: Buffer): Source | undefined => {
  const end = head.indexOf(NEWLINE)
  const record = end < 0 ? undefined : parseJson(head.toString('utf8', 0, end))
  return record === undefined ? undefined : SOURCES.find((each) => each.owns?.(record) === true)
}

/** The ways the file can be taken, the likelier first. */
const samplesOf = (path: string, head: Buffer, complete: boolean): Sample[] => {
  if (isDatabase(head)) {
    return [{ path, shape: 'database', records: [], tables: tablesOf(path) }]
  }
  if (isArchive(head)) return [{ path, shape: 'database', records: [], tables: entriesOf(path) }]
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  const lines = text.split('\n').slice(0, RECORDS + 1)
  if (!complete || text.endsWith('\n')) lines.pop()
  const records = lines.map(parseJson).filter((record) => record !== undefined)
  const asLines: Sample = { path, shape: 'lines', records, tables: [] }
  const isDocument = records.length === 0 || (records.length === 1 && complete)
  if (!isDocument) return [asLines]
  const whole = parseJson(complete ? text : documentText(path))
  const asDocument: Sample[] = whole === undefined ? [] : [{ path, shape: 'document', records: [whole], tables: [] }]
  if (records.length === 0) return asDocument
  // One line of JSON is both; the name says what was meant.
  return /\.json$/i.test(path) ? [...asDocument, asLines] : [asLines, ...asDocument]
}

/** What the file holds instead of history that some source reads. */
const reasonOf = (whole: Buffer | undefined, samples: readonly Sample[]): string => {
  const [sample] = samples
  if (whole?.length === 0) return 'an empty file'
  if (sample?.shape === 'database') {
    return sample.tables.length === 0
      ? 'a database without tables'
      : `a database of another kind, with the tables ${listed(sample.tables)}`
  }
  const records = samples.flatMap((each) => each.records)
  const [first] = records
  if (first === undefined) return 'neither JSON nor lines of JSON nor a database'
  if (Array.isArray(first)) return first.length === 0 ? 'an empty list' : 'a list that holds no conversation'
  if (!isRecord(first)) return 'JSON that is no record of a session'
  const fields = Object.keys(first)
  return fields.length === 0
    ? 'JSON without fields'
    : `no agent we know writes records with the fields ${listed(fields)}`
}

/** A few names out of a foreign file, short and without secrets. */
const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, LISTED_NAMES).map((name) => clip(name, NAME_CHARS, { singleLine: true }))
  return names.length > LISTED_NAMES ? `${shown.join(', ')}, ...` : shown.join(', ')
}

const LISTED_NAMES = 5
const NAME_CHARS = 40

const documentText = (path: string): string => {
  const bytes = readHead(path, DOCUMENT_BYTES)
  if (bytes.length < DOCUMENT_BYTES) return bytes.toString('utf8').replace(/^\uFEFF/, '')
  throw new Error(`too large to tell whose it is (over ${DOCUMENT_BYTES} bytes): say it with --source`)
}

const isDatabase = (head: Buffer): boolean => head.toString('latin1', 0, 16) === SQLITE_MAGIC

const isArchive = (head: Buffer): boolean => head.length > 4 && head.readUInt32LE(0) === ZIP_SIGNATURE

const ZIP_SIGNATURE = 0x04034b50

/** Names of the files in an archive stand for the tables of a database: they tell whose it is. */
const entriesOf = (path: string): string[] => {
  const bytes = readHead(path, DOCUMENT_BYTES)
  return bytes.length < DOCUMENT_BYTES ? (zipEntries(bytes) ?? []).map(({ name }) => name) : []
}

const readHead = (path: string, bytes: number): Buffer => {
  const descriptor = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    let total = 0
    while (total < bytes) {
      const part = Buffer.allocUnsafe(Math.min(bytes - total, 4 * 1024 * 1024))
      const count = readSync(descriptor, part)
      if (count === 0) break
      parts.push(part.subarray(0, count))
      total += count
    }
    return Buffer.concat(parts)
  } finally {
    closeSync(descriptor)
  }
}

const tablesOf = (path: string): string[] => {
  const { database } = openReadOnly(path)
  try {
    return database
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map((row) => String(row['name']))
  } finally {
    database.close()
  }
}
