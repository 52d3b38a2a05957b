import { asArray, asString, isRecord, parseJson } from '../lib/json.ts'
import { isCommandFlag, nameOf, SHELLS } from './names.ts'
import { joinWords } from './quote.ts'

/** Arguments of tools that are JSON and longer than this are data. */
const MAX_JSON_CHARS = 65_536

/** The command line inside a tool's arguments: a string, an array, or `command`/`cmd` of an object. */
export const commandText = (args: unknown): string | undefined => {
  if (typeof args === 'string') {
    if (!args.startsWith('{') || args.length > MAX_JSON_CHARS) return args
    const parsed = parseJson(args)
    return isRecord(parsed) ? commandText(parsed) : args
  }
  if (Array.isArray(args)) return fromWords(args)
  if (!isRecord(args)) return undefined
  const value = args['command'] ?? args['cmd'] ?? args['script']
  return Array.isArray(value) ? fromWords(value) : asString(value)
}

const fromWords = (list: unknown): string | undefined => {
  const words = asArray(list).filter((word): word is string => typeof word === 'string')
  if (words.length === 0) return undefined
  const flag = words.findIndex((word, index) => index > 0 && isCommandFlag(word))
  if (flag > 0 && SHELLS.has(nameOf(words[0] ?? '')) && words[flag + 1] !== undefined) return words[flag + 1]
  return joinWords(words)
}
