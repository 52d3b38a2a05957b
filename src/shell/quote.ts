/** A text in single quotes, as one word of a POSIX shell, whatever the text holds but NUL. */
export const quoteAlways = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A word as it has to be written so that a shell gives exactly this text to a program. */
export const quoteWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoteAlways(word))

/** The command line that runs these words. */
export const joinWords = (words: readonly string[]): string => words.map(quoteWord).join(' ')
