import { statSync } from 'node:fs'
import { delicate, type DelicatePlaces } from '../fence/delicate.ts'
import { compileGlob } from './glob.ts'
import { readRegular, walk, type WalkedFile, type WalkReport } from './walk.ts'

export interface SearchRequest {
  root: string
  /** The working directory if the root lies inside it, else the root. */
  base: string
  target: 'content' | 'files'
  pattern: string
  fileGlob: string | undefined
  /** Number of lines before and after a match. */
  contextLines: number
  /** The search stops after this many matches (or files). */
  most: number
  /** How many matches of one file are returned at most. */
  mostAFile: number
  /** Undefined if a person allowed everything. */
  withhold: DelicatePlaces | undefined
}

export interface FileFound {
  path: string
  /** Number of matching lines; 0 in a search for names. */
  count: number
  /** The returned matches with the lines around them. */
  lines: FoundLine[]
}

interface FoundLine {
  number: number
  text: string
  isMatch: boolean
}

export interface SearchReport extends WalkReport {
  files: number
  /** Number of files left out because they may hold secrets. */
  withheld: number
  tooLarge: number
}

/** Searches files one after another and yields what it finds. A bad pattern throws at the first step. */
export function* search(request: SearchRequest, report: SearchReport): Generator<FileFound> {
  const fits = request.fileGlob === undefined ? () => true : compileGlob(request.fileGlob)
  if (request.target === 'files') return yield* searchNames(request, report, fits)
  const lineMatcher = compilePattern(request.pattern)
  let left = request.most
  for (const file of filesOf(request, report)) {
    if (!fits(file.name)) continue
    if (request.withhold !== undefined && delicate(file.path, request.withhold, 'read') !== undefined) {
      report.withheld++
      continue
    }
    const found = searchFile(file, { matcher: lineMatcher, request, report })
    if (found === undefined) continue
    yield found
    left -= found.count
    if (left <= 0) return
  }
}

/** The report before any file was searched. */
export const emptyReport = (): SearchReport => ({ files: 0, withheld: 0, tooLarge: 0, unreadable: 0, isCut: false })

function* searchNames(
  request: SearchRequest,
  report: SearchReport,
  fits: (name: string) => boolean,
): Generator<FileFound> {
  const { pattern } = request
  const wanted = /[*?[{]/.test(pattern) ? pattern : `*${pattern}*`
  const matches = pattern === '' ? () => true : compileGlob(wanted)
  let left = request.most
  for (const { path, name } of filesOf(request, report)) {
    report.files++
    if (!matches(name) || !fits(name)) continue
    yield { path, count: 0, lines: [] }
    if (--left <= 0) return
  }
}

const filesOf = (request: SearchRequest, report: SearchReport): Iterable<WalkedFile> => {
  const { root, base } = request
  if (!statSync(root).isFile()) return walk(root, { base, report })
  return [{ path: root, name: root.slice(root.lastIndexOf('/') + 1) }]
}

interface LineMatcher {
  test(line: string): boolean
  /** The pattern itself if it is a plain text, which the file must then contain. */
  literal: string | undefined
}

const compilePattern = (pattern: string): LineMatcher => {
  // Other engines write flags at the beginning of the pattern, as in `(?i)`.
  const flags = /^\(\?([is]{1,2})\)/.exec(pattern)
  const body = flags === null ? pattern : pattern.slice(flags[0].length)
  if (flags === null && !/[\\^$.*+?()[\]{}|]/.test(body)) return { test: (line) => line.includes(body), literal: body }
  const regex = new RegExp(body, flags?.[1] ?? '')
  return { test: (line) => regex.test(line), literal: undefined }
}

/** Larger files are data. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
const LOOKED_AT_BYTES = 8_192
/** A reader looks no further in a line, and a pattern may take time in proportion to the square of the length. */
const MAX_LINE_CHARS = 5_000

interface FileSearch {
  matcher: LineMatcher
  request: SearchRequest
  report: SearchReport
}

const searchFile = ({ path }: WalkedFile, { matcher, request, report }: FileSearch): FileFound | undefined => {
  const bytes = readRegular(path, MAX_FILE_BYTES)
  if (bytes === undefined) {
    if (isLarge(path)) report.tooLarge++
    else report.unreadable++
    return undefined
  }
  report.files++
  if (bytes.subarray(0, LOOKED_AT_BYTES).includes(0)) return undefined
  const text = bytes.toString('utf8')
  if (matcher.literal !== undefined && !text.includes(matcher.literal)) return undefined
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  // The line break at the end of a file begins no new line.
  if (lines.at(-1) === '') lines.pop()
  const matching: number[] = []
  for (const [at, line] of lines.entries()) {
    if (matcher.test(withoutReturn(line).slice(0, MAX_LINE_CHARS))) matching.push(at)
  }
  if (matching.length === 0) return undefined
  return { path, count: matching.length, lines: shownLines(lines, matching, request) }
}

const isLarge = (path: string): boolean => {
  try {
    return statSync(path).size > MAX_FILE_BYTES
  } catch {
    return false
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

const MAX_SHOWN_CHARS = 500

const shownLines = (lines: readonly string[], matching: readonly number[], request: SearchRequest): FoundLine[] => {
  const isMatch = new Set(matching.slice(0, request.mostAFile))
  const shown = new Set<number>()
  for (const at of isMatch) {
    const last = Math.min(lines.length - 1, at + request.contextLines)
    for (let near = Math.max(0, at - request.contextLines); near <= last; near++) shown.add(near)
  }
  return [...shown].map((at) => ({
    number: at + 1,
    text: cut(withoutReturn(lines[at] ?? '')),
    isMatch: isMatch.has(at),
  }))
}

const cut = (line: string): string =>
  line.length <= MAX_SHOWN_CHARS ? line : `${line.slice(0, MAX_SHOWN_CHARS)} [cut: ${line.length} characters]`
