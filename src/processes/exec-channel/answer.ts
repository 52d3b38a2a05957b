/** The answer of a script inside the sandbox: a word, its fields, and bytes if there are any. */
export interface ChannelAnswer {
  word: string
  fields: readonly string[]
  payload: Uint8Array
}

/**
 * Finds the answer between its marks, whatever a login shell printed around it. Undefined if its end is missing: a cut
 * channel has answered nothing.
 */
export const readAnswer = (stdout: Buffer, mark: string): ChannelAnswer | undefined => {
  const start = stdout.indexOf(`\n${mark} `)
  if (start < 0) return undefined
  const from = start + mark.length + 2
  const lineEnd = stdout.indexOf('\n', from)
  const end = stdout.lastIndexOf(`\n${mark}.`)
  if (lineEnd < 0 || end < lineEnd) return undefined
  const [word = '', ...fields] = stdout.toString('utf8', from, lineEnd).trimEnd().split(' ')
  return { word, fields, payload: stdout.subarray(Math.min(lineEnd + 1, end), end) }
}

/** Decodes bytes that were sent as hexadecimal numbers; undefined if there is anything else among them. */
export const bytesFromText = (payload: Uint8Array): Uint8Array | undefined => {
  const hex = Buffer.from(payload).toString('latin1').replaceAll(/\s+/g, '')
  return /^(?:[\da-f]{2})*$/.test(hex) ? Buffer.from(hex, 'hex') : undefined
}
