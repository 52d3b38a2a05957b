/** Texts are at most 1,000 characters; a listing must not flood what a session knows. */
const MOST_PLACES = 12
const LONGEST = 200

const PLACE = /[^\s"'`<>|;,()[\]{}=]{3,}/g

/** Words of a text that name a file or an address, for telling whether a call is about something that came up before. */
export const wordsLikePlaces = (text: string): string[] => {
  // Nothing without a slash or a dot can be one.
  if (!text.includes('/') && !text.includes('.') && !text.includes('\\')) return []
  const places: string[] = []
  for (const [word] of text.matchAll(PLACE)) {
    if (word.length > LONGEST || !isPlace(word)) continue
    places.push(word.replace(/^\.\//, '').replace(/[.:]+$/, ''))
    if (places.length >= MOST_PLACES) break
  }
  return places
}

/** A slash with something on both ends, or a name with an extension. */
const isPlace = (word: string): boolean => /[\w.]\/[\w.]|^[/~]\/?[\w.]/.test(word) || /\w\.[A-Za-z]\w{0,5}$/.test(word)
