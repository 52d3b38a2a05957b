import type { ShellCommand } from './script.ts'

/**
 * Every line that a search prints holds at least one of these texts, lower-cased. Undefined where that cannot be told: a pattern
 * without a fixed part, or a flag by which lines without the pattern are printed.
 */
export const searchLiterals = ({ program, words }: ShellCommand): string[] | undefined => {
  if (words.some((word) => OTHER_OUTPUT.test(word) || (program === 'rg' && REWRITTEN.test(word)))) return undefined
  const patterns = patternsOf(words)
  if (patterns.length === 0) return undefined
  const isFixed = program === 'fgrep' || words.some((word) => /^(?:--fixed-strings|-[a-zA-Z]*F[a-zA-Z]*)$/.test(word))
  const isBasic = (program === 'grep' || program === 'git') && !words.some((word) => EXTENDED.test(word))
  const literals: string[] = []
  for (const pattern of patterns) {
    const found = isFixed ? [pattern] : literalsOf(pattern, isBasic)
    if (found === undefined) return undefined
    literals.push(...found)
  }
  return literals.every((literal) => literal.length >= MIN_CHARS) ? literals.map((one) => one.toLowerCase()) : undefined
}

/** Shorter texts stand anywhere. */
const MIN_CHARS = 3

/** Prints names, counts, other lines or rewritten ones. */
const OTHER_OUTPUT =
  /^(?:-[a-zA-Z]*[vlLcqfz0][a-zA-Z]*|--(?:invert-match|files|files-with-matches|files-without-match|count|count-matches|quiet|replace|file|null|stats|type-list)(?:=.*)?)$/

/** ripgrep prints something else in the pattern's place; grep searches folders. */
const REWRITTEN = /^-[a-zA-Z]*r[a-zA-Z]*$/

const EXTENDED = /^(?:--(?:extended|perl)-regexp|-[a-zA-Z]*[EP][a-zA-Z]*)$/

/** Flags whose value is the next word. */
const VALUED = new Set(
  '-A -B -C -m -g -t -T -j -M -d --after-context --before-context --context --max-count --glob --iglob --type --type-not --include --exclude --exclude-dir --color --colors --max-columns --max-depth --sort --threads --encoding'.split(
    ' ',
  ),
)

const patternsOf = (words: readonly string[]): string[] => {
  const named: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-e' || word === '--regexp') named.push(words[++at] ?? '')
    else if (word.startsWith('--regexp=')) named.push(word.slice('--regexp='.length))
    else if (word === 'grep' && at === 0) continue
    else if (VALUED.has(word)) at += 1
    else if (word === '--' && named.length === 0) return [words[at + 1] ?? '']
    else if (!word.startsWith('-') && named.length === 0) return [word]
  }
  return named
}

/** The longest fixed part of each alternative. Undefined: one of them has none, or it is built in a way that we do not read. */
const literalsOf = (pattern: string, isBasic: boolean): string[] | undefined => {
  // A value of the shell, a character by its number, or a group: what stands inside may be optional.
  if (/\$[\w{(]|\\[xu]/.test(pattern) || (isBasic ? /\\[({]/ : /(?<!\\)(?:\\\\)*[({]/).test(pattern)) return undefined
  const literals: string[] = []
  let longest = ''
  let run = ''
  const endRun = (isOptional = false): void => {
    const whole = isOptional ? run.slice(0, -1) : run
    if (whole.length > longest.length) longest = whole
    run = ''
  }
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at)
    if (char === '\\') {
      at += 1
      const next = pattern.charAt(at)
      if (isBasic && next === '|') {
        endRun()
        literals.push(longest)
        longest = ''
      } else if (isBasic && (next === '?' || next === '+')) endRun(next === '?')
      else if (/[\w<>]/.test(next)) endRun()
      else run += next
    } else if (char === '|' && !isBasic) {
      endRun()
      literals.push(longest)
      longest = ''
    } else if (char === '[') {
      endRun()
      const end = pattern.indexOf(']', at + 2)
      if (end < 0) return undefined
      at = end
    } else if (char === '*' || (char === '?' && !isBasic)) endRun(true)
    else if (char === '.' || char === '^' || char === '$' || (char === '+' && !isBasic)) endRun()
    else run += char
  }
  endRun()
  return [...literals, longest]
}
