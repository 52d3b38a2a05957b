/** A text as one word of bash or zsh. */
export const inQuotes = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A text as one word of fish, which knows backslashes between single quotes. */
export const inFishQuotes = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
