/** The most places of one text, which has at most 300 characters. One listing must not flood what a session knows. */
const MOST_PLACES = 12
const [SHORTEST, LONGEST] = [3, 200]

/** Characters that end a word: blanks, quotes, brackets, separators of lists and commands. */
const ENDS = new Uint8Array(128)
for (const character of ' \t\n\r"\'`<>|;,()[]{}=') ENDS[character.charCodeAt(0)] = 1

const [SLASH, DOT, COLON, TILDE] = [47, 46, 58, 126]

/** Words of a text that name a file or an address. They tell whether a call is about something that came up before. */
export const wordsLikePlaces = (text: string): string[] => {
  const places: string[] = []
  let start = 0
  let hasSign = false
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === SLASH || code === DOT) hasSign = true
    if (at < text.length && !(code < 128 && ENDS[code] === 1)) continue
    if (hasSign && at - start >= SHORTEST && at - start <= LONGEST) {
      const place = placeIn(text, start, at)
      if (place !== undefined && places.push(place) >= MOST_PLACES) break
    }
    start = at + 1
    hasSign = false
  }
  return places
}

/**
 * Accepts a slash with text on both sides or a root before it, or a name with an extension. Strips `./` and
 * punctuation.
 */
const placeIn = (text: string, start: number, end: number): string | undefined => {
  let [from, to] = [start, end]
  while (to > from && (text.charCodeAt(to - 1) === DOT || text.charCodeAt(to - 1) === COLON)) to--
  while (text.charCodeAt(from) === DOT && text.charCodeAt(from + 1) === SLASH) from += 2
  if (to - from < SHORTEST) return undefined
  const slash = text.indexOf('/', from)
  if (slash >= 0 && slash < to - 1) {
    const isRooted = slash === from || text.charCodeAt(from) === TILDE
    if (isRooted || isName(text.charCodeAt(slash - 1))) return text.slice(from, to)
  }
  const dot = text.lastIndexOf('.', to - 1)
  if (dot <= from || to - dot > LONGEST_EXTENSION || to - dot < 2) return undefined
  return isName(text.charCodeAt(dot - 1)) && isLetter(text.charCodeAt(dot + 1)) ? text.slice(from, to) : undefined
}

/** The longest file extension, including its dot. */
const LONGEST_EXTENSION = 7

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isName = (code: number): boolean =>
  isLetter(code) || (code >= 48 && code <= 57) || code === 95 || code === 45 || code === DOT || code === COLON
