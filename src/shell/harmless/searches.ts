import type { Rule } from './rule.ts'

/**
 * What speaks against a search that reaches every file of the project, hidden ones such as `.env` among them: a pattern that fits secrets
 * or everything prints them. Searches in a directory of sources, for other words, or for names of files alone are ordinary.
 */
export const searchRefusal =
  (reachesHidden: (given: ReadonlyMap<string, readonly string[]>) => boolean): NonNullable<Rule['refuses']> =>
  (words, given) => {
    if (!reachesHidden(given) || PRINTS_NO_LINES.some((name) => given.has(name))) return undefined
    const patterns = PATTERN_OPTIONS.flatMap((name) => given.get(name) ?? [])
    const places = patterns.length > 0 ? words : words.slice(1)
    if (places.length > 0 && !places.some((place) => /^(?:\.?\/?|\*|\.\/\*)$/.test(place))) return undefined
    // Kinds of files are chosen, and none of them is hidden.
    if (KIND_OPTIONS.some((name) => (given.get(name) ?? []).some((value) => !value.startsWith('!')))) return undefined
    const fits = patterns.length > 0 ? patterns : words.slice(0, 1)
    return fits.some(fitsSecrets) ? 'searches hidden files for secrets' : undefined
  }

/** `grep -r`, `grep -d recurse`. */
export const isRecursive = (given: ReadonlyMap<string, readonly string[]>): boolean =>
  given.has('-r') || given.has('--recursive') || (given.get('-d') ?? []).includes('recurse')

/** Whether an option makes a search look into hidden files. */
export const seesHidden = (given: ReadonlyMap<string, readonly string[]>): boolean =>
  ['--hidden', '-.', '-u', '--unrestricted', '--no-index', '--untracked'].some((name) => given.has(name))

const PRINTS_NO_LINES = [
  '-l',
  '-L',
  '-c',
  '-q',
  '--files',
  '--files-with-matches',
  '--files-without-match',
  '--count',
  '--quiet',
  '--type-list',
  '-g',
]
const PATTERN_OPTIONS = ['-e', '--regexp', '-f', '--file']
const KIND_OPTIONS = [
  '--include',
  '--glob',
  '--iglob',
  '-g',
  '-t',
  '--type',
  '-G',
  '--js',
  '--ts',
  '--python',
  '--go',
  '--ruby',
  '--java',
  '--rust',
]

const SECRET_WORDS =
  /secret|tokens?\b|_token|passw|passphrase|\bpwd\b|api[-_ .]{0,2}key|access[-_ .]{0,2}key|private[-_ .]{0,2}key|credential|BEGIN\b|AKIA|ghp_|gho_|github_pat|sk-|sk_live|xox[a-z]|AIza|_key\b|_key=|bearer|\bdsn\b|connection_?string|database_url/i

const fitsSecrets = (pattern: string): boolean =>
  SECRET_WORDS.test(pattern) || /^(?:\\[wSs][*+]?|[^\p{L}\p{N}])*$/u.test(pattern)
