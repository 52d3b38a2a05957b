import { AppError } from '../../lib/error.ts'
import { quoteAlways } from '../../shell/quote.ts'

/** Quotes any text as one word of a POSIX shell. Only NUL cannot be written and is refused. */
export const quote = (text: string): string => {
  if (text.includes('\0')) throw new AppError('failed-start', 'a NUL character cannot be handed to a shell')
  return quoteAlways(text)
}

/** Writes bytes as a format for `printf`, each by its number, so that none has a special meaning. */
export const printfFormat = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += `\\${byte.toString(8).padStart(3, '0')}`
  return `'${text}'`
}
