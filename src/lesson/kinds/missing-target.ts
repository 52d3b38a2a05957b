import { MISSING_TARGET } from '../../complaint/complaint.ts'
import { type AskedCommand, readVerb } from '../asked.ts'
import { repositoryPath } from '../repository-path.ts'
import type { Mistake } from '../sighting.ts'
import { type Asked, missing, readPath } from './missing-path.ts'

/** A package lacks the part that a flag asks for. */
export const NO_LIBRARY = 'no-library-target'

/** A package, a scheme, a service or another part of the project that a command asked for by name. */
export const readTarget = (asked: Asked): Mistake[] => {
  const { complaint, commands, session, call } = asked
  const { program, subject, line } = complaint
  if (/no library target/.test(line))
    return commands.some(({ words }) => words.includes('--lib')) ? missing(NO_LIBRARY, 'cargo', '--lib') : []
  if (program === 'gradle') return missing(MISSING_TARGET, program, subject)
  if (program === 'go') {
    if (!/no Go files/.test(line)) return readPath(asked)
    const place = repositoryPath(subject, session, call.cwd)
    return place?.inside === true && place.path !== '' ? missing(MISSING_TARGET, 'go', place.path) : []
  }
  return LASTING.has(program) || /\b(?:context|label|service)\b/.test(line)
    ? missing(MISSING_TARGET, askingWords(commands, program, subject), subject)
    : []
}

/** Targets that are written down in the project. Containers, pull requests and pods come and go. */
const LASTING: ReadonlySet<string> = new Set(['cargo', 'turbo', 'nx', 'mvn', 'swift', 'xcodebuild'])

/** The words with which a target was asked for: `cargo -p`, `xcodebuild -scheme`, `docker compose up`. */
const askingWords = (commands: readonly AskedCommand[], program: string, subject: string): string => {
  for (const command of commands) {
    const at = command.words.findIndex((word) => word === subject || word.endsWith(`=${subject}`))
    if (at < 0) continue
    const word = command.words[at] ?? ''
    const flag = word === subject ? (command.words[at - 1] ?? '') : word.slice(0, -subject.length - 1)
    const lead = command.program === 'cargo' ? 'cargo' : readVerb(command)
    return /^--?[a-z][\w-]*$/.test(flag) ? `${lead} ${flag}` : lead
  }
  return program
}
