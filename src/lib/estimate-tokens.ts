/** Characters for each token in commands, JSON and English prose. Rather too low than too high. */
const ASCII_CHARS_A_TOKEN = 3.5

/** Estimates the tokens of a text. Loading a tokenizer would cost more than everything else that a load does. */
export const estimateTokens = (text: string): number => {
  let wide = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) wide++
  return Math.ceil((text.length - wide) / ASCII_CHARS_A_TOKEN + wide)
}
