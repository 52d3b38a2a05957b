import { FILE_ENDING } from '../../profile/signature.ts'

/** The position of a word in a command. */
export interface Standing {
  program: string
  /** The sub-command; empty if there is none. */
  verb: string
  /** The word right before, if it is an option. */
  option: string
}

/** The name of a slot, from where its value stands and what the value looks like. */
export const slotName = (value: string, { program, verb, option }: Standing): string => {
  const looks = looksLike(value)
  const asked = SHORT_OPTIONS.get(`${program} ${option}`) ?? OPTIONS.get(option)
  // The same letter means different things to different programs: `head -n 5`, `rg -n text`.
  if (asked !== undefined && looks !== 'url' && (asked !== 'number' || looks === 'number')) return asked
  if (program === 'git' && (looks === 'path' || looks === 'name')) {
    if (BRANCH_VERBS.has(verb)) return 'branch'
    if (REF.test(value)) return 'ref'
  }
  if (looks === 'url' || looks === 'id' || looks === 'number') return looks
  if (PACKAGE_VERBS.has(verb) && PACKAGERS.has(program)) return 'package'
  if (program === 'go' && /^\.{1,2}\/|\/\.\.\.$/.test(value)) return 'package'
  if (SEARCHERS.has(program) && looks !== 'file' && looks !== 'path') return 'pattern'
  return looks
}

/** What kind of value this is, judged by its text alone. */
export const looksLike = (value: string): string => {
  if (URL.test(value)) return 'url'
  if (/^\d+$/.test(value)) return 'number'
  if (UUID.test(value) || HEX.test(value)) return 'id'
  if (/\s/.test(value)) return 'text'
  if (FILE.test(value)) return 'file'
  if (/[*?]|^\^|\$$|\[.*\]/.test(value)) return 'pattern'
  if (value.includes('/') || value.startsWith('~')) return 'path'
  return KEY.test(value) ? 'id' : 'name'
}

const list = (name: string, options: string): [string, string][] => options.split(' ').map((option) => [option, name])

const OPTIONS = new Map<string, string>([
  ...list('message', '-m -am -cm --message --body'),
  ...list('title', '--title'),
  ...list('branch', '--branch --base --head'),
  ...list('pattern', '-run --run --grep --filter --pattern --testNamePattern --test-name-pattern -bench --glob'),
  ...list('path', '-C --dir --cwd --prefix --root --directory'),
  ...list('file', '-o --output --file --config -f'),
  ...list('number', '-n --limit --max-count --depth --timeout'),
  ...list('package', '--package --workspace'),
  ...list('header', '--header'),
  ...list('data', '--data --data-raw'),
  ...list('query', '--jq --query'),
  ...list('label', '--label'),
])

const SHORT_OPTIONS = new Map<string, string>([
  ['git -b', 'branch'],
  ['git -B', 'branch'],
  ['git -c', 'setting'],
  ['pytest -k', 'pattern'],
  ['pytest -m', 'pattern'],
  ['cargo -p', 'package'],
  ['curl -H', 'header'],
  ['curl -d', 'data'],
  ['gh -q', 'query'],
  ['grep -e', 'pattern'],
  ['rg -e', 'pattern'],
  ['rg -g', 'pattern'],
])

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const BRANCH_VERBS = words('checkout switch branch merge rebase push pull fetch worktree')
const PACKAGE_VERBS = words('install add remove uninstall update upgrade get i')
const PACKAGERS = words(
  'npm pnpm yarn bun pip pip3 uv poetry cargo go brew apt apt-get gem composer dotnet conda mise deno nix',
)
const SEARCHERS = words('grep rg egrep fgrep ag ack find fd sed awk')

const REF = /^(?:HEAD|origin|upstream|main|master|v\d)|\.\.|[~^@]/
const URL = /^[a-z][a-z0-9+]{1,11}:\/\//i
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const HEX = /^(?=[0-9a-f]{0,40}\d)[0-9a-f]{7,64}$/i
const KEY = /^#?[A-Za-z]{0,12}[_-]?\d{3,}$|_\d{3,}$/
const FILE = new RegExp(`[\\w)\\]}*-]\\.(?:${FILE_ENDING})(?::\\d+(?::\\d+)?)?$`)
