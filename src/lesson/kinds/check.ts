import * as kinds from '../../complaint/complaint.ts'
import { HOOK_FAILED, UNFORMATTED } from '../../complaint/complaint.ts'
import { askedCommands } from '../asked.ts'
import type { LessonCall, LessonComplaint } from '../facts.ts'
import type { Mistake } from '../sighting.ts'
import { isSayable } from '../words.ts'

/** A finding that made a commit fail, because a hook of the repository runs the check. */
export const COMMIT_HOOK = 'commit-hook'

/** The rules of linters, compilers and formatters that a failed call broke. */
export const checkMistakes = (call: LessonCall): Mistake[] => {
  const findings = call.complaints.filter(isFinding)
  const hook = call.complaints.find(({ code }) => code === HOOK_FAILED)
  if (findings.length === 0 && hook === undefined) return []
  const mistakes = findings.flatMap(readRule)
  const isCommit = askedCommands(call).some(({ program, words }) => program === 'git' && words.includes('commit'))
  if (!isCommit) return mistakes
  // commitlint reads the message of the commit, which no check before it can.
  if (findings.some(({ program }) => program === 'commitlint')) return mistakes
  const linter = findings.find(({ program }) => isSayable(program))?.program ?? hook?.subject ?? ''
  if (GIT_HOOKS.has(linter)) return mistakes
  return isSayable(linter) ? [...mistakes, check(COMMIT_HOOK, linter, '')] : mistakes
}

/** These name the moment of a hook, not what it runs. */
const GIT_HOOKS: ReadonlySet<string> = new Set(['commit-msg', 'prepare-commit-msg', 'pre-push', 'post-commit'])

const check = (code: string, program: string, subject: string): Mistake => ({
  kind: 'check',
  trigger: { code, program, subject },
})

/**
 * Complaints that are no rule of a tool belong to other kinds: something is missing, a test failed, a program crashed.
 */
const KINDS: ReadonlySet<string> = new Set(Object.values(kinds))

const isFinding = ({ code }: LessonComplaint): boolean => code === UNFORMATTED || !KINDS.has(code)

const readRule = ({ program, code }: LessonComplaint): Mistake[] => {
  if (code === UNFORMATTED) return isSayable(program) ? [check(UNFORMATTED, program, '')] : []
  // `gosec G104` is a linter and its own rule. `eslint(no-debugger)` is a rule that another linter took over.
  const [rule = '', sub = '', ...more] = code.replace(/^([\w-]+)\(([\w/-]+)\)$/, '$1/$2').split(' ')
  if (more.length > 0 || NAMELESS.has(rule) || !isSayable(rule) || (sub !== '' && !isSayable(sub))) return []
  return [check(rule, linterOf(rule, program), sub)]
}

/** Findings without a rule name. Only their message tells them apart. */
const NAMELESS = new Set([
  'error',
  'warning',
  'compile',
  'vet',
  'note',
  'info',
  'parse',
  'format',
  'invalid-syntax',
  'syntax',
])

/** The linter of a rule. A task runner does not say which linter it ran, but the form of the rule's code does. */
const linterOf = (rule: string, program: string): string => {
  if (isSayable(program) && program !== 'linter') return program
  return CODES.find(([pattern]) => pattern.test(rule))?.[1] ?? 'linter'
}

const CODES: [RegExp, string][] = [
  [/^TS\d{3,6}$/, 'tsc'],
  [/^E0\d{3}$/, 'rustc'],
  [
    /^(?:[EFWICBDNSTQA]|UP|SIM|RUF|PL[CERW]|ARG|ANN|TRY|TC|PT|ERA|PERF|PTH|BLE|EM|DTZ|COM|RET|FBT|ISC|LOG|G|SLF)\d{3,4}$/,
    'ruff',
  ],
]
