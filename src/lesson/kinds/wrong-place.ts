import { MISSING_PATH, NO_PROJECT_HERE, OTHER_MANAGER } from '../../complaint/complaint.ts'
import { type AskedCommand, askedCommands, holdsWord } from '../asked.ts'
import type { LessonCall, LessonSession } from '../facts.ts'
import { repositoryPath } from '../repository-path.ts'
import type { Mistake, Sighting } from '../sighting.ts'
import { isSayable } from '../words.ts'
import { type Candidate, chooseRemedy, type FoundRemedy, workedAfter } from './remedy.ts'

/** A program ran at the root of the repository, but its project is in a folder. */
export const WRONG_PLACE = 'wrong-place'
/** The project is kept with another package manager. */
export const WRONG_MANAGER = 'wrong-manager'

/** A program that was started where it has no project, or a package manager that is not the project's. */
export const startMistakes = (call: LessonCall, session: LessonSession): Mistake[] =>
  call.complaints.some(({ code }) => CODES.has(code)) ? [...placeMistakes(call, session), ...managerMistakes(call)] : []

const CODES: ReadonlySet<string> = new Set([MISSING_PATH, NO_PROJECT_HERE, OTHER_MANAGER])

const placeMistakes = (call: LessonCall, session: LessonSession): Mistake[] => {
  const commands = askedCommands(call)
  for (const { code, subject, program } of call.complaints) {
    const file = subject.slice(subject.lastIndexOf('/') + 1)
    const owners =
      code === NO_PROJECT_HERE
        ? [program]
        : code === MISSING_PATH && !holdsWord(call.command ?? '', file)
          ? MANIFESTS.get(file)
          : undefined
    const asking = owners === undefined ? undefined : commands.find((one) => owners.includes(one.program))
    if (asking === undefined || placeOf(asking, call, session) !== '') continue
    return [{ kind: 'command', trigger: { code: WRONG_PLACE, program: asking.program, subject: '' } }]
  }
  return []
}

/** The file that makes a directory a project, and the programs that look for it. */
const MANIFESTS = new Map<string, string[]>([
  ['package.json', ['npm', 'pnpm', 'yarn', 'bun']],
  ['Cargo.toml', ['cargo']],
  ['go.mod', ['go']],
  ['justfile', ['just']],
  ['makefile', ['make']],
  ['pyproject.toml', ['uv', 'poetry', 'pdm', 'hatch']],
])

/** The files that would make the root a project for this program; none are known for some programs. */
export const manifestsOf = (program: string): string[] =>
  [...MANIFESTS].flatMap(([file, programs]) => (programs.includes(program) ? [file] : []))

/** The directory in which a command works, relative to the repository; undefined if it is unknown or outside. */
const placeOf = (
  { words, at }: Pick<AskedCommand, 'words' | 'at'>,
  call: LessonCall,
  session: LessonSession,
): string | undefined => {
  const index = words.findIndex((word) => FOLDER_FLAG.test(word))
  const flag = words[index] ?? ''
  const named = flag.includes('=') ? flag.slice(flag.indexOf('=') + 1) : words[index + 1]
  const folder = index < 0 || named === undefined ? '.' : named.replace(/\/?Cargo\.toml$/, '')
  const place = repositoryPath(folder, session, at ?? call.cwd)
  return place?.inside === true ? place.path.replace(/\/+$/, '') : undefined
}

const FOLDER_FLAG = /^(?:-C|--prefix|--dir|--cwd|--directory|--project-directory|--manifest-path|-chdir)(?:=.+)?$/

const MANAGERS: ReadonlySet<string> = new Set('npm pnpm yarn bun uv poetry pipx pdm pip pip3'.split(' '))

const managerMistakes = (call: LessonCall): Mistake[] => {
  if (!call.complaints.some(({ code }) => code === OTHER_MANAGER)) return []
  const asking = askedCommands(call).find(({ program }) => MANAGERS.has(program))
  return asking === undefined
    ? []
    : [{ kind: 'command', trigger: { code: WRONG_MANAGER, program: asking.program, subject: '' } }]
}

/** Where the same program then found its project. */
export const placeRemedy = (sightings: readonly Sighting[]): FoundRemedy | undefined =>
  chooseRemedy(sightings, 'path', (sighting) => {
    const { trigger, session } = sighting
    return workedAfter(sighting).flatMap((call) =>
      askedCommands(call).flatMap((one): Candidate[] => {
        const folder = one.program === trigger.program ? placeOf(one, call, session) : undefined
        return folder === undefined || folder === '' || !isSayable(folder) ? [] : [{ text: folder, call }]
      }),
    )
  })

/** The package manager that then worked. */
export const managerRemedy = (sightings: readonly Sighting[]): FoundRemedy | undefined =>
  chooseRemedy(sightings, 'command', (sighting) =>
    workedAfter(sighting).flatMap((call) =>
      askedCommands(call).flatMap(({ program, words }): Candidate[] =>
        MANAGERS.has(program) && program !== sighting.trigger.program && words.length > 0
          ? [{ text: program, call }]
          : [],
      ),
    ),
  )
