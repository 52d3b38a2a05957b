import type { Complaint } from './complaint.ts'

/** What the lines before tell about those after: the file of a list, the rule of a finding whose place follows. */
export interface Trail {
  /** A line that only names a file; findings below it have line and column. */
  file: string
  /** A finding whose place or rule stands in one of the next lines. */
  pending: Complaint | undefined
  /** Lines since `pending` was seen. */
  age: number
  /** The heading of a list of names: what is wrong with each of them. */
  section: Section | undefined
}

export interface Section {
  program: string
  code: string
  /** Words before each name. Lines without them are passed over while the section lasts. */
  label?: RegExp
}

export const newTrail = (): Trail => ({ file: '', pending: undefined, age: 0, section: undefined })

/** Keeps a finding until its place is read, and returns the finding that was waiting before. */
export const hold = (trail: Trail, complaint: Complaint): Complaint | undefined => {
  const before = release(trail)
  trail.pending = complaint
  trail.age = 0
  return before
}

/** The finding that was waiting, as far as it is known. A warning without a rule says nothing that lasts. */
export const release = (trail: Trail): Complaint | undefined => {
  const { pending } = trail
  trail.pending = undefined
  return pending?.code === UNRULED_WARNING ? undefined : pending
}

/** A warning of rustc until the line that names its rule. */
export const UNRULED_WARNING = 'warning'

/** A finding; `message` is what its subject is looked for in. */
export const finding = (
  program: string,
  code: string,
  { line, place = '', message }: { line: string; place?: string; message: string },
): Complaint => ({ program, code, subject: quotedIn(message), line: line.trim(), place })

/** The first name in quotes, or the one behind `undefined: `: what a message is about. */
const quotedIn = (message: string): string =>
  /(?:^|[\s(:,])[`'"‘“]([^\s`'"’”][^`'"’”\n]{0,79})[`'"’”]/.exec(message)?.[1] ??
  /\b(?:undefined|undeclared name|unused variable|Unknown word):? \(?([\w.$-]{1,80})/.exec(message)?.[1] ??
  ''
