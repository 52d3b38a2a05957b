import type { Complaint } from './complaint.ts'
import { INVALID_ARGUMENT, NOT_REPOSITORY, UNKNOWN_FLAG } from './complaint.ts'
import type { Form } from './form.ts'
import { AGENT_FORMS } from './forms/agents.ts'
import { FILE_FORMS } from './forms/files.ts'
import { FLAG_FORMS } from './forms/flags.ts'
import { MACHINE_FORMS } from './forms/machine.ts'
import { PACKAGE_FORMS } from './forms/packages.ts'
import { SERVICE_FORMS } from './forms/services.ts'
import { SHELL_FORMS } from './forms/shells.ts'
import { TASK_FORMS } from './forms/tasks.ts'
import { VERSION_CONTROL_FORMS } from './forms/version-control.ts'

/** A program that was asked for something, with the words it was given. */
export interface Asker {
  program: string
  words: readonly string[]
}

/** Who was asked, where a sentence does not say who speaks, and the path that a file tool was given. */
export interface Asked {
  askers: readonly Asker[]
  about: string
}

/** A sentence that says that something was asked for and is not there, or cannot be used so, with its name. */
export const readAbsence = (line: string, asked: Asked): Complaint | undefined => {
  if (!HINT.test(line)) return undefined
  for (const form of formsFor(line.toLowerCase())) {
    if (form.only !== undefined && !asked.askers.some(({ program }) => form.only?.has(program))) continue
    const found = form.pattern.exec(line)
    const complaint = found === null ? undefined : toComplaint(line, form, found, asked)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

/** Tried in this order: sentences that name their program come before sentences that any program prints. */
const FORMS: readonly Form[] = [
  ...SHELL_FORMS.slice(0, -1),
  ...AGENT_FORMS,
  ...TASK_FORMS,
  ...VERSION_CONTROL_FORMS,
  ...PACKAGE_FORMS,
  ...SERVICE_FORMS,
  ...MACHINE_FORMS,
  ...FLAG_FORMS,
  ...FILE_FORMS,
  ...SHELL_FORMS.slice(-1),
]

/** The forms whose needle stands in a line, in their order. */
const formsFor = (small: string): Form[] => {
  const found: number[] = []
  const last = small.length - 1
  for (let at = 0; at < last; at += 1) {
    const start = startOf(small, at)
    if (STARTS[start] === 0) continue
    for (const nth of BY_START.get(start) ?? []) {
      if (small.startsWith(NEEDLES[nth]!, at) && !found.includes(nth)) found.push(nth)
    }
  }
  return found.length === 0 ? NO_FORMS : found.sort((a, b) => a - b).map((nth) => FORMS[nth]!)
}

const NO_FORMS: Form[] = []

/** Two characters as one number. Needles are of plain letters, so that of other characters a part will do. */
const startOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255)

const NEEDLES: readonly string[] = FORMS.map(({ needle }) => needle)
/** Which forms have a needle that begins with these two characters. Asking for every needle in turn makes the whole twice as slow. */
const BY_START = new Map<number, number[]>()
/** 1 where there is any. */
const STARTS = new Uint8Array(65_536)
for (const [nth, needle] of NEEDLES.entries()) {
  const start = startOf(needle, 0)
  BY_START.set(start, [...(BY_START.get(start) ?? []), nth])
  STARTS[start] = 1
}

/** One cheap question before the many. */
const HINT =
  /\bnot?\b|n't\b|unknown|unrecogni[sz]ed|unavailable|unexpected|unsupported|unbound|unmatched|unresolved|uninitiali|unable|missing|required|invalid|illegal|\bbad\b|exceeds|too large|enoent|eisdir|eacces|econnrefused|enotfound|eai_again|denied|refused|timed out|fail|blocked|cannot|hook|ambiguous|\b0 matches|husky|\bssh:|deselected|error opening|is a directory|outside|read-?only|refspec|is -|get started|already (?:checked|used)|was replaced|packagemanager|sed: 1|login|received|expiredtoken|configured to use|externally-/i

const toComplaint = (line: string, form: Form, found: RegExpExecArray, asked: Asked): Complaint | undefined => {
  const { name, program, place } = found.groups ?? {}
  const named = (name ?? '').trim()
  const given = named === '' && form.code !== NOT_REPOSITORY ? asked.about : named
  const subject = (form.complete?.(given) ?? given).slice(0, SUBJECT_CHARS)
  if (subject === '' || NO_NAME.test(subject)) return undefined
  return {
    program: form.program ?? baseName(program) ?? askerOf(subject, asked.askers),
    code: form.code === UNKNOWN_FLAG && !subject.startsWith('-') ? INVALID_ARGUMENT : form.code,
    subject,
    line: line.trim(),
    place: place ?? '',
  }
}

const SUBJECT_CHARS = 200

/** Words before a sentence of the system that are no name. */
const NO_NAME =
  /^(?:Caused by|= ?note|error|note|warning|os error|failed|stderr|stdout|fatal|process|the|a|an|is|to)$|^(?:Caused by|= note|os error)\b/i

const baseName = (program: string | undefined): string | undefined =>
  program === undefined || program === '' ? undefined : program.slice(program.lastIndexOf('/') + 1)

/**
 * Finds the speaker of a sentence that names none: the command that was given the missing word, else the last command
 * that prints text of its own.
 */
const askerOf = (subject: string, askers: readonly Asker[]): string => {
  const given = askers.find(({ words }) => words.some((word) => word === subject || word.startsWith(`${subject}=`)))
  const speaking = given ?? askers.findLast(({ program }) => !FILTERS.has(program)) ?? askers.at(-1)
  return speaking?.program ?? ''
}

/** They pass on what others print; a pipe ends with one of them. */
const FILTERS = new Set(
  'tail head cat grep rg egrep sed awk sort uniq wc tee less more cut tr jq column true echo cd'.split(' '),
)
