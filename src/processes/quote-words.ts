import { joinWords } from '../shell/quote.ts'

/** Makes a shell command line: a single word is shell text already; several words are quoted one by one. */
export const commandLine = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] ?? '') : joinWords(words)
