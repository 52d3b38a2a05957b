/** Separates path and repository where an alias is about both; no path that is told by a line of text holds it. */
export const AND = '\n'
/** Prefix of a name that is a repository. */
export const OF_REMOTE = 'git '
