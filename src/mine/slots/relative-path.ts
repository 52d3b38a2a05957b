/**
 * A text in which paths under the directory that a session worked in are written as seen from there. What lies elsewhere
 * stays as it is.
 */
export const relativePaths = (text: string, cwd: string | undefined): string => {
  if (cwd === undefined || cwd.length < SHORTEST || !text.includes(cwd)) return text
  const parts = text.split(cwd)
  let joined = parts[0] ?? ''
  for (const part of parts.slice(1)) {
    // Within a longer name, or below another directory, it is not this directory.
    if (/[\w.~-]$/.test(joined) || /^[\w.-]/.test(part)) joined += cwd + part
    else if (part.startsWith('/')) joined += /^\/(?:[\s"';|&)]|$)/.test(part) ? `.${part}` : part.slice(1)
    else joined += `.${part}`
  }
  return joined
}

/** `/` and `/x` are too near to the root to be a project. */
const SHORTEST = 4

/** Whether a path begins at the root or in a user's home: it names a machine, not a project. */
export const isRooted = (path: string): boolean => /^(?:\/|~|\$HOME\b|\$\{HOME\}|[A-Za-z]:[\\/])/.test(path)
