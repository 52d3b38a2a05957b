import type { Complaint } from './complaint.ts'
import { finding, type Trail } from './trail.ts'

/** Lines below the name of a file: eslint, stylelint, next; and the notes of shellcheck. */
export const readListed = (line: string, trail: Trail, checker: string): Complaint | undefined =>
  readEslint(line, trail, checker) ?? readShellcheck(line, trail) ?? readSqlfluff(line, trail)

const readEslint = (line: string, trail: Trail, checker: string): Complaint | undefined => {
  const found =
    /^\s{0,8}(\d{1,7}):\d{1,5}\s{1,8}(?:error|warning|Error:|Warning:|✖|⚠|×)\s{1,8}(.{3,300}?)\s{2,80}(\(?[@a-zA-Z][@\w./-]{1,80}\)?)$/.exec(
      line,
    )
  const place = (row: string | undefined): string => (trail.file === '' ? '' : `${trail.file}:${row}`)
  const program = checker === '' ? 'eslint' : checker
  if (found !== null) {
    const code = (found[3] ?? '').replaceAll(/[()]/g, '')
    return finding(program, code, { line, place: place(found[1]), message: found[2] ?? '' })
  }
  const unread = /^\s{1,8}(\d{1,7}):\d{1,5}\s{1,8}error\s{1,8}Parsing error: (.{3,300})$/.exec(line)
  if (unread !== null)
    return finding(program, 'parsing-error', { line, place: place(unread[1]), message: unread[2] ?? '' })
  const file = /^ {2}File "([^"\n]{1,300})", line (\d{1,7})/.exec(line)
  if (file !== null) trail.file = file[1] ?? ''
  return undefined
}

const readShellcheck = (line: string, trail: Trail): Complaint | undefined => {
  const head = /^In (\S{1,300}) line (\d{1,7}):$/.exec(line)
  if (head !== null) trail.file = `${head[1]}:${head[2]}`
  const found = /^\s{0,400}\^-{0,200}\^? (SC\d{4}) \(\w{1,20}\): (.{0,300})/.exec(line)
  return found === null
    ? undefined
    : finding('shellcheck', found[1] ?? '', { line, place: trail.file, message: found[2] ?? '' })
}

/** `L:   3 | P:   5 | LT01 | message`. */
const readSqlfluff = (line: string, trail: Trail): Complaint | undefined => {
  const found = /^L:\s{1,6}(\d{1,6}) \| P:\s{1,6}\d{1,6} \| ([A-Z]{2,4}\d{2}) \| (.{1,300})$/.exec(line)
  return found === null
    ? undefined
    : finding('sqlfluff', found[2] ?? '', { line, place: `${trail.file}:${found[1]}`, message: found[3] ?? '' })
}
