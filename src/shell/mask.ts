import { nameOf } from './names.ts'
import { readTokens } from './read-tokens.ts'

/**
 * The sign and program that have the last word about the exit code of a line, and so can hide a failure before them: `| tail`,
 * `|| true`, `; echo`. Undefined where nothing stands behind the first command.
 */
export const maskOf = (line: string): string | undefined => {
  const tokens = readTokens(line)?.tokens ?? []
  for (let at = tokens.length - 2; at >= 0; at -= 1) {
    const [sign, next] = [tokens[at], tokens[at + 1]]
    if (sign?.kind !== 'operator' || next?.kind !== 'word') continue
    if (sign.text === '|' || sign.text === '||' || sign.text === ';')
      return `${sign.text} ${nameOf(next.text).slice(0, 40)}`
  }
  return undefined
}
