import { isRecord, parseJson } from '../../lib/json.ts'

/**
 * The words in a tool's JSON answer, one field after the other: error fields first, then what a command printed.
 * Accepts JSON that was cut. Undefined if the text is no JSON object, or if no field holds words.
 */
export const jsonWords = (text: string): string | undefined => {
  const head = text.slice(0, LOOKED_AT_CHARS).trimStart()
  if (!head.startsWith('{')) return undefined
  const whole = parseJson(head)
  const found = isRecord(whole) ? fieldsOf(whole) : fieldsOfCut(head)
  const said = FIELDS.flatMap((name) => found.get(name) ?? []).filter((words) => words.trim() !== '')
  return said.length === 0 ? undefined : said.join('\n')
}

const LOOKED_AT_CHARS = 4_096
const FIELDS = ['error', 'stderr', 'output', 'stdout', 'message']

const fieldsOf = (answer: Record<string, unknown>): Map<string, string> => {
  const found = new Map<string, string>()
  for (const name of FIELDS) {
    const value = answer[name]
    const words = isRecord(value) ? value['message'] : value
    if (typeof words === 'string') found.set(name, words)
  }
  return found
}

/** A text field of an object, even if its end is missing: `"output": "bash: pytest: comm`. */
const FIELD = /"(error|stderr|output|stdout|message)"\s{0,4}:\s{0,4}"((?:[^"\\]|\\.){0,4096})/g

const fieldsOfCut = (head: string): Map<string, string> => {
  const found = new Map<string, string>()
  for (const [, name = '', escaped = ''] of head.matchAll(FIELD)) {
    const words = parseJson(`"${escaped}"`)
    if (typeof words === 'string' && !found.has(name)) found.set(name, words)
  }
  return found
}
