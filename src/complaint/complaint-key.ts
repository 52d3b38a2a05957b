/**
 * The line of a complaint without what differs from case to case: quoted names, paths and numbers become `*`, blanks become one. Two complaints
 * with the same key say the same about different things. Words with a slash that are no path (`os/exec.CommandContext`) stay.
 */
export const complaintKey = (line: string): string =>
  line
    .slice(0, MAX_CHARS)
    .replaceAll(QUOTED, '*')
    .replaceAll(PATHS, '$1*')
    .replaceAll(NUMBERS, '*')
    .replaceAll(/\s+/g, ' ')
    .trim()

const MAX_CHARS = 400
const QUOTED =
  /`[^`\n]{1,200}`|"[^"\n]{1,200}"|(?<![A-Za-z])'[^'\n]{1,200}'(?![A-Za-z])|‘[^’\n]{1,200}’|“[^”\n]{1,200}”/g
/** A path that is absolute, begins with `./`, `../` or `~/`, or ends like a file, with a line and column behind it. */
const PATHS =
  /(^|[\s(=,[])(?:(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}\/)[^\s:,;()<>]{1,300}|[\w@.+-]{1,80}(?:[\\/][\w@.+-]{1,80}){0,20}\.[a-z]\w{0,4}(?=$|[\s:,;()]))(?::\d{1,7}){0,2}/g
const NUMBERS = /\b(?:0x[\da-f]{1,16}|\d{1,12}(?:\.\d{1,9}){0,2})(?=\b|m?s\b|[kKMG]i?B\b)/g
