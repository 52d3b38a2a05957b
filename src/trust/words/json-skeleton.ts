import { isPlainWord } from './vocabulary.ts'

/**
 * What a JSON text is made of, without a single value: names of fields that are plain words, and the kinds of their values. Takes a
 * text that was cut, and tells what stands before the cut; a skeleton that would be too long is told less deep. Undefined where it is no JSON
 * object or list.
 */
export const jsonSkeleton = (text: string, maxChars = LONGEST_CHARS): string | undefined => {
  for (let deepest = DEEPEST; deepest >= 0; deepest--) {
    const skeleton = skeletonOf(text, deepest)
    if (skeleton === undefined || skeleton.length <= maxChars) return skeleton
  }
  return undefined
}

const skeletonOf = (text: string, deepest: number): string | undefined => {
  const reader = { text: text.slice(0, LONGEST_CHARS), at: 0, isCut: false, deepest }
  skipBlanks(reader)
  const first = reader.text[reader.at]
  if (first !== '{' && first !== '[') return undefined
  try {
    const skeleton = readValue(reader, 0)
    skipBlanks(reader)
    // What goes on behind the last bracket was no JSON.
    return reader.at < reader.text.length ? undefined : skeleton
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

const LONGEST_CHARS = 4_000
const DEEPEST = 4
const MOST_FIELDS = 12

interface Reader {
  text: string
  at: number
  isCut: boolean
  /** Deeper objects and lists are only marked. */
  deepest: number
}

class NotJson extends Error {}

const skipBlanks = (reader: Reader): void => {
  while (' \n\r\t'.includes(reader.text[reader.at] ?? '-')) reader.at++
  if (reader.at >= reader.text.length) reader.isCut = true
}

const readValue = (reader: Reader, depth: number): string => {
  skipBlanks(reader)
  const first = reader.text[reader.at]
  if (first === undefined) return '…'
  if (first === '{') return readObject(reader, depth)
  if (first === '[') return readList(reader, depth)
  if (first === '"') {
    readText(reader)
    return 'text'
  }
  const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[a-z-]{0,4}$)/.exec(
    reader.text.slice(reader.at, reader.at + 40),
  )
  if (word === null) throw new NotJson()
  reader.at += word[0].length
  if (word[0] === 'null') return 'null'
  return /^[tf]/.test(word[0]) ? 'boolean' : 'number'
}

const readObject = (reader: Reader, depth: number): string => {
  const fields: string[] = []
  let others = 0
  reader.at++
  for (;;) {
    skipBlanks(reader)
    const next = reader.text[reader.at]
    if (next === undefined || next === '}') break
    if (next !== '"') throw new NotJson()
    const name = readText(reader)
    skipBlanks(reader)
    if (reader.isCut) break
    if (reader.text[reader.at] !== ':') throw new NotJson()
    reader.at++
    const kind = readValue(reader, depth + 1)
    if (fields.length < MOST_FIELDS && isPlainWord(name)) fields.push(`${name}: ${kind}`)
    else others++
    skipBlanks(reader)
    if (reader.text[reader.at] === ',') reader.at++
    else break
  }
  close(reader, '}')
  if (depth >= reader.deepest && depth > 0) return '{…}'
  const rest = reader.isCut ? ['…'] : others === 0 ? [] : [`${others} more`]
  return `{${[...fields, ...rest].join(', ')}}`
}

const readList = (reader: Reader, depth: number): string => {
  const kinds = new Set<string>()
  reader.at++
  for (;;) {
    skipBlanks(reader)
    const next = reader.text[reader.at]
    if (next === undefined || next === ']') break
    kinds.add(readValue(reader, depth + 1))
    skipBlanks(reader)
    if (reader.text[reader.at] === ',') reader.at++
    else break
  }
  close(reader, ']')
  if (depth >= reader.deepest && depth > 0) return '[…]'
  const [first] = kinds
  if (first === undefined) return reader.isCut ? '[…]' : '[]'
  return kinds.size === 1 ? `[${first}]` : `[${first}, …]`
}

const close = (reader: Reader, mark: string): void => {
  if (reader.at >= reader.text.length) reader.isCut = true
  else if (reader.text[reader.at] === mark) reader.at++
  else throw new NotJson()
}

/** Reads a text in quotes; empty where it was cut. */
const readText = (reader: Reader): string => {
  const start = ++reader.at
  while (reader.at < reader.text.length && reader.text[reader.at] !== '"')
    reader.at += reader.text[reader.at] === '\\' ? 2 : 1
  if (reader.at >= reader.text.length) {
    reader.isCut = true
    reader.at = reader.text.length
    return ''
  }
  return reader.text.slice(start, reader.at++)
}
