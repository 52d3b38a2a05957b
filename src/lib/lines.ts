import { isAscii, isUtf8 } from 'node:buffer'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface Line {
  /** The line without its line break. Bytes that are not UTF-8 have become U+FFFD. */
  text: string
  /** The line number, counted from 1. */
  line: number
  /** Byte offset after the line's newline, where reading continues. */
  end: number
  /** False for a last line without newline: it may still grow, or it was cut. */
  complete: boolean
}

/** A part of the file that could not be read as it is. The codes are those of import issues. */
export interface LineProblem {
  /** 0 if the problem concerns the whole file. */
  line: number
  code: 'invalid-utf8' | 'line-too-long' | 'file-shrank' | 'read-failed'
  message: string
}

/** Each line is decoded when it is taken, so that it is used while in the CPU cache and then freed. */
export interface LineBatch {
  /** Take all lines, once, before asking for the next batch. */
  lines: Iterable<Line>
  /** Complete after all lines have been taken. */
  problems: LineProblem[]
  /** Byte offset after the last complete line, blank and skipped lines included. Reading resumes here. */
  end: number
  /** Number of the line at `end`. Known after all lines have been taken. */
  nextLine: number
}

export interface ReadLinesOptions {
  /** Byte offset of the beginning of a line. */
  from: number
  /** Read no further than this offset; default is the size of the file when it is opened. */
  to?: number
  /** Number of the line at `from`; default 1. */
  firstLine?: number
  chunkBytes?: number
  maxLineBytes?: number
  /** Tells from the bytes between two offsets that this line is not needed; it is then counted and left out. */
  skips?: ((bytes: Buffer, start: number, end: number) => boolean) | undefined
}

/** Measured: with larger chunks the garbage collector lags behind (4 MB: twice the memory, and slower). */
const CHUNK_BYTES = 1024 * 1024
/** A longer line means a damaged file or an upload. It is reported and left out. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const NEWLINE = 10

interface Reader {
  descriptor: number
  buffer: Buffer
  /** Number of filled bytes in the buffer, and the file offset of its first byte. */
  filled: number
  base: number
  /** File offset of the current line. It lies before `base` while a giant line is dropped piece by piece. */
  lineStart: number
  to: number
  lineNumber: number
  chunkBytes: number
  maxLineBytes: number
  /** Whether the reader is inside a line that is too long, whose bytes are read and dropped. */
  skipping: boolean
  skips: ReadLinesOptions['skips']
}

/**
 * Reads the lines of a growing file from a byte offset, one batch for each chunk. Blank lines are counted and left
 * out; a byte-order mark at offset 0 is dropped. Memory is limited by chunk and longest line. Throws if the file
 * cannot be opened; later failures become problems of the batch.
 */
export function* readLines(path: string, options: ReadLinesOptions): Generator<LineBatch, void, undefined> {
  const descriptor = openSync(path, 'r')
  try {
    const size = fstatSync(descriptor).size
    const reader = readerOf(descriptor, size, options)
    const wanted = options.to ?? size
    if (options.from > size) return yield endBatch(reader, [], [shrank(size)])
    while (reader.base + reader.filled < reader.to) {
      const problem = fill(reader)
      if (problem !== undefined) return yield lastBatch(reader, problem) ?? endBatch(reader, [], [problem])
      const found = findLines(reader)
      if (found === undefined) continue
      const batch = takeLines(reader, found)
      // Frees the memory of a giant line before the line is used.
      const isLarge = reader.buffer.length > reader.chunkBytes
      if (isLarge) batch.lines = [...batch.lines]
      if (isLarge) moveOn(reader, found.stop)
      yield batch
      if (!isLarge) moveOn(reader, found.stop)
    }
    const last = lastBatch(reader, wanted > size ? shrank(size) : undefined)
    if (last !== undefined) yield last
    giveBack(reader.buffer)
  } finally {
    closeSync(descriptor)
  }
}

/** The buffer of the previous file is reused. The system would clear a new one for each of thousands of files. */
let spare: Buffer | undefined

const takeChunk = (bytes: number): Buffer => {
  if (bytes !== CHUNK_BYTES || spare === undefined) return Buffer.allocUnsafeSlow(bytes)
  const chunk = spare
  spare = undefined
  return chunk
}

const giveBack = (chunk: Buffer): void => {
  if (chunk.length === CHUNK_BYTES) spare = chunk
}

const readerOf = (descriptor: number, size: number, options: ReadLinesOptions): Reader => {
  const chunkBytes = Math.max(1, options.chunkBytes ?? CHUNK_BYTES)
  const to = Math.min(size, options.to ?? size)
  return {
    descriptor,
    buffer: takeChunk(chunkBytes === CHUNK_BYTES ? chunkBytes : Math.max(1, Math.min(chunkBytes, to - options.from))),
    filled: 0,
    base: options.from,
    lineStart: options.from,
    to,
    lineNumber: options.firstLine ?? 1,
    chunkBytes,
    maxLineBytes: options.maxLineBytes ?? MAX_LINE_BYTES,
    skipping: false,
    skips: options.skips,
  }
}

const shrank = (size: number): LineProblem => ({
  line: 0,
  code: 'file-shrank',
  message: `the file ends at byte ${size}, before the place it had already reached`,
})

/** Reads the next bytes after the remaining ones, into a larger buffer if a line needs it. */
const fill = (reader: Reader): LineProblem | undefined => {
  if (reader.filled === reader.buffer.length) {
    // Grows fourfold, but not beyond the file, because every outgrown buffer stays until the next garbage collection.
    const left = reader.to - reader.base
    const larger = Buffer.allocUnsafeSlow(Math.min(reader.filled * 4, left, reader.maxLineBytes + reader.chunkBytes))
    reader.buffer.copy(larger, 0, 0, reader.filled)
    reader.buffer = larger
  }
  const start = reader.base + reader.filled
  const room = Math.min(reader.buffer.length - reader.filled, reader.to - start)
  try {
    const count = readSync(reader.descriptor, reader.buffer, reader.filled, room, start)
    if (count === 0) return shrank(start)
    reader.filled += count
    return undefined
  } catch (error) {
    return { line: 0, code: 'read-failed', message: error instanceof Error ? error.message : String(error) }
  }
}

interface Found {
  start: number
  /** Offset after the last newline. */
  stop: number
  problems: LineProblem[]
}

/** Where the complete lines of the buffer are; undefined if it holds none. */
const findLines = (reader: Reader): Found | undefined => {
  const problems: LineProblem[] = []
  const { buffer, filled } = reader
  let start = 0
  if (reader.skipping) {
    const newline = buffer.subarray(0, filled).indexOf(NEWLINE)
    if (newline < 0) return drop(reader, filled)
    start = newline + 1
    reader.skipping = false
    problems.push(tooLong(reader))
    reader.lineNumber++
  }
  const last = buffer.subarray(start, filled).lastIndexOf(NEWLINE)
  if (last < 0 && start === 0) {
    if (filled <= reader.maxLineBytes) return undefined
    reader.skipping = true
    return drop(reader, filled)
  }
  return { start, stop: start + last + 1, problems }
}

const takeLines = (reader: Reader, { start, stop, problems }: Found): LineBatch => {
  const batch: LineBatch = { lines: [], problems, end: reader.base + stop, nextLine: reader.lineNumber }
  if (start < stop) batch.lines = linesOf(reader, start, stop, batch)
  return batch
}

/** Drops the taken lines and moves the rest of the buffer to its front. */
const moveOn = (reader: Reader, stop: number): void => {
  keepRest(reader, stop)
  reader.base += stop
  reader.lineStart = reader.base
  reader.filled -= stop
}

/** Moves the remaining bytes to the front, and frees the memory of a giant line. */
const keepRest = (reader: Reader, from: number): void => {
  const { buffer, filled, chunkBytes } = reader
  if (buffer.length > chunkBytes && filled - from < chunkBytes) reader.buffer = Buffer.allocUnsafeSlow(chunkBytes)
  buffer.copy(reader.buffer, 0, from, filled)
}

const drop = (reader: Reader, count: number): undefined => {
  reader.base += count
  reader.filled = 0
  // Frees the memory of a giant line.
  if (reader.buffer.length > reader.chunkBytes) reader.buffer = Buffer.allocUnsafeSlow(reader.chunkBytes)
}

const tooLong = (reader: Reader): LineProblem => ({
  line: reader.lineNumber,
  code: 'line-too-long',
  message: `longer than ${reader.maxLineBytes} bytes`,
})

/** The lines between two offsets of the buffer; the last byte is a newline. */
function* linesOf(reader: Reader, from: number, to: number, batch: LineBatch): Generator<Line, void, undefined> {
  const { buffer, base, skips } = reader
  const chunk = buffer.subarray(from, to)
  const decode = isAscii(chunk) ? decodeAscii : isUtf8(chunk) ? decodeUtf8 : undefined
  let start = from
  while (start < to) {
    const newline = buffer.indexOf(NEWLINE, start)
    const isWanted = skips === undefined || !skips(buffer, start, newline)
    const text = isWanted ? textOf(reader, start, newline, decode, batch.problems) : undefined
    const line = reader.lineNumber++
    batch.nextLine = reader.lineNumber
    start = newline + 1
    if (text !== undefined) yield { text, line, end: base + start, complete: true }
  }
}

type Decode = (buffer: Buffer, start: number, end: number) => string
const decodeAscii: Decode = (buffer, start, end) => buffer.toString('latin1', start, end)
const decodeUtf8: Decode = (buffer, start, end) => buffer.toString('utf8', start, end)

/** The text of one line; undefined if it is blank or too long. */
const textOf = (
  reader: Reader,
  from: number,
  to: number,
  decode: Decode | undefined,
  problems: LineProblem[],
): string | undefined => {
  const { buffer } = reader
  if (to - from > reader.maxLineBytes) {
    problems.push(tooLong(reader))
    return undefined
  }
  const end = to > from && buffer[to - 1] === 13 ? to - 1 : to
  const start = reader.base + from === 0 && end >= 3 && hasMark(buffer) ? 3 : from
  if (isBlank(buffer, start, end)) return undefined
  if (decode !== undefined) return decode(buffer, start, end)
  if (!isUtf8(buffer.subarray(start, end))) {
    problems.push({ line: reader.lineNumber, code: 'invalid-utf8', message: 'holds bytes that are not UTF-8' })
  }
  return decodeUtf8(buffer, start, end)
}

/** Whether a file begins with a byte order mark. */
export const hasMark = (buffer: Buffer): boolean => buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf

const isBlank = (buffer: Buffer, start: number, end: number): boolean => {
  let at = start
  while (at < end && (buffer[at] === 32 || buffer[at] === 9 || buffer[at] === 13)) at++
  return at === end
}

/** The batch at the end of the file: a line without newline, or nothing. */
const lastBatch = (reader: Reader, problem: LineProblem | undefined): LineBatch | undefined => {
  const problems: LineProblem[] = []
  const lines: Line[] = []
  if (reader.skipping) problems.push(tooLong(reader))
  else if (reader.filled > 0) {
    const text = textOf(reader, 0, reader.filled, undefined, problems)
    const end = reader.base + reader.filled
    if (text !== undefined) lines.push({ text, line: reader.lineNumber, end, complete: false })
  }
  if (problem !== undefined) problems.push(problem)
  return lines.length > 0 || problems.length > 0 ? endBatch(reader, lines, problems) : undefined
}

const endBatch = (reader: Reader, lines: Line[], problems: LineProblem[]): LineBatch => ({
  lines,
  problems,
  end: reader.lineStart,
  nextLine: reader.lineNumber,
})
