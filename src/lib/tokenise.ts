/** `term` is equal for all forms of the same word; `word` is the spelling in the text, for people. */
export interface Token {
  term: string
  word: string
}

/** Users describe a task in fewer characters; text after that is pasted. */
const MAX_TEXT_CHARS = 20_000

/**
 * The words of a text in order. Names count whole and in parts (`VoucherField.tsx`, `voucher-field` and
 * `voucher_field` give the same). Plurals and verb endings are removed, and writing without blanks is cut into pairs.
 * Numbers and ids are no words.
 */
export const tokenise = (text: string): Token[] => {
  const tokens: Token[] = []
  const looked = text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS).toWellFormed() : text
  const forms = ASCII_ALONE.test(looked) ? ASCII : UNICODE
  for (const [run] of looked.normalize('NFKC').replace(TAG, ' ').matchAll(forms.run)) {
    if (PLAIN_WORD.test(run)) tokens.push({ term: stem(run), word: run })
    else if (isPath(run)) for (const segment of segmentsOf(run)) addName(tokens, withoutEnding(segment), forms)
    else addName(tokens, run, forms)
  }
  return tokens
}

/** The distinct terms of a text. */
export const termsOf = (text: string): Set<string> => new Set(tokenise(text).map(({ term }) => term))

/** Tags in which programs wrap what they add to a message. */
const TAG = /<\/?[A-Za-z][\w-]{0,40}>/g

/** A plain word, which most words are, needs no splitting. */
const PLAIN_WORD = /^[a-z]{2,40}$/

/**
 * `run` matches letters and digits with the signs inside names, paths and addresses; the others find the parts of a
 * name.
 */
interface Forms {
  run: RegExp
  caseChange: RegExp
  acronymEnd: RegExp
  partEnd: RegExp
  edges: RegExp
}

const UNICODE: Forms = {
  run: /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_$./\\@:+'’~-]*/gu,
  caseChange: /([\p{Ll}\p{N}])(\p{Lu})/gu,
  acronymEnd: /(\p{Lu})(\p{Lu}\p{Ll})/gu,
  partEnd: /[^\p{L}\p{M}\p{N}'’]+/u,
  edges: /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu,
}

/**
 * The forms for ASCII texts. Character classes of all scripts take milliseconds to set up, which is too long for a
 * hook.
 */
const ASCII: Forms = {
  run: /[A-Za-z0-9][\w$./\\@:+'~-]*/g,
  caseChange: /([a-z0-9])([A-Z])/g,
  acronymEnd: /([A-Z])([A-Z][a-z])/g,
  partEnd: /[^A-Za-z0-9']+/,
  edges: /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g,
}
// oxlint-disable-next-line no-control-regex
const ASCII_ALONE = /^[\u0000-\u007f]*$/

const isPath = (run: string): boolean => run.includes('/') || run.includes('\\')

/** The names in a path or address, without the user's home and the usual first parts. */
const segmentsOf = (run: string): string[] => {
  const segments = run.split(/[/\\:@]+/).filter((segment) => segment !== '' && !PLACES.has(segment.toLowerCase()))
  const home = /(?:^|[/\\])(?:home|Users)[/\\]+([^/\\]+)/.exec(run)?.[1]
  return home === undefined ? segments : segments.filter((segment) => segment !== home)
}

/** Beginnings of paths and addresses that say nothing. */
const PLACES = new Set('home users http https www com org net io github.com gitlab.com tmp var src c'.split(' '))

/** Removes the file extension, which tells the language and not the topic. */
const withoutEnding = (segment: string): string => {
  const at = segment.lastIndexOf('.')
  return at > 0 && segment.length - at <= MAX_ENDING_CHARS ? segment.slice(0, at) : segment
}

const MAX_ENDING_CHARS = 6

/** Adds the parts of a name and, if it has several, the whole name. */
const addName = (tokens: Token[], name: string, forms: Forms): void => {
  const parts = name
    .replace(forms.caseChange, '$1 $2')
    .replace(forms.acronymEnd, '$1 $2')
    .split(forms.partEnd)
    .map((part) => part.replaceAll(/['’]/g, ''))
    .filter((part) => part !== '')
  const isAscii = forms === ASCII
  const words = parts.flatMap((part) => (isAscii ? wordOf(part) : wordsOf(part)))
  if (words.length > 1 && words.length <= MOST_PARTS && (isAscii || !SCRIPT_WITHOUT_BLANKS.test(name))) {
    const whole = words.join('')
    if (whole.length <= MAX_WORD_CHARS) tokens.push({ term: whole, word: name.replace(forms.edges, '') })
  }
  for (const word of words) tokens.push({ term: stem(word), word })
}

/** `state-of-the-art-thing` is a phrase, not a name. */
const MOST_PARTS = 5
const MAX_WORD_CHARS = 40

const SCRIPT_WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const wordsOf = (part: string): string[] =>
  SCRIPT_WITHOUT_BLANKS.test(part) ? pairsOf(part.toLowerCase()) : wordOf(part)

const wordOf = (part: string): string[] => {
  const word = part.toLowerCase()
  return word.length < 2 || word.length > MAX_WORD_CHARS || isNumberOrId(word) ? [] : [word]
}

/** In writing without blanks, two characters are about one word. */
const pairsOf = (text: string): string[] => {
  const characters = [...text]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

const isNumberOrId = (word: string): boolean =>
  /^\d+$/.test(word) || (word.length >= 4 && /\d/.test(word) && /^[0-9a-f]+$/.test(word)) || MEASURE.test(word)

/** Amounts such as `30s`, `8gb`, `100px`. */
const MEASURE = /^\d+(?:ms|[smhdkx]|[kmg]i?b|px|pt|em|rem|th|st|nd|rd)$/

/**
 * Removes plurals and verb endings of English words: enough for `parsed` to match `parsing`. `theme` does not become
 * `them`.
 */
export const stem = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let rest = word
  if (rest.endsWith('ies') && rest.length > 4) rest = `${rest.slice(0, -3)}y`
  else if (/(?:ss|x|ch|sh|zz)es$/.test(rest)) rest = rest.slice(0, -2)
  else if (rest.endsWith('s') && !/(?:ss|us|is)$/.test(rest)) rest = rest.slice(0, -1)
  const ending = rest.length >= 6 && rest.endsWith('ing') ? 3 : rest.length >= 5 && /[^e]ed$/.test(rest) ? 2 : 0
  if (ending > 0 && /[aeiouy]/.test(rest.slice(0, -ending))) rest = undoubled(rest.slice(0, -ending))
  return rest.length >= 5 && rest.endsWith('e') && rest !== 'theme' ? rest.slice(0, -1) : rest
}

const undoubled = (rest: string): string =>
  rest.length > 3 && rest.at(-1) === rest.at(-2) && !/[lsz]$/.test(rest) ? rest.slice(0, -1) : rest
