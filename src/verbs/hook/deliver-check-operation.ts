import { AppError } from '../../lib/error.ts'
import type { Circumstances, Delivered } from './occasion-operation.ts'

/** The time for the steps after the decision: committing, and printing a few kilobytes. */
const LAST_STEPS_MS = 20

/** Throws, and so undoes the caller's transaction, if the text would come too late. */
export const requireTime = ({ isNear }: Pick<Circumstances, 'isNear'>): void => {
  if (isNear(LAST_STEPS_MS)) throw new AppError('too-late', 'there was no time left to give what was found')
}

/**
 * Returns why this session may not get a text, if so. Templates hold no secrets when they are made; this finds values
 * that became secrets since.
 */
export const refusalOf = async (
  text: string,
  { env, mostBytes }: Pick<Circumstances, 'env' | 'mostBytes'>,
): Promise<Delivered['refused']> => {
  if (Buffer.byteLength(text) > mostBytes) return 'too-long'
  const shared = sharedWith(text, env)
  if (Object.keys(shared).length === 0) return undefined
  // The rules about secrets are twenty files: they are loaded only if the text may hold a secret.
  const { exactSpans, secretValuesOf } = await import('../../template/redact-environment.ts')
  return exactSpans(text, secretValuesOf(shared)).length > 0 ? 'holds-a-secret' : undefined
}

/** A secret, or the rest of a secret that was cut, has at least this many characters. */
const SHORTEST_CHARS = 8
/** Directories and lists of directories: no secrets, and often the project's name in a text. */
const PATHS = /^[~/][\w.:/+-]*$/

/**
 * The variables whose value shares enough characters with the text to be a secret, written plainly or as in JSON and
 * URLs.
 */
const sharedWith = (text: string, env: Circumstances['env']): Record<string, string> => {
  const stretches = new Set<string>()
  for (let at = 0; at + SHORTEST_CHARS <= text.length; at++) stretches.add(text.slice(at, at + SHORTEST_CHARS))
  const isShared = (written: string): boolean => {
    for (let at = 0; at + SHORTEST_CHARS <= written.length; at++)
      if (stretches.has(written.slice(at, at + SHORTEST_CHARS))) return true
    return false
  }
  const shared: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(env)) {
    if (PATHS.test(value)) continue
    const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]
    if (new Set(forms).values().some(isShared)) shared[name] = value
  }
  return shared
}
