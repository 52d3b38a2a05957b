import { type Asked, lastResults, lastUserText, stepOf, turnOf } from './asked.ts'

/** Longest name of a placeholder; what is longer is text. */
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g

/**
 * Puts what was asked into what is said: `{{user}}`, `{{toolResult}}`, `{{turn}}`, `{{step}}`, `{{model}}`, `{{1}}` (what the
 * first `*` of the rule stood for), `{{context:X}}` (the rest of the line after the last X in the request). Texts at any depth;
 * a placeholder that is not known stays as it is.
 */
export const fill = <T>(value: T, asked: Asked, captured: readonly string[]): T => {
  if (typeof value === 'string')
    return (
      value.includes('{{')
        ? value.replaceAll(PLACEHOLDER, (whole, name: string) => worth(name.trim(), asked, captured) ?? whole)
        : value
    ) as T
  if (Array.isArray(value)) return value.map((one) => fill(one as unknown, asked, captured)) as T
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one, asked, captured)])) as T
  return value
}

const worth = (name: string, asked: Asked, captured: readonly string[]): string | undefined => {
  if (name.startsWith('context:')) return restOfLine(asked.context, name.slice('context:'.length))
  if (/^[1-9]$/.test(name)) return captured[Number(name) - 1]
  switch (name) {
    case 'user':
      return lastUserText(asked)
    case 'toolResult':
      return lastResults(asked)
        .map(({ text }) => text)
        .join('\n')
    case 'turn':
      return String(turnOf(asked))
    case 'step':
      return String(stepOf(asked))
    case 'model':
      return asked.model
    default:
      return undefined
  }
}

const restOfLine = (context: string, words: string): string => {
  const at = context.lastIndexOf(words)
  if (at < 0) return ''
  const from = at + words.length
  const end = context.indexOf('\n', from)
  return context.slice(from, end < 0 ? undefined : end).trim()
}

/** What each `*` of a glob stands for, or undefined where the text does not fit. Takes the shortest for all but the last. */
export const matchGlob = (glob: string, text: string): string[] | undefined => {
  const [head = '', ...pieces] = glob.split('*')
  if (pieces.length === 0) return text === glob ? [] : undefined
  const tail = pieces.pop() ?? ''
  if (!text.startsWith(head)) return undefined
  const captured: string[] = []
  let at = head.length
  for (const piece of pieces) {
    const found = text.indexOf(piece, at)
    if (found < 0) return undefined
    captured.push(text.slice(at, found))
    at = found + piece.length
  }
  const end = text.length - tail.length
  if (end < at || !text.endsWith(tail)) return undefined
  return [...captured, text.slice(at, end)]
}
