/** Characters of a token in commands, JSON and English prose, rather too few than too many. */
const ASCII_CHARS_A_TOKEN = 3.5

/** About how many tokens a text is. A tokenizer would cost more to load than everything else that a load does. */
export const estimateTokens = (text: string): number => {
  let wide = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) wide++
  return Math.ceil((text.length - wide) / ASCII_CHARS_A_TOKEN + wide)
}
