import { type Given, readOptions } from '../shell/harmless/options.ts'
import { ASKED, ASKING, type Rule, rule } from '../shell/harmless/rule.ts'
import { isHarmlessScript } from '../shell/harmless/task-names.ts'
import { moduleRule, PYTHONS, ruleOf, SCRIPT_RULE } from '../shell/harmless/table.ts'
import { isAssignment, SHELLS } from '../shell/names.ts'
import { isTask, UNKNOWN_TASK, wordsRefusal } from './gate-arguments.ts'
import { valueRefusal } from './gate-values.ts'
import { assignmentRefusal } from './gate-words.ts'
import type { Place } from './place.ts'

/** Why a program must not be shown or run unasked with these words; undefined where all of it is known to be harmless. */
export const programRefusal = (
  path: string,
  words: readonly string[],
  { depth = 0, ...surroundings }: Surroundings & { depth?: number },
): string | undefined => {
  if (depth > MAX_WRAPPERS) return 'is wrapped too deeply'
  if (words.length === 1 && ASKED.get(path.replace(TOOL_DIRECTORY, ''))?.has(words[0] ?? '') === true) return undefined
  const found = findRule(path, words)
  if (found === undefined) return `runs ${shown(path)}, which is not known`
  if (found.words.length === 1 && ASKING.has(found.words[0] ?? '')) return undefined
  if (found.script !== undefined) surroundings.definitions.add(found.script)
  return ruleRefusal(found.rule, found.words, { ...surroundings, name: found.name, depth })
}

interface Surroundings {
  place: Place
  /** Files that say what the command does are added here. */
  definitions: Set<string>
  /** Words that the shell replaces by the names of files. */
  globs: ReadonlySet<string>
}

const MAX_WRAPPERS = 4

const shown = (text: string): string => (/^[\w@%+=:,./-]{1,60}$/.test(text) ? text : 'a program')

interface Found {
  name: string
  rule: Rule
  words: readonly string[]
  /** A file of the project that is run. */
  script?: string
}

/** Directories that hold the tools of a project or of the machine. */
const TOOL_DIRECTORY =
  /^(?:\.\/)?(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\/|^(?:\/usr)?(?:\/local)?\/bin\/|^\/opt\/homebrew\/bin\//
/** Wrappers that a project carries in its own directory. */
const OWN_WRAPPERS = new Set([
  './gradlew',
  './mvnw',
  'gradlew',
  'mvnw',
  'bin/rails',
  'bin/rspec',
  'bin/rake',
  './bin/rails',
  './bin/rspec',
  './bin/rake',
])

const findRule = (path: string, words: readonly string[]): Found | undefined => {
  const name = OWN_WRAPPERS.has(path) ? path.slice(path.lastIndexOf('/') + 1) : path.replace(TOOL_DIRECTORY, '')
  if (PYTHONS.has(name)) return findModule(name, words)
  if (SHELLS.has(name)) return findScript(words)
  const rule = name.includes('/') ? undefined : ruleOf(name)
  if (rule !== undefined) return { name, rule, words }
  return path.includes('/') ? findScript([path, ...words]) : undefined
}

/** `./scripts/test.sh --fast`: a script of the project that is known by its name, like a task. */
const findScript = ([script = '', ...words]: readonly string[]): Found | undefined =>
  /^[\w./-]+$/.test(script) && !script.startsWith('/') && !script.includes('..') && isHarmlessScript(script)
    ? { name: script, rule: SCRIPT_RULE, words, script }
    : undefined

/** `python -m pytest`, `python manage.py test`. */
const findModule = (name: string, words: readonly string[]): Found | undefined => {
  const at = words.findIndex((word) => !/^-[uBIsEO]$/.test(word))
  const first = words[at] ?? ''
  if (first === '-m') {
    const rule = moduleRule(words[at + 1] ?? '')
    return rule === undefined ? undefined : { name: words[at + 1] ?? '', rule, words: words.slice(at + 2) }
  }
  if (/^(?:\.\/)?manage\.py$/.test(first) && DJANGO.has(words[at + 1] ?? ''))
    return { name: 'manage.py', rule: SCRIPT_RULE, words: words.slice(at + 2), script: first }
  if (
    /^(?:\.\/)?manage\.py$/.test(first) &&
    words[at + 1] === 'makemigrations' &&
    words.includes('--check') &&
    words.includes('--dry-run')
  )
    return { name: 'manage.py', rule: MIGRATION_CHECK, words: words.slice(at + 2), script: first }
  if (words.length === 1 && ASKING.has(first)) return { name, rule: SCRIPT_RULE, words }
  return findScript(words.slice(Math.max(0, at)))
}

const MIGRATION_CHECK = rule('--check --dry-run -v= --verbosity= --no-input')

/** Not `diffsettings`, which prints the keys of the settings. */
const DJANGO = new Set(['test', 'check', 'showmigrations'])

interface Circumstance extends Surroundings {
  name: string
  depth: number
}

const ruleRefusal = (rule: Rule, words: readonly string[], circumstance: Circumstance): string | undefined => {
  const { name, place, definitions, globs } = circumstance
  for (const file of rule.definedIn ?? []) definitions.add(file)
  const given = readOptions(rule, words)
  if ('unknown' in given) return `runs ${shown(name)} with ${shown(given.unknown)}, which is not known`
  for (const [option, values] of given.options) {
    // `just -f other.just test` says by itself where the task is defined.
    if (rule.definedIn !== undefined && DEFINING.has(option)) for (const file of values) definitions.add(file)
    for (const value of values) {
      const why = valueRefusal(value, { program: name, option, place, isHandedOn: isHandedOn(rule) })
      if (why !== undefined) return why
    }
  }
  if (rule.starts !== undefined) return startedRefusal(rule, given, circumstance)
  const sub = rule.subs?.get(given.words.at(-1) ?? '')
  if (rule.subs !== undefined && given.words.length === 1 && sub !== undefined) {
    return ruleRefusal(sub, given.rest, { ...circumstance, name: `${name} ${given.words[0]}` })
  }
  if (rule.task !== undefined) return taskRefusal(rule, given, circumstance)
  if (rule.subs !== undefined && !rule.bare)
    return `runs ${shown(name)}${given.words[0] === undefined ? '' : ` ${shown(given.words[0])}`}, which is not known`
  // A pattern may stand for more words than one.
  const isFew = rule.most === Number.POSITIVE_INFINITY || !given.words.some((word) => globs.has(word))
  if (given.words.length > rule.most || !isFew) return `gives ${shown(name)} more words than are known`
  if (runsProgram(name, words, given)) return 'runs a program'
  return (
    wordsRefusal(rule, given, { name, place, globs, isHandedOn: isHandedOn(rule) }) ??
    rule.refuses?.(given.words, given.options)
  )
}

const DEFINING = new Set('-f -t -c --file --justfile --taskfile --noxfile --conf --config --configuration'.split(' '))

/** The words behind the name of a task or script are handed to it, often by way of a shell. */
const isHandedOn = (rule: Rule): boolean =>
  rule === SCRIPT_RULE || (rule.words === 'paths' && rule.definedIn !== undefined) || rule.words === 'task'

/** `npm run lint -- --fix`, `pnpm lint`. A package manager also starts tools by their name: `pnpm eslint`. */
const taskRefusal = (rule: Rule, given: Given, circumstance: Circumstance): string | undefined => {
  const why = rule.refuses?.(given.words, given.options)
  const [task] = given.words
  if (why !== undefined || task === undefined || rule.task === undefined) return why
  if (rule.subs !== undefined && ruleOf(task)?.fetched === 'npx')
    return programRefusal(task, given.rest, { ...circumstance, depth: circumstance.depth + 1 })
  if (!isTask(task)) return UNKNOWN_TASK
  return ruleRefusal(rule.task, given.rest, { ...circumstance, name: `${circumstance.name} ${task}` })
}

/** Interpreters only check or test with these options, and only if these stand before the program: behind it they are its own. */
const SWITCHES = new Map([
  ['node', ['--test', '--check', '-c']],
  ['tsx', ['--test']],
  ['ruby', ['-c', '-wc']],
  ['php', ['-l']],
])

const runsProgram = (name: string, all: readonly string[], given: Given): boolean => {
  const switches = SWITCHES.get(name)
  if (switches === undefined) return false
  const [program] = given.words
  const before = program === undefined ? all : all.slice(0, all.indexOf(program))
  return !before.some((word) => switches.includes(word))
}

const startedRefusal = (rule: Rule, given: Given, circumstance: Circumstance): string | undefined => {
  const { name, place, depth } = circumstance
  const rest = given.rest.slice(rule.starts?.skip ?? 0)
  if (rule.starts?.program !== undefined)
    return programRefusal(rule.starts.program, rest, { ...circumstance, depth: depth + 1 })
  let at = 0
  // `env NAME=value command`
  while (isAssignment(rest[at] ?? '')) {
    const why = assignmentRefusal(rest[at] ?? '', place)
    if (why !== undefined) return why
    at += 1
  }
  const [path, ...words] = rest.slice(at)
  if (path === undefined) return `runs ${shown(name)} without a command`
  const only = rule.starts?.only
  const inner = { ...circumstance, depth: depth + 1 }
  // `rtk test cargo test` starts what stands behind its own `test`.
  if (name === 'rtk' && path === 'test') return programRefusal(words[0] ?? '', words.slice(1), inner)
  if (only === undefined) return programRefusal(path, words, inner)
  const tool = PACKAGES.get(path) ?? path
  if (ruleOf(tool)?.fetched !== only) return `fetches and runs ${shown(path)}, which is not known`
  return programRefusal(tool, words, inner)
}

/** Packages whose program has another name. */
const PACKAGES = new Map([
  ['@biomejs/biome', 'biome'],
  ['@playwright/test', 'playwright'],
  ['typescript', 'tsc'],
])
