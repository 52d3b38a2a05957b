import { isAbsolute } from 'node:path'
import { refuse } from '../define-tool.ts'
import type { ToolAnswer, ToolContext } from '../tool.ts'
import { delicate, type DelicatePlaces, placesOf } from './delicate.ts'
import { isWithin, resolvePath } from './resolve-path.ts'

export type Permitted =
  | { isPermitted: true; path: string; shown: string; cwd: string }
  | { isPermitted: false; answer: ToolAnswer }

interface PathRequest {
  tool: string
  use: 'read' | 'write'
  /** The verb for the question to a person: `read`, `delete`, ... */
  verb: string
}

/**
 * Resolves a path that a model named, if the agent may go there: inside the working directory except to secrets, or
 * anywhere with a person's permission. Use only the returned path: it holds no links, so no link can lead to another
 * place than the one that was asked about.
 */
export const permitPath = async (named: string, context: ToolContext, request: PathRequest): Promise<Permitted> => {
  const problem = nameProblem(named)
  if (problem !== undefined) return denied(problem)
  const cwd = await resolvePath(context.cwd)
  const path = await resolvePath(absolute(named, context))
  if (cwd === undefined || path === undefined) return denied(`Path is a circle of links: ${named}`)
  const shown = shownPath(path, cwd)
  const reason = reasonToAsk(path, await placesOf(context.app, cwd), request.use)
  if (reason === undefined) return { isPermitted: true, path, shown, cwd }
  const what = `${request.verb} ${printable(path)}`
  if (await context.approve({ tool: request.tool, what, reason })) return { isPermitted: true, path, shown, cwd }
  return denied(`Permission to ${what} was denied: ${WORDS[reason]}. Do without it, or ask the user.`)
}

/** A path for the model to see: relative if it lies inside the working directory. */
export const shownPath = (path: string, cwd: string): string => {
  if (path === cwd) return '.'
  return isWithin(path, cwd) ? path.slice(cwd.endsWith('/') ? cwd.length : cwd.length + 1) : path
}

type Reason = 'outside-directory' | 'secrets' | 'runs-later' | 'system'

const WORDS: Record<Reason, string> = {
  'outside-directory': 'it lies outside the working directory',
  secrets: 'it may hold secrets',
  'runs-later': 'what is written there is run later by other programs',
  system: 'it belongs to the system',
}

const reasonToAsk = (path: string, places: DelicatePlaces, use: 'read' | 'write'): Reason | undefined =>
  delicate(path, places, use) ?? (isWithin(path, places.cwd) ? undefined : 'outside-directory')

/** Some characters in a name could make the question look like another one. */
export const printable = (path: string): string =>
  /[\p{C}\p{Zl}\p{Zp}]/u.test(path) ? JSON.stringify(path).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped) : path

const escaped = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`

const denied = (text: string): Permitted => ({ isPermitted: false, answer: refuse(text) })

const MAX_PATH_CHARS = 4_096

const nameProblem = (named: string): string | undefined => {
  if (named.trim() === '') return 'Path must not be empty'
  if (named.includes('\0')) return 'Path must not hold a NUL character'
  return named.length > MAX_PATH_CHARS ? `Path is longer than ${MAX_PATH_CHARS} characters` : undefined
}

const absolute = (named: string, { cwd, app }: ToolContext): string => {
  if (named === '~' || named.startsWith('~/')) return `${app.place.home}${named.slice(1)}`
  return isAbsolute(named) ? named : `${cwd}/${named}`
}
