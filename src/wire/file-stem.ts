/**
 * Names a session without an id after its file. Two folders may each hold a `messages.json`, so a name that says
 * nothing is joined to the folder's name.
 */
export const nameSession = (path: string): string => {
  const parts = path.split(/[/\\]/)
  const name = parts.pop() ?? ''
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  const folder = parts.pop()
  return PLAIN_NAMES.has(stem.toLowerCase()) && folder ? `${folder}/${stem}` : stem
}

const PLAIN_NAMES: ReadonlySet<string> = new Set([
  'chat',
  'chats',
  'conversation',
  'conversations',
  'data',
  'history',
  'log',
  'message',
  'messages',
  'output',
  'result',
  'results',
  'session',
  'test',
  'train',
  'trajectory',
  'transcript',
])

const ID_CHARS = 200

/** The name of a session that may have an id of its own; else the file's, and its number there. */
export const sessionName = (path: string, id: unknown, ordinal: number | string): string => {
  const own = typeof id === 'number' ? String(id) : typeof id === 'string' ? id : ''
  // Running numbers are only good within their file.
  if (own !== '' && !/^\d{1,9}$/.test(own)) return own.slice(0, ID_CHARS)
  return `${nameSession(path)}#${own === '' ? ordinal : own}`
}
