import { isRecord } from '../../lib/json.ts'

/** Arguments that say what a call was about, the most telling first. */
const TELLING =
  'command cmd file_path path notebook_path pattern query url code patch input title subject description name skill prompt message text task id'
const RANKS: ReadonlyMap<string, number> = new Map(TELLING.split(' ').map((name, rank) => [name, rank]))

/** What a call was about in one string: its command line, its file, its query. Empty where nothing says it. */
export const callSubject = (args: unknown): string => {
  if (typeof args === 'string') return args
  if (!isRecord(args)) return ''
  let best: string | readonly unknown[] | undefined
  let bestRank = RANKS.size
  let first = ''
  // A call has a few arguments: looking each up among the names costs less than asking for all names.
  for (const [name, value] of Object.entries(args)) {
    const isText = typeof value === 'string' && value !== ''
    if (isText && first === '') first = value
    const rank = RANKS.get(name) ?? bestRank
    if (rank >= bestRank || (!isText && !Array.isArray(value))) continue
    best = value
    bestRank = rank
  }
  if (best === undefined) return first
  return typeof best === 'string' ? best : commandOf(best)
}

/** `["bash", "-lc", "make test"]` is about `make test`. */
const commandOf = (words: readonly unknown[]): string => {
  const isShell = words.length === 3 && typeof words[1] === 'string' && /^-[a-z]*c$/.test(words[1])
  return (isShell ? words.slice(2) : words).filter((word) => typeof word === 'string').join(' ')
}

/** Arguments as one text. */
export const argumentText = (args: unknown): string => {
  if (typeof args === 'string') return args
  return args === undefined ? '' : JSON.stringify(args)
}
