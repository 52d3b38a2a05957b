import { AppError } from '../lib/error.ts'
import { spelledName } from './name.ts'

/** What a person named: a template, and maybe one of its versions. */
export interface Reference {
  /** Name, id, or the beginning of a hash. */
  name: string
  version: number | undefined
}

/** Reads `shop-go`, `shop go`, `shop-go@3` or `shop-go@v3`. */
export const readReference = (text: string): Reference => {
  const [name = '', version, ...rest] = text.split('@')
  if (version === undefined) return { name: spelledName(name), version: undefined }
  const digits = version.startsWith('v') ? version.slice(1) : version
  if (rest.length === 0 && name !== '' && /^\d{1,9}$/.test(digits) && Number(digits) > 0)
    return { name: spelledName(name), version: Number(digits) }
  throw new AppError('usage', `${text} is not a template and a version`, { hint: 'as in NAME@3' })
}

/** The same where a version makes no sense. */
export const readWholeReference = (text: string): string => {
  const { name, version } = readReference(text)
  if (version === undefined) return name
  throw new AppError('usage', `${text} names a version, but this is done to a template as a whole`, {
    hint: `leave out @${version}`,
  })
}
