/** Quotes a text as one word of bash or zsh. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a text as one word of fish, which reads backslashes inside single quotes. */
export const inFishQuotes = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
