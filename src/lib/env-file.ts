/** The variables of a file, and the lines that could not be understood. */
export interface EnvFile {
  values: Map<string, string>
  problems: { line: number; message: string }[]
}

/**
 * Reads `NAME=value` lines with optional `export`, `#` comments, 'literal' values and "values with \n, \t, \" and \\".
 * `$NAME` is not replaced and nothing is run. Quoted values may span several lines. Never throws; messages hold no
 * values.
 */
export const parseEnvFile = (text: string): EnvFile => {
  const values = new Map<string, string>()
  const problems: EnvFile['problems'] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1
    const line = (lines[index] ?? '').trim()
    if (line === '' || line.startsWith('#')) continue
    const equals = line.indexOf('=')
    const name = line
      .slice(0, Math.max(0, equals))
      .replace(/^export\s/, '')
      .trim()
    if (equals < 0 || !/^[A-Za-z_]\w{0,200}$/.test(name)) {
      problems.push({ line: number, message: 'is not NAME=value' })
      continue
    }
    const rest = line.slice(equals + 1).trimStart()
    const quote = rest[0]
    if (quote !== '"' && quote !== "'") {
      values.set(name, withoutComment(rest))
      continue
    }
    const quoted = readQuoted(lines, index, quote)
    if (quoted === undefined) {
      problems.push({ line: number, message: `begins with ${quote} and does not end with it` })
      continue
    }
    values.set(name, quoted.value)
    index = quoted.lastLine
  }
  return { values, problems }
}

/** `#` begins a comment only after a space, because keys may contain one. */
const withoutComment = (rest: string): string => {
  if (rest.startsWith('#')) return ''
  const at = rest.search(/\s#/)
  return (at < 0 ? rest : rest.slice(0, at)).trim()
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

const readQuoted = (
  lines: readonly string[],
  first: number,
  quote: '"' | "'",
): { value: string; lastLine: number } | undefined => {
  let value = ''
  for (let index = first; index < lines.length; index++) {
    const line = lines[index] ?? ''
    for (let at = index === first ? line.indexOf(quote, line.indexOf('=')) + 1 : 0; at < line.length; at++) {
      const letter = line[at] ?? ''
      if (letter === quote) return { value, lastLine: index }
      const next = line[at + 1] ?? ''
      if (quote === '"' && letter === '\\' && ESCAPES[next] !== undefined) {
        value += ESCAPES[next]
        at++
      } else value += letter
    }
    value += '\n'
  }
  return undefined
}
