/** A piece of a command line: a word with its quotes removed, an operator, or a redirection with its target. */
export type ShellToken = ShellWord | ShellOperator | ShellRedirect

export interface ShellWord {
  kind: 'word'
  /** What the program is given, quotes and escapes removed. A substitution stays in it as it is written. */
  text: string
  start: number
  end: number
  /** Some part of the word stands in quotes, so that its characters mean themselves. */
  quoted: boolean
  /** What the shell replaces when it runs the line (`$HOME`, `$(ls)`), as written; absent where nothing is replaced. */
  expansions?: string[]
}

export interface ShellOperator {
  kind: 'operator'
  /** `;` stands for a line break too, `&` for a command in the background, `|` for `|&` too. */
  text: '&&' | '||' | ';' | '|' | '&' | '(' | ')'
  start: number
  end: number
}

export interface ShellRedirect {
  kind: 'redirect'
  descriptor: number
  /** A file, `&1` for a copy of a descriptor, or empty for text that stands in the line itself. */
  target: string
  input: boolean
  /** The text comes from the line itself: `<<END` or `<<<word`. */
  inline: boolean
  start: number
  end: number
}

/** A command line taken apart. */
export interface ShellTokens {
  tokens: ShellToken[]
  /** False where the line breaks the grammar; its tokens are then a best guess. */
  sound: boolean
}

/** Longer lines carry data, not commands; the grammar needs too long for the worst of them. */
export const MAX_SHELL_CHARS = 8192
