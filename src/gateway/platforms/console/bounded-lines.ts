import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Reads the lines of a stream. A line longer than `longest` characters is yielded as undefined and not kept in memory.
 * Ends with the stream or the signal.
 */
export async function* readBoundedLines(
  input: Readable,
  { longest, signal }: { longest: number; signal: AbortSignal },
): AsyncGenerator<string | undefined> {
  const decoder = new StringDecoder('utf8')
  let [rest, isTooLong] = ['', false]
  for await (const chunk of chunksOf(input, signal)) {
    const pieces = (rest + decoder.write(chunk)).split('\n')
    rest = pieces.pop() ?? ''
    for (const line of pieces) {
      yield isTooLong || line.length > longest ? undefined : line
      isTooLong = false
    }
    if (rest.length <= longest) continue
    isTooLong = true
    rest = ''
  }
  // A last line without a line end counts too, unless the signal stopped the reading in the middle of it.
  if (!signal.aborted && (rest !== '' || isTooLong)) yield isTooLong ? undefined : rest
}

/** The signal ends the reading but not the stream, which belongs to the caller. */
async function* chunksOf(input: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  while (!signal.aborted && !input.readableEnded && !input.destroyed) {
    const chunk = input.read() as Buffer | string | null
    if (chunk !== null) {
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      continue
    }
    const settled = new AbortController()
    const either = AbortSignal.any([signal, settled.signal])
    await Promise.race(
      ['readable', 'end', 'close'].map((name) => once(input, name, { signal: either }).catch(() => undefined)),
    )
    settled.abort()
  }
}
