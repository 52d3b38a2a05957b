/** A sentence in which a program says what it lacks or refuses. */
export interface Form {
  code: string
  /** Lower-case letters that every such sentence holds: a cheap test before the pattern. */
  needle: string
  /** Has the group `name` (what the complaint is about), and `program` and `place` if the sentence names them. */
  pattern: RegExp
  /** Who says it, where the sentence belongs to one program alone. */
  program: string | undefined
  /** How the name is completed: a letter behind `--` in a sentence of getopt is a flag. */
  complete: ((name: string) => string) | undefined
  /** Said by these alone: the words are too plain to count from others. */
  only: ReadonlySet<string> | undefined
}

/** A name in quotes of any kind, or a bare word, which can hold a colon: `lint:all`. */
export const NAME = String.raw`(?:[\`'"‘“](?<name>[^\`'"’”\n]{1,200})[\`'"’”]|(?<name>(?:[^\`'"‘’“”\s:,;<>]|(?<=\w):(?=\w)){1,200}))`
/** A path in quotes, or bare with blanks in it, up to what follows. */
export const PATH = String.raw`(?:[\`'"‘“](?<name>[^\`'"’”\n]{1,300})[\`'"’”]|(?<name>[^\`'"‘’“”\s][^\`'"’”\n]{0,300}?))`
/** Where the sentence ends: with the line, a full stop, or what a harness puts behind it. */
export const END = String.raw`(?:[.,;<)\]]|\s|$)`

export const form = (
  code: string,
  needle: string,
  source: string,
  { program, complete, only }: Partial<Pick<Form, 'program' | 'complete' | 'only'>> = {},
  // All fields in one order, also those that a form does without: the engine reads records of one shape far faster.
): Form => ({ code, needle, pattern: new RegExp(source), program, complete, only })

export const by = (program: string): Pick<Form, 'program'> => ({ program })

/** `P` is `-P`, `color` is `--color`; what has its dashes stays. */
export const asFlag = (name: string): string => {
  if (name.startsWith('-')) return name
  return name.length === 1 ? `-${name}` : `--${name}`
}
