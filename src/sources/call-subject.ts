import { isRecord } from '../lib/json.ts'

/** Arguments that say what a call was about, the most telling first. */
const TELLING =
  'command cmd file_path path notebook_path pattern query url code patch input title subject description name skill prompt message text task id'.split(
    ' ',
  )

/** What a call was about in one string: its command line, its file, its query. Empty where nothing says it. */
export const callSubject = (args: unknown): string => {
  if (typeof args === 'string') return args
  if (!isRecord(args)) return ''
  for (const name of TELLING) {
    const value = args[name]
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value)) return commandOf(value)
  }
  const first = Object.values(args).find((value) => typeof value === 'string' && value !== '')
  return typeof first === 'string' ? first : ''
}

/** `["bash", "-lc", "make test"]` is about `make test`. */
const commandOf = (words: readonly unknown[]): string => {
  const isShell = words.length === 3 && typeof words[1] === 'string' && /^-[a-z]*c$/.test(words[1])
  return (isShell ? words.slice(2) : words).filter((word) => typeof word === 'string').join(' ')
}
