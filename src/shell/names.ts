/** The name of a program without its directory. */
export const nameOf = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** Programs that read a command line of their own. */
export const SHELLS: ReadonlySet<string> = new Set('bash sh zsh dash fish ksh ash mksh tcsh csh pwsh'.split(' '))

/** Programs that run code of another language. */
export const INTERPRETER =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|ruby|perl|php|lua|luajit|tsx|ts-node|Rscript|julia|osascript|tclsh|guile|elixir|groovy|scala|jshell|swipl)$/

/** Whether a file is run by an interpreter, by its ending. */
export const SCRIPT_FILE = /\.(?:sh|bash|py|[cm]?js|ts|rb|pl|php|R)$/

/** `-c` of a shell, alone or behind other letters: the next word is a command line. */
export const isCommandFlag = (word: string): boolean => /^-[a-z]*c$/.test(word)

/** `NAME=value` before a command. */
export const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*\+?=/.test(word)
