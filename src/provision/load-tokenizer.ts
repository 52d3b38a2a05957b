/** Counts tokens of the encoding o200k_base. Loaded on first use, because the vocabulary takes a fifth of a second. */
export const loadTokenCounter = async (): Promise<(text: string) => number> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // Markers of chat formats inside a text count as plain text.
  return (text) => countTokens(text, { disallowedSpecial: new Set() })
}
