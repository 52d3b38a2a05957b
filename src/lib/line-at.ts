/** The number of the line, counted from 1, that a place of a text is in. */
export const lineAt = (text: string, index: number): number => {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}
