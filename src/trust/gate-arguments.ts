import type { Given } from '../shell/harmless/options.ts'
import type { Rule } from '../shell/harmless/rule.ts'
import { isHarmlessTask } from '../shell/harmless/task-names.ts'
import { pathRefusal } from './gate-words.ts'
import type { Place } from './place.ts'

interface Circumstance {
  /** The program with its sub-command. */
  name: string
  place: Place
  globs: ReadonlySet<string>
  /** The words go to a task or script. */
  isHandedOn: boolean
}

/** Why the words of a program, besides its options, must not stand there. */
export const wordsRefusal = (rule: Rule, given: Given, circumstance: Circumstance): string | undefined => {
  const { name, place, globs, isHandedOn } = circumstance
  const words = [...given.words, ...given.rest]
  const program = name.split(' ')[0] ?? ''
  if (RUNS_TEXT.has(program) && globs.has(words[0] ?? '')) return 'runs what a pattern stands for'
  if (RESPONSE_FILES.has(program) && words.some((word) => word.startsWith('@'))) return 'takes its options from a file'
  if (rule.words === 'text') return undefined
  if (rule.words === 'tasks') return tasksRefusal(words, place)
  if (rule.words === 'task' && words.length > 0 && !isTask(words[0] ?? '')) return UNKNOWN_TASK
  const skipsFirst = rule.words === 'task' || (rule.words === 'pattern' && !givesPattern(given))
  for (const path of skipsFirst ? words.slice(1) : words) {
    if (isHandedOn && UNQUOTED.test(path)) return 'hands a task words that a shell could run'
    if (isHandedOn && ORDERS.has(path) && !TESTS.test(name)) return 'tells a task to do what is not known'
    const why = pathRefusal(path, place)
    if (why !== undefined) return why
  }
  return undefined
}

export const UNKNOWN_TASK = 'runs a task that is not known by its name'

/** Runners find tasks of other directories by a path: `just ../deploy/build`. */
export const isTask = (name: string): boolean => !name.includes('..') && isHarmlessTask(name)

const tasksRefusal = (words: readonly string[], place: Place): string | undefined => {
  for (const word of words) {
    if (MAKE_VARIABLE.test(word)) {
      const why = pathRefusal(word, place)
      if (why !== undefined) return why
    } else if (!isTask(word) && !/^\d+$/.test(word)) return UNKNOWN_TASK
  }
  return undefined
}

const MAKE_VARIABLE = /^(?:V|VERBOSE|CI|DEBUG|PKG|PACKAGE|PACKAGES|TEST|TESTS|RUN|COUNT|RACE|SHORT)=[\w./:,-]*$/

/** Where an option gives the pattern, or none is wanted, the first word is a path like the others. */
const givesPattern = ({ options }: Given): boolean =>
  ['-e', '--regexp', '--expression', '-f', '--file'].some((name) => (options.get(name) ?? []).length > 0) ||
  options.has('--files') ||
  options.has('--type-list')

/** Their first word is a program of its own. */
const RUNS_TEXT = new Set(['awk', 'gawk', 'mawk', 'sed'])

/** They take `@file` for more options. */
const RESPONSE_FILES = new Set(
  'dotnet tsc tsgo vue-tsc pytest py.test mypy dmypy clang-tidy clang-format cppcheck sbt swift rustfmt javac pylint gcc g++ cc c++ clang clang++ srb cargo'.split(
    ' ',
  ),
)

/** Runners hand words to a shell, some of them without quotes. */
const UNQUOTED = /[;&|<>`\\"'(){}\n!#]|\$(?!$)/

/** What scripts take for orders. Behind a test they are names of tests. */
const ORDERS = new Set(
  'deploy publish release push upload destroy delete remove rm drop purge wipe reset install uninstall upgrade migrate rollback seed start stop restart up down'.split(
    ' ',
  ),
)
const TESTS = /(?:^|[^a-z])(?:test|tests|testing|tst|t|spec|specs|unit|integration|e2e|bench)(?:[^a-z]|$)/i
