/**
 * What is known to be harmless about a program: which sub-commands, options and words. Whatever a rule does not name is not known,
 * and what is not known is neither shown to a session nor run unasked.
 */
export interface Rule {
  /** Options by name; true where the option takes a value. */
  flags: ReadonlyMap<string, FlagKind>
  words: WordKind
  /** At most this many words besides options; more would be written to, or mean something else. */
  most: number
  /** Sub-commands, by their first word. Undefined where the program has none. */
  subs?: ReadonlyMap<string, Rule>
  /** The program does something harmless without a sub-command too. */
  bare: boolean
  /** The words behind the options, without the first `skip` ones, are a command of their own. */
  starts?: {
    skip: number
    only?: 'npx' | 'uvx' /** They are words of this program: `yarn workspace app test` is `yarn test`. */
    program?: string
  }
  /** The first word is the name of a task; what stands behind it is judged by this rule. */
  task?: Rule
  /** Options of several letters begin with one dash, so letters and values cannot be joined: `-overlay` is not `-o verlay`. */
  single?: boolean
  /** A package runner may fetch this program by name: a well-known developer tool. */
  fetched?: 'npx' | 'uvx'
  /** Files of the project that say what the program does: `package.json` for `npm test`. */
  definedIn?: readonly string[]
  /** What speaks against these words and the values of these options, if anything does. */
  refuses?: (words: readonly string[], given: ReadonlyMap<string, readonly string[]>) => string | undefined
}

/** How many values an option takes. `optional` takes one only when it is joined by `=` or stands right behind the letter. */
export type FlagKind = 0 | 1 | 2 | 'optional'

/**
 * What the words besides options are:
 * - `paths`: files, directories and names; each must lie inside the project
 * - `pattern`: the first is a pattern, the rest are paths
 * - `text`: anything
 * - `task`: the name of a task, made of words that are known to be harmless, and what is handed to the task
 * - `tasks`: several such names
 * - `revisions`: names of commits and paths
 */
type WordKind = 'paths' | 'pattern' | 'text' | 'task' | 'tasks' | 'revisions'

/**
 * Options in one line of text. `-v` takes no value, `-n=` takes one, `--arg==` two, `--color=?` one only behind `=`; `-#` stands for
 * a number such as `-20`, `*` for every option there is.
 */
export const flagsOf = (text: string): ReadonlyMap<string, FlagKind> => {
  const flags = new Map<string, FlagKind>()
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const [, name = '', sign = ''] = /^(.*?)(==|=\?|=|)$/.exec(word) ?? []
    flags.set(name, sign === '==' ? 2 : sign === '=' ? 1 : sign === '=?' ? 'optional' : 0)
  }
  return flags
}

export interface RuleParts {
  words?: WordKind
  most?: number
  bare?: boolean
  subs?: Record<string, Rule>
  starts?: Rule['starts']
  task?: Rule
  single?: boolean
  fetched?: Rule['fetched']
  /** Names of files, parted by blanks. */
  definedIn?: string
  refuses?: Rule['refuses']
}

export const rule = (flags: string, parts: RuleParts = {}): Rule => ({
  flags: flagsOf(flags),
  words: parts.words ?? 'paths',
  most: parts.most ?? Number.POSITIVE_INFINITY,
  bare: parts.bare ?? parts.subs === undefined,
  ...(parts.subs === undefined ? {} : { subs: bySubs(parts.subs) }),
  ...(parts.starts === undefined ? {} : { starts: parts.starts }),
  ...(parts.task === undefined ? {} : { task: parts.task }),
  ...(parts.single === undefined ? {} : { single: parts.single }),
  ...(parts.fetched === undefined ? {} : { fetched: parts.fetched }),
  ...(parts.definedIn === undefined ? {} : { definedIn: parts.definedIn.split(' ') }),
  ...(parts.refuses === undefined ? {} : { refuses: parts.refuses }),
})

/** Several sub-commands that share a rule stand in one name, parted by blanks. */
const bySubs = (subs: Record<string, Rule>): ReadonlyMap<string, Rule> =>
  new Map(Object.entries(subs).flatMap(([names, one]) => names.split(' ').map((name) => [name, one] as const)))

/** What every program answers without doing anything. Not `-V`: to `bundle` and `yarn` it is an installation with many words. */
export const ASKING = new Set(['--version', '--help'])

/** Programs that say their version to `-v`, and others that say about themselves what this word asks. */
export const ASKED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['npm', 'pnpm', 'node', 'php', 'mvn', 'mvnw', 'yarn', 'bun'].map((name) => [name, new Set(['-v'])] as const),
  ['dotnet', new Set(['--info', '--list-sdks', '--list-runtimes'])],
  ...[
    'rustc',
    'gcc',
    'g++',
    'clang',
    'clang++',
    'cc',
    'c++',
    'julia',
    'Rscript',
    'perl',
    'java',
    'javac',
    'gh',
    'kubectl',
    'lua',
  ].map((name) => [name, new Set(['--version'])] as const),
  ['zig', new Set(['version'])],
  ['bazel', new Set(['version'])],
  ['helm', new Set(['version'])],
  ['java', new Set(['-version', '--version'])],
])
