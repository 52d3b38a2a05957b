/** The text with paths below the session's working directory made relative to it. Other paths stay as they are. */
export const relativePaths = (text: string, cwd: string | undefined): string => {
  if (cwd === undefined || cwd.length < SHORTEST || !text.includes(cwd)) return text
  const parts = text.split(cwd)
  let joined = parts[0] ?? ''
  for (const part of parts.slice(1)) {
    // Within a longer name, or below another directory, the match is not this directory.
    if (/[\w.~-]$/.test(joined) || /^[\w.-]/.test(part)) joined += cwd + part
    else if (part.startsWith('/')) joined += /^\/(?:[\s"';|&)]|$)/.test(part) ? `.${part}` : part.slice(1)
    else joined += `.${part}`
  }
  return joined
}

/** `/` and `/x` are too close to the root to be a project. */
const SHORTEST = 4

/** Whether a path begins at the root or in a user's home. Such a path belongs to a machine, not to a project. */
export const isRooted = (path: string): boolean => /^(?:\/|~|\$HOME\b|\$\{HOME\}|[A-Za-z]:[\\/])/.test(path)
