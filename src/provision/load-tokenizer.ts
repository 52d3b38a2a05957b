/** Counts tokens as o200k_base has them. Loaded when first asked for: its vocabulary takes a fifth of a second. */
export const loadTokenCounter = async (): Promise<(text: string) => number> => {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  // Marks of chat formats inside a text are text.
  return (text) => countTokens(text, { disallowedSpecial: new Set() })
}
