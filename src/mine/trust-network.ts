import { DATA, DOWNLOADED, INFRASTRUCTURE, PUBLISHES, SENDS } from './trust-reasons.ts'

/** Why a word to a host of repositories must not be shown: it deletes, publishes, speaks to others or changes secrets. */
export const github = (words: readonly string[]): string | undefined => {
  const [noun = '', verb = ''] = plain(words)
  if (verb === 'delete' || verb === 'archive' || verb === 'rename' || verb === 'transfer') return INFRASTRUCTURE
  if (noun === 'release') return /^(?:list|view|download)$/.test(verb) ? undefined : PUBLISHES
  if (/^(?:comment|review|note)$/.test(verb) || (noun === 'issue' && verb === 'create')) return SENDS
  if (noun === 'gist' && (verb === 'create' || verb === 'edit')) return PUBLISHES
  if (/^(?:secret|variable|ssh-key|gpg-key)$/.test(noun) && verb !== 'list') return INFRASTRUCTURE
  if (noun === 'api' && methodOf(words) === 'DELETE') return INFRASTRUCTURE
  return noun === 'api' && /^(?:POST|PUT|PATCH)$/.test(methodOf(words) ?? '') ? SENDS : undefined
}

const methodOf = (words: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => /^(?:-X|--request|--method)(?:=|$)/.test(word) || /^-X[A-Za-z]/.test(word))
  if (at < 0) return undefined
  const own = words[at]?.replace(/^(?:-X|--request|--method)=?/, '') ?? ''
  return (own === '' ? (words[at + 1] ?? '') : own).toUpperCase()
}

const LOCAL =
  /(?:^|\/\/|@)(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?::|\/|$)/i
const SENDING =
  /^(?:-d|--data(?:-\w+)?|-F|--form(?:-\w+)?|-T|--upload-file|--json|--post-data|--post-file)(?:=|$)|^-[a-zA-Z]{1,6}[dFT]$/

/** Asking a server of one's own for anything is trying it out; handing data to somebody else's is not. */
export const client = (words: readonly string[]): string | undefined => {
  if (words.some((word) => LOCAL.test(word))) return undefined
  // An address that takes the output of another command with it.
  if (words.some((word) => /:\/\/.*\$\(\)/.test(word))) return SENDS
  const method = methodOf(words) ?? plain(words).find((word) => /^(?:POST|PUT|PATCH|DELETE)$/.test(word))
  if (method === 'DELETE') return DATA
  const isGet = words.includes('-G') || words.includes('--get')
  const sends = /^(?:POST|PUT|PATCH)$/.test(method ?? '') || (!isGet && words.some((word) => SENDING.test(word)))
  return sends ? SENDS : undefined
}

/** Not out of a registry. */
const REMOTE_PACKAGE = /^(?:git\+)?(?:https?|ssh|git):\/\//

/** Why a package must not be fetched and run: it comes from an address. */
export const packages = (words: readonly string[]): string | undefined =>
  words.some((word) => REMOTE_PACKAGE.test(word)) ? DOWNLOADED : undefined

/** Words that are no options. */
const plain = (words: readonly string[]): string[] => words.filter((word) => !word.startsWith('-'))
