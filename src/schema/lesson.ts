import type { LessonEffect } from './pack.ts'

/** The kinds of lesson, in the order in which lists show them. */
export const LESSON_KINDS = [
  'missing',
  'too-large',
  'check',
  'command',
  'masked',
  'environment',
  'rule',
  'place',
] as const

type LessonKind = (typeof LESSON_KINDS)[number]

type LessonState = 'candidate' | 'active' | 'written' | 'stale' | 'refused'

/** One line that a colleague would say on the first day: what goes wrong in this repository, and what to do. */
export interface Lesson {
  /** A hash of repository, kind and trigger: the same mistake has the same id in every store and after every import. */
  id: string
  kind: LessonKind
  /** One sentence, at most 40 tokens. */
  text: string
  trigger: LessonTrigger
  /** What worked instead; null where no remedy was found by several sessions. */
  remedy: LessonRemedy | null
  support: LessonSupport
  evidence: LessonEvidence
  scope: LessonScope
  checked: LessonCheck
  /** Where the project's own instruction files already say it; null where they do not. */
  told: LessonTold | null
  state: LessonState
  /** Lower bound of the calls that one session saves, per token of the lesson. */
  value: number
  /** Estimated tokens of `text`. */
  tokens: number
  /** Who sent it, for a lesson of a pack; left out where sessions here taught it. It is told after a yes to its own line only. */
  origin?: LessonOrigin
}

export interface LessonOrigin {
  /** `trusted key 3f2a..., Sam`, or that nobody signed it. */
  sender: string
  /** sha256 of the pack. */
  pack: string
  /** What the sender measured. */
  effect: LessonEffect | null
}

/** The mistake that a lesson prevents, as data. A hint after a failure matches it, and proof counts it. */
interface LessonTrigger {
  /** The rule, error code or kind of absence, as in `Complaint.code`: `noctx`, `missing-path`, `too-large`; or the kind itself. */
  code: string
  /** The linter, program or tool that complains; empty where any program may, as for a path. */
  program: string
  /** The path relative to the repository, the flag, the module, the command. Empty where `code` says all. */
  subject: string
}

interface LessonRemedy {
  /** path: ask for this instead; command: run this instead; advice: a fixed sentence of ours. */
  kind: 'path' | 'command' | 'advice'
  text: string
  /** Independent sessions that found it; 0 for advice. */
  sessions: number
}

interface LessonSupport {
  /** Independent sessions that made the mistake, or used the command. */
  sessions: number
  /** Independent sessions that could have made it. */
  of: number
  /** Milliseconds; null where no call of the mistake has a time. */
  lastAt: number | null
  /** Calls that made it. */
  times: number
  /** Calls that could have: for `masked` all runs of that form. Null for other kinds. */
  runs: number | null
  /** Calls spent on it in all sessions, the failed ones included. */
  calls: number
}

interface LessonEvidence {
  /** Ids of calls that show the mistake, newest first, one per session. */
  failed: string[]
  /** When each independent session made the mistake, newest first; more of them than calls are kept. */
  failedAt: (number | null)[]
  /** Ids of the calls that then worked. */
  worked: string[]
  /** For a `rule`: where a person said it. */
  said?: { session: string; line: number }[]
}

/** For whom a lesson holds. Null means any. */
interface LessonScope {
  /** Null for an `environment` lesson, which holds in every repository of its machine and agent. */
  repository: string | null
  /** Only a `rule` belongs to one owner. */
  owner: string | null
  agent: string | null
  machine: string | null
}

interface LessonCheck {
  /** When the working tree was looked at; null where it was not. */
  at: number | null
  /** True or false as found; null where it cannot be checked. */
  holds: boolean | null
  /** What was looked at, or why nothing could be: "the path is not there", "no directory on this machine". */
  how: string
}

interface LessonTold {
  /** Relative to the repository. */
  file: string
  line: number
  /** Independent sessions that made the mistake after the last change of the file. */
  since: number
  /** Independent sessions after the last change of the file. */
  of: number
}
