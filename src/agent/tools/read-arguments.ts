/**
 * Reads the arguments a model gave: numbers written as text are numbers, ids written as numbers are text. What cannot be
 * read is collected in words that the model can act on, and never thrown.
 */
export interface ArgumentReader {
  text(name: string): string | undefined
  number(name: string): number | undefined
  whole(name: string): number | undefined
  flag(name: string): boolean | undefined
  texts(name: string): string[] | undefined
  problem(words: string): void
  readonly problems: readonly string[]
}

export const readArguments = (args: Readonly<Record<string, unknown>>): ArgumentReader => {
  const problems: string[] = []
  const read = <T>(name: string, wanted: string, reader: (value: unknown) => T | undefined): T | undefined => {
    const value = args[name]
    // Models write null, and some an empty object, for what they leave out.
    if (value === undefined || value === null) return undefined
    const result = reader(value)
    if (result === undefined) problems.push(`${name} must be ${wanted}, not ${shown(value)}`)
    return result
  }
  return {
    text: (name) => read(name, 'a text', textOf),
    number: (name) => read(name, 'a number', numberOf),
    whole: (name) => read(name, 'a whole number', wholeOf),
    flag: (name) => read(name, 'true or false', flagOf),
    texts: (name) => read(name, 'a list of texts', textsOf),
    problem: (words) => void problems.push(words),
    problems,
  }
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\s{0,9}[+-]?\d/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const wholeOf = (value: unknown): number | undefined => {
  const number = numberOf(value)
  return Number.isSafeInteger(number) ? number : undefined
}

const flagOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 'true' || value === 'True') return true
  return value === 0 || value === 'false' || value === 'False' ? false : undefined
}

/** One text stands for a list of one; a list that was written as JSON is read. */
const textsOf = (value: unknown): string[] | undefined => {
  if (typeof value === 'string') return value.startsWith('[') ? (fromJson(value) ?? [value]) : [value]
  if (!Array.isArray(value)) return undefined
  const texts = value.map(textOf)
  return texts.every((text) => text !== undefined) ? texts : undefined
}

const fromJson = (text: string): string[] | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined
  } catch {
    return undefined
  }
}

const MAX_SHOWN_CHARS = 60

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…`
}
