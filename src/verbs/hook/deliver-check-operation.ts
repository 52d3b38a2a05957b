import { AppError } from '../../lib/error.ts'
import type { Circumstances, Delivered } from './occasion-operation.ts'

/** What is left to do after the decision: committing, and handing over a few kilobytes. */
const LAST_STEPS_MS = 20

/** Undoes the transaction it is called in when its result would come too late to be given. */
export const requireTime = ({ isNear }: Pick<Circumstances, 'isNear'>): void => {
  if (isNear(LAST_STEPS_MS)) throw new AppError('too-late', 'there was no time left to give what was found')
}

/** Why a text may not be given to this session, if so. Templates are free of secrets when made; what became one since is found here. */
export const refusalOf = async (
  text: string,
  { env, mostBytes }: Pick<Circumstances, 'env' | 'mostBytes'>,
): Promise<Delivered['refused']> => {
  if (Buffer.byteLength(text) > mostBytes) return 'too-long'
  const shared = sharedWith(text, env)
  if (Object.keys(shared).length === 0) return undefined
  // Twenty files that say what is a secret: they are worth loading only where something could be one.
  const { exactSpans, secretValuesOf } = await import('../../template/redact-environment.ts')
  return exactSpans(text, secretValuesOf(shared)).length > 0 ? 'holds-a-secret' : undefined
}

/** A secret, or the rest of a secret that was cut, has at least this many characters. */
const SHORTEST_CHARS = 8
/** Directories, and lists of them: no secret, and often the name of the project that a text speaks of. */
const PATHS = /^[~/][\w.:/+-]*$/

/** The variables that share a stretch long enough for a secret with the text, written plainly or as in JSON and URLs. */
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
