import { withoutTerminalCodes } from '../lib/terminal-codes.ts'
import { type Asker, readAbsence } from './absences.ts'
import { type Complaint, MISSING_PATH, TEST_FAILED, UNFORMATTED } from './complaint.ts'
import { readErrorCode } from './error-codes.ts'
import { readFailedTest } from './failed-tests.ts'
import { readFinding } from './findings.ts'
import { newTrail, release, type Trail } from './trail.ts'

/** A failed call complains about a few things; more are the same again. */
const MAX_COMPLAINTS = 20
/** More of one kind are not kept, so that one rule cannot crowd the others out. */
const MAX_OF_A_KIND = 5
/** The first and the last part of a text are read; each has at most this many characters. */
const PART_CHARS = 262_144
const PART_LINES = 4_000
const MAX_LINE_CHARS = 600

export interface Complained {
  /** What the call printed, whole. */
  text: string
  /** The program whose findings these would be: the linter, compiler or runner that was called, where it is known. */
  checker: string
  /** Who was asked, in the order of the command line; for any other tool the tool. */
  askers: readonly Asker[]
  /** The path that a file tool was given. */
  about: string
  /**
   * Whether the call prints text that others wrote, as a search does: only lines that name one of the askers are then
   * its complaints.
   */
  quotes: boolean
}

/** What a failed call complains about, in the order of its output. Takes any text, in time that grows with its length alone. */
export const readComplaints = (complained: Complained): Complaint[] => {
  const found: Complaint[] = []
  const kinds = new Map<string, number>()
  const trail = newTrail()
  const add = (complaint: Complaint | undefined): void => {
    if (complaint === undefined || found.length >= MAX_COMPLAINTS) return
    const isAbsence = complaint.code === TEST_FAILED || /^(?:missing|unknown)-/.test(complaint.code)
    const kind = `${complaint.program} ${complaint.code}${isAbsence ? ` ${complaint.subject}` : ''}`
    const count = kinds.get(kind) ?? 0
    kinds.set(kind, count + 1)
    const isAgain = found.some((one) => one.code === complaint.code && isSame(one, complaint))
    if (count < MAX_OF_A_KIND && !isAgain) found.push(complaint)
  }
  for (const line of linesOf(complained.text)) {
    if (found.length >= MAX_COMPLAINTS) break
    if (complained.quotes && !namesItself(line, complained.askers)) continue
    add(asMissing(readLine(line, trail, complained)))
    add(readErrorCode(line))
  }
  add(release(trail))
  return found
}

/** ruff reports a file that is not there under a rule of its own. */
const asMissing = (complaint: Complaint | undefined): Complaint | undefined =>
  complaint?.code === 'E902' && complaint.place !== '' && complaint.line.includes('No such file')
    ? { ...complaint, code: MISSING_PATH, subject: complaint.place.replace(/:\d+$/, ''), place: '' }
    : complaint

/** A formatter shows every part of a file that it would change. */
const isSame = (one: Complaint, other: Complaint): boolean =>
  one.code === UNFORMATTED ? one.subject === other.subject : one.line === other.line

const readLine = (line: string, trail: Trail, complained: Complained): Complaint | undefined => {
  const found = readBare(line, trail, complained)
  if (found !== undefined) return found
  // Runners of several tasks begin each line with the name of its task.
  const [prefix] = PREFIX.exec(line) ?? []
  return prefix === undefined ? undefined : readBare(line.slice(prefix.length), trail, complained)
}

const readBare = (line: string, trail: Trail, complained: Complained): Complaint | undefined =>
  readFailedTest(line) ?? readAbsence(line, complained) ?? readFinding(line, trail, complained.checker)

/** `[lint:go] `, `web:lint: `, `packages/web lint: `, `web-1  | `, `npm error `. */
const PREFIX =
  /^(?:\[[\w:./@-]{1,60}\] {1,2}|@?[\w./-]{1,60}:[\w-]{1,40}: |@?[\w./-]{1,60} [\w:-]{1,40}: |[\w.-]{1,40} {1,8}\| |npm (?:ERR!|error) |[>│┃|] )/

/** A line in the name of a shell, of an asked program, or of git, which says `fatal: ` and `error: `. */
const namesItself = (line: string, askers: readonly Asker[]): boolean => {
  if (
    /^(?:-?\S{0,40}sh: |zsh:|\((?:eval|anon)\):|\S{0,40}:?cd:\d|fatal: |error: |Error: |"[^"\n]{1,300}": No such file)/.test(
      line,
    )
  )
    return true
  const path = /^(\S{1,300}): No such file or directory \(os error 2\)$/.exec(line)?.[1]
  return askers.some(
    ({ program, words }) =>
      line.startsWith(`${program}: `) ||
      line.startsWith(`[${program} error]`) ||
      (path !== undefined && words.includes(path)),
  )
}

/** The lines of a text without colours and without what harnesses wrap around it: of a long one those of its beginning and of its end. */
function* linesOf(text: string): Generator<string> {
  const reached = yield* linesFrom(text, 0)
  if (reached < text.length) yield* linesFrom(text, Math.max(reached, lastPart(text)))
}

/** Ends with how far it came. */
function* linesFrom(text: string, from: number): Generator<string, number> {
  const stop = Math.min(text.length, from + PART_CHARS)
  let at = from
  for (let count = 0; at < stop && count < PART_LINES; count += 1) {
    const end = text.indexOf('\n', at)
    const raw = text.slice(at, Math.min(end < 0 ? text.length : end, at + MAX_LINE_CHARS))
    at = end < 0 ? text.length : end + 1
    const bare = raw.includes('\u001b') ? withoutTerminalCodes(raw) : raw
    const line = bare.replace(WRAPPING, '').replace('</tool_use_error>', '').trimEnd()
    if (line !== '') yield line
  }
  return at
}

/** Where the last part begins. */
const lastPart = (text: string): number => {
  const first = Math.max(0, text.length - PART_CHARS)
  let at = text.length
  for (let count = 0; count < PART_LINES && at > first; count += 1) at = text.lastIndexOf('\n', at - 1)
  return Math.max(first, at + 1)
}

const WRAPPING = /^(?:<tool_use_error>|(?:failed in sandbox .{0,200}?)?,? ?\bstderr: )/
