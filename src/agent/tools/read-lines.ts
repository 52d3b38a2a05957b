import type { FileHandle } from 'node:fs/promises'
import { hasMark } from '../../lib/lines.ts'

export interface LinesRead {
  lines: string[]
  /** Undefined if the file is too large to count its lines. */
  total: number | undefined
  hasMore: boolean
}

interface LineRange {
  size: number
  /** 1-based. */
  offset: number
  limit: number
  signal: AbortSignal
}

/** Reads a range of lines as text. Long lines are cut; bytes that are not UTF-8 are shown as \xNN. */
export const readLinesOf = async (file: FileHandle, range: LineRange): Promise<LinesRead | { unreadable: string }> => {
  const { offset, limit, size, signal } = range
  const kept: string[] = []
  let keptChars = 0
  let line = 1
  let isFull = false
  const collector = createCollector({
    isWanted: () => line >= offset && !isFull,
    keep(text) {
      if (kept.length >= limit || keptChars + text.length > MAX_ANSWER_CHARS) isFull = true
      else kept.push(text)
      keptChars += text.length + LINE_NUMBER_CHARS
    },
    next: () => void line++,
  })
  let isFirst = true
  for await (const chunk of chunksOf(file, signal)) {
    const problem = isFirst ? problemOf(chunk, size) : undefined
    if (problem !== undefined) return { unreadable: problem }
    collector.add(isFirst && hasMark(chunk) ? chunk.subarray(3) : chunk)
    isFirst = false
    if (isFull && size > COUNTED_BYTES) return { lines: kept, total: undefined, hasMore: true }
  }
  collector.end()
  return { lines: kept, total: line - 1, hasMore: isFull }
}

const CHUNK_BYTES = 256 * 1024
/** Lines after the requested range are counted only up to this size. */
const COUNTED_BYTES = 64 * 1024 * 1024
/** About 25,000 tokens: more would push everything else out of the context. */
const MAX_ANSWER_CHARS = 100_000
const LINE_NUMBER_CHARS = 8
const MAX_LINE_BYTES = 4_000
const NEWLINE = 10

async function* chunksOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  // Files below /proc report a size of 0 although they have contents, so reading goes on until nothing comes.
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

interface Collected {
  /** Whether the line that ends now is requested; other lines are only counted. */
  isWanted(): boolean
  keep(text: string): void
  next(): void
}

/** Splits chunks into lines and keeps only the beginning of a long line. */
const createCollector = ({ isWanted, keep, next }: Collected): { add(chunk: Buffer): void; end(): void } => {
  let begun: Buffer[] = []
  let begunBytes = 0
  let isOpen = false
  const grow = (part: Buffer): void => {
    const room = MAX_LINE_BYTES + 1 - begunBytes
    if (room > 0 && part.length > 0) begun.push(part.subarray(0, room))
    begunBytes += part.length
    isOpen = true
  }
  const finish = (): void => {
    if (isWanted()) keep(lineText(Buffer.concat(begun), begunBytes))
    begun = []
    begunBytes = 0
    isOpen = false
    next()
  }
  return {
    add(chunk) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        grow(chunk.subarray(from, end))
        finish()
        from = end + 1
      }
      if (from < chunk.length) grow(chunk.subarray(from))
    },
    end() {
      if (isOpen) finish()
    },
  }
}

const lineText = (bytes: Buffer, length: number): string => {
  const isCut = length > MAX_LINE_BYTES
  const whole = isCut ? bytes.subarray(0, wholeCharacters(bytes, MAX_LINE_BYTES)) : bytes
  const isWindows = !isCut && whole.at(-1) === 13
  const text = showBytes(isWindows ? whole.subarray(0, -1) : whole)
  return isCut ? `${text} [cut: the line has ${length} bytes]` : text
}

/** Avoids a cut inside a character: its later bytes begin with the bits 10. */
const wholeCharacters = (bytes: Buffer, end: number): number => {
  let at = end
  while (at > end - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}

/** Decodes UTF-8 and shows every invalid byte as \xNN, so that nothing looks like something else. */
const showBytes = (bytes: Buffer): string => {
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD')) return text
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let shown = ''
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0)
    try {
      shown += decoder.decode(bytes.subarray(at, at + length))
      at += length
    } catch {
      shown += `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`
      at++
    }
  }
  return shown
}

const lengthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

const LOOKED_AT_BYTES = 8_192

const problemOf = (chunk: Buffer, size: number): string | undefined => {
  const isWide = (chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)
  if (isWide) return 'it is UTF-16; convert it to UTF-8 first, for example with iconv'
  return chunk.subarray(0, LOOKED_AT_BYTES).includes(0) ? `it is a binary file of ${size} bytes` : undefined
}
