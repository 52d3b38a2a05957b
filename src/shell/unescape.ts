/** An unquoted word without its backslashes; one before a line break takes the break with it. */
export const unescapeWord = (raw: string): string =>
  raw.includes('\\') ? raw.replace(/\\(\n|[^])/g, (_, char: string) => (char === '\n' ? '' : char)) : raw

/** The inside of double quotes: a backslash escapes only what would mean something there. */
export const unescapeDouble = (raw: string): string =>
  raw.includes('\\') ? raw.replace(/\\([$`"\\\n])/g, (_, char: string) => (char === '\n' ? '' : char)) : raw

const SIMPLE = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001b'],
  ['E', '\u001b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
])

/** The inside of `$'...'`. */
export const decodeAnsi = (raw: string): string =>
  raw.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|([^]))/g,
    (all, hex?: string, four?: string, eight?: string, octal?: string, char?: string) => {
      if (char !== undefined) return SIMPLE.get(char) ?? char
      const code =
        octal === undefined ? Number.parseInt(hex ?? four ?? eight ?? '', 16) : Number.parseInt(octal, 8) & 0xff
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
    },
  )
