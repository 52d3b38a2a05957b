import type { FlagKind, Rule } from './rule.ts'
import { HANDED_ON } from './test-flags.ts'

/** The words of a command, sorted into options with their values and the rest. */
export interface Given {
  words: string[]
  options: Map<string, string[]>
  /** Where the words behind `starts` begin; only for rules that start another command. */
  rest: string[]
}

/** Undefined where all options are known to the rule; else the option that is not. */
export const readOptions = (rule: Rule, all: readonly string[]): Given | { unknown: string } => {
  const given: Given = { words: [], options: new Map(), rest: [] }
  let at = 0
  let behindDashes = false
  while (at < all.length) {
    const word = all[at] ?? ''
    if (isPlain(word)) {
      if (rule.starts !== undefined) {
        given.rest = all.slice(at)
        return given
      }
      given.words.push(word)
      at += 1
      // Options behind a sub-command or the name of a task are that one's own.
      if (rule.subs?.has(word) === true || rule.task !== undefined) {
        given.rest = all.slice(at)
        return given
      }
      continue
    }
    if (word === '--') {
      // Programs differ in what comes behind it: files, or options of a task. Both are read like the words before it.
      if (rule.starts !== undefined) {
        given.rest = all.slice(at + 1)
        return given
      }
      behindDashes = true
      at += 1
      continue
    }
    const flags = behindDashes && handsOn(rule) ? HANDED_ON : rule.flags
    const taken = takeOption({ flags, all, options: given.options, rule }, at)
    if (taken === 0) return { unknown: word }
    at += taken
  }
  return given
}

/** Behind `--` stand options of the task, not of its runner. */
const handsOn = ({ words }: Rule): boolean => words === 'task' || words === 'tasks'

const isPlain = (word: string): boolean =>
  word === '-' || (!word.startsWith('-') && !/^\+[\d\w]/.test(word)) || word === ''

const note = (options: Map<string, string[]>, name: string, ...values: string[]): void => {
  options.set(name, [...(options.get(name) ?? []), ...values])
}

interface Reading {
  flags: Rule['flags']
  all: readonly string[]
  options: Map<string, string[]>
  rule: Rule
}

/** How many words the option at this place takes, 0 where it is unknown. */
const takeOption = (reading: Reading, at: number): number => {
  const { flags, all, options } = reading
  const word = all[at] ?? ''
  const kind = flags.get(word)
  if (kind !== undefined) return takeValues(reading, kind, word, at)
  // `dotnet test --collect:NAME`
  const colon = word.indexOf(':') + 1
  if (colon > 0 && flags.get(word.slice(0, colon)) === 1) {
    note(options, word.slice(0, colon), word.slice(colon))
    return 1
  }
  const equals = word.indexOf('=')
  if (equals > 0) {
    const name = word.slice(0, equals)
    const value = word.slice(equals + 1)
    const known = flags.get(name)
    if (known === undefined || known === 2) return takeShort(reading, at)
    if (known === 0 && !SWITCH.test(value)) return 0
    note(options, name, value)
    return 1
  }
  if (flags.has('*')) {
    note(options, word)
    return 1
  }
  if (/^[-+]\d+$/.test(word) && flags.has(`${word[0]}#`)) return 1
  // `cargo +nightly`: a toolchain by name.
  if (flags.has('+toolchain') && /^\+(?:nightly|stable|beta|\d[\d.]*)(?:-\d{4}-\d\d-\d\d)?$/.test(word)) return 1
  return takeShort(reading, at)
}

const SWITCH = /^(?:true|false|yes|no|on|off|\d+|always|never|auto)$/

const takeValues = ({ all, options, rule }: Reading, kind: FlagKind, name: string, at: number): number => {
  const count = typeof kind === 'number' ? kind : 0
  const values = all.slice(at + 1, at + 1 + count)
  if (values.length < count || !values.every((value) => isValue(value, name, rule))) return 0
  note(options, name, ...values)
  return 1 + count
}

/**
 * Whether a word can be the value of the option before it. Many programs take a word that begins with a dash for an option of its own:
 * `git diff -U --output=x` writes x. Numbers (`-mtime -7`), permissions, and patterns that are given to a search are values.
 */
const isValue = (value: string, name: string, { words }: Rule): boolean =>
  !/^-./.test(value) ||
  /^-\d+[A-Za-z]?$/.test(value) ||
  name === '-perm' ||
  (words === 'pattern' && PATTERN_GIVERS.has(name))

const PATTERN_GIVERS = new Set(['-e', '--regexp', '--expression', '--arg', '--argjson'])

/** Several letters behind one dash; the value of the last may stand right behind it. */
const takeShort = (reading: Reading, at: number): number => {
  const { flags, all, options, rule } = reading
  const word = all[at] ?? ''
  if (!/^-[A-Za-z0-9]/.test(word)) return 0
  if (rule.single === true && !/^-[A-Za-z]\d+$/.test(word)) return 0
  for (let index = 1; index < word.length; index += 1) {
    const name = `-${word[index]}`
    const kind = flags.get(name)
    if (kind === undefined || kind === 2) return 0
    if (kind === 0) {
      note(options, name)
      continue
    }
    const value = word.slice(index + 1)
    if (value !== '') {
      note(options, name, value)
      return 1
    }
    return takeValues(reading, kind, name, at)
  }
  return 1
}
