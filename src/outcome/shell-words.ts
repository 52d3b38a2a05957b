/** A piece of a shell command line: a word with its quotes removed, an operator, or a redirection with its target. */
export type ShellToken =
  | { kind: 'word'; text: string }
  | { kind: 'operator'; text: '&&' | '||' | ';' | '|' | '(' | ')' }
  | { kind: 'redirect'; descriptor: number; target: string; input: boolean }

/** Commands carry whole files in heredocs, whose bodies are skipped fast; what is longer than this is data, not a program. */
export const MAX_SHELL_CHARS = 65_536

/** A word is looked at for names, short patterns and the script of an inner shell; the rest of a longer one is data. */
const MAX_WORD_CHARS = 8192

const MAX_NESTING = 20

interface Heredoc {
  delimiter: string
  stripTabs: boolean
}

/** Splits a command line into tokens in one pass over its characters. Takes any text; unbalanced quotes run to the end. */
export const readTokens = (source: string): ShellToken[] => {
  const text = source.length > MAX_SHELL_CHARS ? source.slice(0, MAX_SHELL_CHARS) : source
  const tokens: ShellToken[] = []
  const heredocs: Heredoc[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t' || char === '\r') at += 1
    else if (char === '\\' && text[at + 1] === '\n') at += 2
    else if (char === '\n') {
      tokens.push({ kind: 'operator', text: ';' })
      at = skipHeredocs(text, at + 1, heredocs)
    } else if (char === '#') at = endOfLine(text, at)
    else if (char === ';') {
      tokens.push({ kind: 'operator', text: ';' })
      at += text[at + 1] === ';' ? 2 : 1
    } else if (char === '|') {
      const double = text[at + 1] === '|'
      tokens.push({ kind: 'operator', text: double ? '||' : '|' })
      at += double || text[at + 1] === '&' ? 2 : 1
    } else if (char === '(' || char === ')') {
      tokens.push({ kind: 'operator', text: char })
      at += 1
    } else if (char === '&') at = readAmpersand(text, at, tokens)
    else if (char === '<' || char === '>') at = readRedirect(text, at, char === '<' ? 0 : 1, tokens, heredocs)
    else at = readWordToken(text, at, tokens, heredocs)
  }
  return tokens
}

const readAmpersand = (text: string, at: number, tokens: ShellToken[]): number => {
  if (text[at + 1] === '&') {
    tokens.push({ kind: 'operator', text: '&&' })
    return at + 2
  }
  if (text[at + 1] === '>') {
    const target = readWord(text, skipBlanks(text, text[at + 2] === '>' ? at + 3 : at + 2))
    tokens.push({ kind: 'redirect', descriptor: 1, target: target.text, input: false })
    tokens.push({ kind: 'redirect', descriptor: 2, target: target.text, input: false })
    return target.end
  }
  tokens.push({ kind: 'operator', text: ';' })
  return at + 1
}

const readRedirect = (
  text: string,
  at: number,
  descriptor: number,
  tokens: ShellToken[],
  heredocs: Heredoc[],
): number => {
  const input = text[at] === '<'
  if (input && text.startsWith('<<<', at)) return readWord(text, skipBlanks(text, at + 3)).end
  if (input && text.startsWith('<<', at)) {
    const stripTabs = text[at + 2] === '-'
    const word = readWord(text, skipBlanks(text, at + (stripTabs ? 3 : 2)))
    if (word.text !== '') heredocs.push({ delimiter: word.text, stripTabs })
    return word.end
  }
  if (text[at + 1] === '(') {
    // Process substitution stands where a file name would.
    const end = skipSubstitution(text, at + 2, 0)
    tokens.push({ kind: 'word', text: '<()' })
    return end
  }
  let next = at + 1
  while (text[next] === '>' || text[next] === '&' || text[next] === '|') next += 1
  const target = readWord(text, skipBlanks(text, next))
  tokens.push({ kind: 'redirect', descriptor, target: text[next - 1] === '&' ? `&${target.text}` : target.text, input })
  // A redirect without a target consumed at least its own sign, so the loop goes on.
  return Math.max(target.end, next)
}

const readWordToken = (text: string, at: number, tokens: ShellToken[], heredocs: Heredoc[]): number => {
  const word = readWord(text, at)
  const after = text[word.end]
  if ((after === '>' || after === '<') && /^\d$/.test(word.text)) {
    return readRedirect(text, word.end, Number(word.text), tokens, heredocs)
  }
  tokens.push({ kind: 'word', text: word.text })
  return Math.max(word.end, at + 1)
}

const WORD_END = new Set([' ', '\t', '\r', '\n', ';', '|', '&', '(', ')', '<', '>'])

const readWord = (text: string, start: number): { text: string; end: number } => {
  let word = ''
  let at = start
  let quoted = false
  while (at < text.length) {
    const char = text[at] ?? ''
    if (WORD_END.has(char)) break
    let end = at + 1
    let piece = char
    if (char === '\\') {
      end = at + 2
      piece = text[at + 1] === '\n' ? '' : (text[at + 1] ?? '')
    } else if (char === "'") {
      const close = text.indexOf("'", at + 1)
      end = close < 0 ? text.length : close + 1
      piece = text.slice(at + 1, close < 0 ? text.length : Math.min(close, at + 1 + MAX_WORD_CHARS))
      quoted = true
    } else if (char === '"') {
      end = skipDoubleQuotes(text, at + 1, 0)
      piece = text.slice(at + 1, Math.min(end - 1, at + 1 + MAX_WORD_CHARS))
      quoted = true
    } else if (char === '`') {
      const close = text.indexOf('`', at + 1)
      end = close < 0 ? text.length : close + 1
      piece = '$()'
    } else if (char === '$' && text[at + 1] === '(') {
      end = skipSubstitution(text, at + 2, 0)
      piece = '$()'
    }
    if (word.length < MAX_WORD_CHARS) word += piece
    at = end
  }
  return { text: word === '' && quoted ? '' : word.slice(0, MAX_WORD_CHARS), end: at }
}

/** From just after the opening quote to just after the closing one. */
const skipDoubleQuotes = (text: string, start: number, depth: number): number => {
  let at = start
  while (at < text.length) {
    const char = text[at]
    if (char === '"') return at + 1
    if (char === '\\') at += 2
    else if (char === '$' && text[at + 1] === '(' && depth < MAX_NESTING) at = skipSubstitution(text, at + 2, depth + 1)
    else at += 1
  }
  return text.length
}

/** From just after `$(` to just after its `)`; quotes and heredocs inside may hold any parenthesis. */
const skipSubstitution = (text: string, start: number, depth: number): number => {
  const heredocs: Heredoc[] = []
  let at = start
  let open = 1
  while (at < text.length) {
    const char = text[at]
    if (char === '\\') at += 2
    else if (char === "'") at = after(text, "'", at + 1)
    else if (char === '"') at = skipDoubleQuotes(text, at + 1, depth + 1)
    else if (char === '<' && text[at + 1] === '<' && text[at + 2] !== '<') at = readRedirect(text, at, 0, [], heredocs)
    else if (char === '\n') at = skipHeredocs(text, at + 1, heredocs)
    else {
      if (char === '(') open += 1
      if (char === ')') open -= 1
      at += 1
      if (open === 0) return at
    }
  }
  return text.length
}

/** Moves behind the bodies of the heredocs opened on the line before. */
const skipHeredocs = (text: string, start: number, heredocs: Heredoc[]): number => {
  let at = start
  for (const heredoc of heredocs) {
    while (at < text.length) {
      const end = endOfLine(text, at)
      const line = text.slice(at, Math.min(end, at + MAX_WORD_CHARS))
      at = Math.min(end + 1, text.length)
      if ((heredoc.stripTabs ? line.replace(/^\t+/, '') : line).trimEnd() === heredoc.delimiter) break
    }
  }
  heredocs.length = 0
  return at
}

const skipBlanks = (text: string, start: number): number => {
  let at = start
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

const endOfLine = (text: string, start: number): number => {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end
}

const after = (text: string, mark: string, start: number): number => {
  const found = text.indexOf(mark, start)
  return found < 0 ? text.length : found + mark.length
}
