import { joinWords } from '../shell/quote.ts'

/** Words as a command line for a shell: one word is taken for what it is, shell text; several are quoted, each as it was given. */
export const commandLine = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] ?? '') : joinWords(words)
