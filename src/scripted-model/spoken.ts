import type { Fault, Reply, ScriptedCall } from './script.ts'

/** An answer before it is in any provider's format. */
export interface Spoken {
  id: string
  model: string
  text: string
  reasoning: string
  calls: (ScriptedCall & { id: string })[]
  usage: Tokens | undefined
  finishReason: NonNullable<Reply['finishReason']>
  chunkChars: number
}

export interface Tokens {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
}

interface WireError {
  kind: Fault['kind']
  message: string
}

/** How one provider writes answers and errors. */
export interface Format {
  stream(said: Spoken): string[]
  whole(said: Spoken): string
  error(status: number, error: WireError): string
  /** An error in the middle of a stream. */
  errorFrame(status: number, error: WireError): string
  brokenFrame: string
}

/** What a model writes as arguments of a call. */
export const argumentsOf = ({ args, rawArgs, input }: ScriptedCall): string =>
  rawArgs ?? JSON.stringify(args ?? (input === undefined ? {} : { input }))

/** Cuts a text into pieces of about `chars` characters, never inside a character of two units. */
export const pieces = (text: string, chars: number): string[] => {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + chars
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
