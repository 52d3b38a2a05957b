import { AppError } from '../../lib/error.ts'
import { quoteAlways } from '../../shell/quote.ts'

/** A text as one word of a POSIX shell, whatever it holds. Only NUL cannot be said to a shell and is refused. */
export const quote = (text: string): string => {
  if (text.includes('\0')) throw new AppError('failed-start', 'a NUL character cannot be handed to a shell')
  return quoteAlways(text)
}

/** Bytes as the format of `printf`: every one by its number, so that none means anything. */
export const printfFormat = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += `\\${byte.toString(8).padStart(3, '0')}`
  return `'${text}'`
}
