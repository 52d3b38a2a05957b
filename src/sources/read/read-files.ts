import { readFileSync } from 'node:fs'
import { messageOf } from '../../lib/error.ts'
import { clip } from '../../lib/excerpt.ts'
import { parseJson } from '../../lib/json.ts'
import { readLines } from '../../lib/lines.ts'
import { releaseMemory } from '../../lib/release-memory.ts'
import type { ReadJob } from '../plan/read-job.ts'
import { emptyBatch, isFull } from '../write/batch.ts'
import { endsLine, markOf } from './file-mark.ts'
import {
  type Exchange,
  keep,
  markAfter,
  type OpenFile,
  openFile,
  type Reading,
  type ReadSettings,
} from './open-file.ts'
import { createMountAnswers } from '../../lib/mount-answers.ts'
import { createProjectFinder } from '../project.ts'
import { loadSource } from '../load-source.ts'
import type { Emit } from '../source.ts'

/** A single JSON document is parsed whole; larger ones are reported instead of exhausting the memory. */
const MAX_DOCUMENT_BYTES = 120 * 1024 * 1024
/** A long file is written in stretches: also when it holds few calls, so that a crash costs little. */
const STRETCH_BYTES = 16 * 1024 * 1024

/** After a line like this the memory is given back at once instead of when the collector sees fit. */
const LONG_LINE_CHARS = 8 * 1024 * 1024

/** A text with more parts than this makes a value many times its own size. */
const MAX_PARTS = 3_000_000

/** Reads files one after another and hands out full batches. Never throws for what is in a file. */
export const readFiles = async (jobs: Iterable<ReadJob>, settings: ReadSettings, exchange: Exchange): Promise<void> => {
  const reading = { batch: emptyBatch(), projectOf: createProjectFinder(createMountAnswers()), settings, exchange }
  for (const job of jobs) {
    exchange.begin?.(job)
    const startedAt = performance.now()
    await readOne(job, reading)
    reading.batch.readMs.push({ root: job.root, source: job.source, ms: performance.now() - startedAt })
    await flushWhenFull(reading)
  }
  await exchange.write(reading.batch)
}

const flushWhenFull = async (reading: Reading, isDue = false): Promise<void> => {
  if (!isDue && !isFull(reading.batch)) return
  const { batch } = reading
  reading.batch = emptyBatch()
  await reading.exchange.write(batch)
}

const readOne = async (job: ReadJob, reading: Reading): Promise<void> => {
  const source = await loadSource(job.source)
  const grown = hasGrown(job)
  const start = grown ? job : { ...job, readTo: 0, line: 0 }
  const savedText = grown ? await reading.exchange.savedOf(job.fileId) : null
  const saved = savedText === null ? undefined : (parseJson(savedText) as { parser?: unknown; pairing?: unknown })
  const file = await openFile(start, source, reading, saved?.pairing)
  const isAnew = !grown && job.previous !== undefined
  // The store holds nothing yet of a file that is seen for the first time.
  if (job.previous !== undefined) {
    reading.batch.reread.push({
      fileId: job.fileId,
      fromLine: start.line + 1,
      isAnew: isAnew && job.shape !== 'database',
    })
  }
  try {
    if (job.shape === 'lines') await readGrowing(file, reading, saved?.parser)
    else if (job.shape === 'document') await readDocument(file, reading)
    else await readRows(file, reading, { saved: saved?.parser, savedText })
    if (isAnew && file.state === 'ok' && isSameAs(job)) reading.batch.replaced.push(job.fileId)
  } catch (error) {
    file.state = 'unreadable'
    file.emit.issue({ line: 0, code: 'unreadable', message: messageOf(error) })
    keep(file, reading, { readTo: start.readTo, line: start.line, saved: savedText })
  }
}

/** Whether what was read before is still there, so that reading can go on behind it. */
const hasGrown = (job: ReadJob): boolean => {
  if (job.shape === 'document' || !job.isKnown) return false
  if (job.shape === 'database') return true
  if (job.readTo === 0) return false
  try {
    return markOf(job.path, job.readTo) === job.mark
  } catch {
    return true // Unreadable now: keep the cursor, and let the reader say why.
  }
}

/** Whether the file still holds what the earlier run read, so that this reading replaces that one. */
const isSameAs = ({ path, shape, size, modifiedAt, previous }: ReadJob): boolean => {
  if (previous === undefined) return false
  if (shape === 'database') return true
  if (shape === 'document') return previous.size === size && previous.modifiedAt === modifiedAt
  return markAfter(path, previous.readTo) === previous.mark
}

const readGrowing = async (file: OpenFile, reading: Reading, saved: unknown): Promise<void> => {
  const { job, reader, emit } = file
  const parser = reader.createParser?.({ path: job.path, modifiedAt: job.modifiedAt }, emit, saved)
  if (parser === undefined) return
  let { readTo, line } = job
  let keptTo = readTo
  const firstLine = endsLine(job.path, readTo) ? line + 1 : line
  for (const batch of readLines(job.path, { from: readTo, firstLine, skips: reader.skips })) {
    let longest = 0
    let isCut = false
    for (const each of batch.lines) {
      const record = isTooComplex(each.text) ? undefined : parseJson(each.text)
      longest = Math.max(longest, each.text.length)
      if (record === undefined) {
        if (!each.complete) {
          emit.issue({
            line: each.line,
            code: 'truncated-last-line',
            message: 'the last line is cut off; it is read when it is complete',
          })
          isCut = true
          break
        }
        emit.issue({ line: each.line, ...whyNot(each.text) })
      } else {
        // A line of many megabytes must not be held as text and as value at once.
        each.text = ''
        readRecord(parser.read, record, each.line, emit)
      }
      readTo = each.end
      line = each.line
    }
    for (const problem of batch.problems) emit.issue(problem)
    if (batch.end > readTo && !isCut) {
      // Blank and skipped lines follow the last line that was read.
      readTo = batch.end
      line = batch.nextLine - 1
    }
    const isLong = longest >= LONG_LINE_CHARS
    if (isLong || readTo - keptTo >= STRETCH_BYTES || isFull(reading.batch, file.assembler.size)) {
      keep(file, reading, { readTo, line, saved: stateOf(file, parser.save()), unfinished: true })
      reading.batch.bytes += readTo - keptTo
      keptTo = readTo
      // Excerpts are slices that keep the whole text alive, so they are handed over before the memory is given back.
      await flushWhenFull(reading, isLong)
      if (isLong) releaseMemory()
    }
  }
  keep(file, reading, { readTo, line, saved: stateOf(file, parser.save()) })
  reading.batch.bytes += Math.max(0, job.size - keptTo)
}

const whyNot = (text: string): { code: string; message: string } =>
  isTooComplex(text)
    ? { code: 'too-complex', message: `one value of more than ${MAX_PARTS} parts, which would exhaust the memory` }
    : { code: 'not-json', message: `not a line of JSON: ${clip(text, 40)}` }

/** Only huge texts are looked at; commas tell how many parts a value has. */
const isTooComplex = (text: string): boolean => {
  if (text.length < LONG_LINE_CHARS) return false
  let parts = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) if (++parts > MAX_PARTS) return true
  return false
}

const readDocument = async (file: OpenFile, reading: Reading): Promise<void> => {
  const { job, reader, emit } = file
  const parser = reader.createParser?.({ path: job.path, modifiedAt: job.modifiedAt }, emit)
  if (parser === undefined) return
  if (job.size > MAX_DOCUMENT_BYTES) {
    emit.issue({
      line: 0,
      code: 'too-large',
      message: `one JSON document of ${job.size} bytes; at most ${MAX_DOCUMENT_BYTES} can be read`,
    })
  } else {
    const text = readFileSync(job.path, 'utf8').replace(/^\uFEFF/, '')
    const record = isTooComplex(text) ? undefined : parseJson(text)
    if (record === undefined) emit.issue({ line: 0, ...whyNot(text) })
    else readRecord(parser.read, record, 1, emit)
  }
  keep(file, reading, { readTo: job.size, line: 0, saved: null })
  reading.batch.bytes += job.size
}

const readRows = async (
  file: OpenFile,
  reading: Reading,
  { saved, savedText }: { saved: unknown; savedText: string | null },
): Promise<void> => {
  const { job, reader, emit } = file
  let last = savedText
  let doneBytes = 0
  let isComplete = false
  const part = job.part === undefined ? {} : { part: job.part.made }
  const checkpoints = reader.readDatabase?.({ path: job.path, modifiedAt: job.modifiedAt, ...part }, emit, saved) ?? []
  for (const checkpoint of checkpoints) {
    isComplete = checkpoint.isLast === true
    last = JSON.stringify({ parser: checkpoint.saved })
    keep(file, reading, { readTo: 0, line: 0, saved: last, unfinished: true })
    file.assembler.forget()
    const { done = 0, total = 0 } = checkpoint
    const bytes = total > 0 ? Math.round((Math.min(done, total) / total) * job.size) : 0
    reading.batch.bytes += Math.max(0, bytes - doneBytes)
    doneBytes = Math.max(doneBytes, bytes)
    await flushWhenFull(reading)
  }
  // The next run reads a file again that could not be read to its end (locked, a failing disk).
  if (!isComplete) file.state = 'unreadable'
  keep(file, reading, { readTo: 0, line: 0, saved: last })
  reading.batch.bytes += job.size - doneBytes
}

/** A parser promises not to throw; if one does after all, the line is lost and said so, and the rest is read. */
const readRecord = (read: (record: unknown, line: number) => void, record: unknown, line: number, emit: Emit): void => {
  try {
    read(record, line)
  } catch (error) {
    emit.issue({ line, code: 'parser-failed', message: messageOf(error) })
  }
}

const stateOf = (file: OpenFile, parser: unknown): string => JSON.stringify({ parser, pairing: file.assembler.save() })
