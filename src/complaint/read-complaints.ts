import { withoutTerminalCodes } from '../lib/terminal-codes.ts'
import { readAbsence } from './absences.ts'
import { type Complaint, TEST_FAILED } from './complaint.ts'
import { readFailedTest } from './failed-tests.ts'
import { newTrail, readFinding } from './findings.ts'

/** A failed call complains about a few things; more are the same again. */
const MAX_COMPLAINTS = 20
/** More of one kind are not kept, so that one rule cannot crowd the others out. */
const MAX_OF_A_KIND = 5
const MAX_TEXT_CHARS = 524_288
const MAX_LINES = 8_000
const MAX_LINE_CHARS = 600

export interface Complained {
  /** What the call printed, whole. */
  text: string
  /** The program whose findings these would be: the linter, compiler or runner that was called, where it is known. */
  checker: string
  /** Who was asked, where a sentence does not name them. */
  asker: string
  /** The path that a file tool was given. */
  about: string
}

/** What a failed call complains about, in the order of its output. Takes any text, in time that grows with its length alone. */
export const readComplaints = ({ text, checker, asker, about }: Complained): Complaint[] => {
  const found: Complaint[] = []
  const kinds = new Map<string, number>()
  const trail = newTrail()
  const add = (complaint: Complaint): void => {
    const kind = `${complaint.program} ${complaint.code}${complaint.code === TEST_FAILED ? ` ${complaint.subject}` : ''}`
    const count = kinds.get(kind) ?? 0
    kinds.set(kind, count + 1)
    const isAgain = found.some((one) => one.code === complaint.code && one.line === complaint.line)
    if (count < MAX_OF_A_KIND && !isAgain && found.length < MAX_COMPLAINTS) found.push(complaint)
  }
  const body = text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text
  let at = 0
  for (let count = 0; at < body.length && count < MAX_LINES && found.length < MAX_COMPLAINTS; count += 1) {
    const end = body.indexOf('\n', at)
    const raw = body.slice(at, Math.min(end < 0 ? body.length : end, at + MAX_LINE_CHARS))
    at = end < 0 ? body.length : end + 1
    const line = (raw.includes('\u001b') ? withoutTerminalCodes(raw) : raw).trimEnd()
    if (line === '') continue
    const complaint = readFailedTest(line) ?? readAbsence(line, asker, about) ?? readFinding(line, trail, checker)
    if (complaint !== undefined) add(complaint)
  }
  if (trail.pending !== undefined) add(trail.pending)
  return found
}
