import {
  MISSING_MODULE,
  MISSING_PROGRAM,
  MISSING_REVISION,
  MISSING_TARGET,
  MISSING_TASK,
  UNKNOWN_COMMAND,
  UNKNOWN_FIELD,
  UNKNOWN_FLAG,
} from '../../complaint/complaint.ts'
import { type BareCommand, bareCommands, workOfBare } from './bare-command.ts'
import { isOneEditAway } from '../edit-distance.ts'
import type { LessonCall } from '../facts.ts'
import { NO_LIBRARY } from './missing-target.ts'
import type { Sighting } from '../sighting.ts'
import { isSayable } from '../words.ts'

/** Programs that start another one in an environment of its own. */
export const LAUNCHERS = [
  'uv run',
  'poetry run',
  'pipenv run',
  'pdm run',
  'hatch run',
  'rye run',
  'mise exec',
  'bundle exec',
  'pnpm exec',
  'yarn exec',
  'npx',
  'bunx',
  'uvx',
]

type Search = (sighting: Sighting, next: LessonCall) => string[]

/** Another task of the same runner whose name is one letter away, or that does the same work. */
const nearTask: Search = ({ trigger, call }, next) => {
  const failed = bareCommands(call).find(({ rest }) => rest.includes(trigger.subject))
  return bareCommands(next).flatMap((command) => {
    if (failed === undefined || command.name !== failed.name) return []
    const other = command.rest.find((word, index) => word !== failed.rest[index] && !word.startsWith('-'))
    if (other === undefined) return []
    const isNear = isOneEditAway(other, trigger.subject) || sharesWord(other, trigger.subject)
    const work = workOfBare(command)
    const isSame = work !== undefined && work === workOfBare(failed)
    return isNear || isSame ? [command.text] : []
  })
}

const sharesWord = (one: string, other: string): boolean => {
  const words = new Set(one.toLowerCase().split(/[^a-z\d]+/))
  return other
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .some((word) => word.length > 2 && words.has(word))
}

/** `rtk just` -> `just`; `git stauts` -> `git status`. */
const directCommand: Search = ({ trigger }, next) =>
  bareCommands(next).flatMap(({ name, rest }) => {
    if (name === trigger.subject) return [name]
    const lead = trigger.program.split(' ')
    const verb = rest[lead.length - 1]
    const isSame = lead.every((word, index) => word === [name, ...rest][index])
    return isSame && verb !== undefined && isOneEditAway(verb, trigger.subject) ? [`${trigger.program} ${verb}`] : []
  })

/** The same program started in another way, or the same arguments given to another program: `python` -> `python3`. */
const otherLauncher: Search = ({ call, trigger }, next) => {
  const isProgram = trigger.code === MISSING_PROGRAM
  const failed = bareCommands(call).find(({ name }) => (isProgram ? name === trigger.subject : INTERPRETER.test(name)))
  if (failed === undefined) return []
  const started = launcherOf(next.command ?? '', failed)
  if (started !== undefined) return [started]
  if (!isProgram) return []
  return bareCommands(next).flatMap(({ name, program, rest }) => {
    if (`${name}-${rest[0]}` === failed.name) return [`${name} ${rest[0]}`]
    // `ls src` after a failed `fd cart src` does something else; `npm run build` after `yarn build` does the same.
    const plain = failed.rest.filter((word) => !word.startsWith('-'))
    const asked = plain.length === 0 ? failed.rest : plain
    const isSame = asked.length > 0 && asked.every((word) => rest.includes(word))
    return name !== failed.name && isSame && asked.length * 2 >= rest.length ? [OWN.has(program) ? program : name] : []
  })
}

/** Programs that a project ships itself, and one that became a part of another. */
export const OWN: ReadonlySet<string> = new Set([...['gradlew', 'mvnw'].map((name) => `./${name}`), 'docker compose'])

const INTERPRETER = /^(?:python[\d.]*|pytest|pypy\d?|node|tsx)$/

/** The launcher with which a line starts the program that failed without it; undefined if the line has none. */
const launcherOf = (line: string, { name, text }: BareCommand): string | undefined => {
  const paths = /\bPYTHONPATH=([\w./:-]{1,40}) /.exec(line)?.[1]
  if (paths !== undefined && !text.includes('PYTHONPATH') && isSayable(`PYTHONPATH:${paths}`) && !paths.startsWith('/'))
    return `PYTHONPATH=${paths}`
  const escaped = name.replace(/\d+(?:\.\d+)*$/, '').replaceAll(/[^\w-]/g, '.')
  return LAUNCHERS.find((launcher) => {
    const words = launcher.replace('exec', '(?:exec|x)').split(' ').join('\\s+')
    return (
      !text.startsWith(launcher) &&
      new RegExp(`(?:^|[\\s;&(])${words}\\s+(?:\\S+\\s+){0,3}?${escaped}[\\d.]*(?=\\s|$)`).test(line)
    )
  })
}

/** The flag that the same command was given instead: a flag with a similar name, or with the same value. */
const otherFlag: Search = ({ trigger, call }, next) => {
  const isIt = (word: string): boolean => word.split('=')[0] === trigger.subject
  const failed = bareCommands(call).find(({ rest }) => rest.some(isIt))
  return bareCommands(next).flatMap((command) => {
    if (failed === undefined || command.name !== failed.name || command.rest.some(isIt)) return []
    const value = failed.rest[failed.rest.findIndex(isIt) + 1] ?? ''
    const added = command.rest.filter((word) => word.startsWith('-') && !failed.rest.includes(word))
    return added
      .filter((flag) => {
        const hasValue =
          !value.startsWith('-') && value !== '' && command.rest[command.rest.indexOf(flag) + 1] === value
        return hasValue || isOneEditAway(flag, trigger.subject) || sharesWord(flag, trigger.subject)
      })
      .map((flag) => flag.split('=')[0] ?? '')
  })
}

/**
 * The same command for another target. The words that name the target stay; the words after it differ from session to
 * session.
 */
const otherTarget: Search = ({ call }, next) => {
  const failed = bareCommands(call).find(({ name }) => name === 'cargo')
  return bareCommands(next).flatMap(({ name, rest }) => {
    if (failed === undefined || name !== 'cargo' || rest[0] !== failed.rest[0]) return []
    const at = rest.findIndex((word) => /^--(?:bin|bins|example|test|tests|package|all-targets)$|^-p$/.test(word))
    if (at < 0) return [[name, rest[0]].join(' ')]
    const isNamed = /^--(?:bin|example|test|package)$|^-p$/.test(rest[at] ?? '')
    return [[name, rest[0], rest[at], ...(isNamed ? [rest[at + 1]] : [])].join(' ')]
  })
}

const otherRevision: Search = ({ trigger, call }, next) => {
  const failed = bareCommands(call).find(
    ({ name, rest }) => name === 'git' && rest.some((word) => word.includes(trigger.subject)),
  )
  return bareCommands(next).flatMap(({ name, rest }) => {
    if (failed === undefined || name !== 'git' || rest[0] !== failed.rest[0]) return []
    const added = rest.filter((word) => !failed.rest.includes(word))
    const removed = failed.rest.filter((word) => !rest.includes(word))
    if (added.length !== 1 || removed.length !== 1) return []
    // `main...HEAD` instead of `master...HEAD`
    const [before = '', after = ''] = (removed[0] ?? '').split(trigger.subject)
    const other = added[0] ?? ''
    const isRange = `${before}${trigger.subject}${after}` === removed[0] && /^$|^[.:^~@]/.test(after)
    return isRange && other.startsWith(before) && other.endsWith(after)
      ? [other.slice(before.length, other.length - after.length)]
      : []
  })
}

/** The same command with another name behind the same flag. */
const otherName: Search = ({ trigger, call }, next) => {
  const isNamed = (word: string): boolean => word === trigger.subject || word.endsWith(`=${trigger.subject}`)
  const failed = bareCommands(call).find(({ rest }) => rest.some(isNamed))
  const at = failed?.rest.findIndex(isNamed) ?? -1
  return bareCommands(next).flatMap(({ name, rest }) => {
    if (failed === undefined || name !== failed.name) return []
    const [before = '', word = '', other = ''] = [failed.rest[at - 1], failed.rest[at], rest[at]]
    const flag = word.slice(0, word.length - trigger.subject.length)
    if (other === word || (at > 0 && rest[at - 1] !== before) || !other.startsWith(flag)) return []
    return [other.slice(flag.length)]
  })
}

/** The field that the same command was asked for instead, in a list of fields. */
const otherField: Search = ({ trigger, call }, next) => {
  const fieldsOf = (rest: readonly string[]): string[] => rest.flatMap((word) => word.split(','))
  const failed = bareCommands(call).find(({ rest }) => fieldsOf(rest).includes(trigger.subject))
  return bareCommands(next).flatMap(({ name, rest }) => {
    if (failed === undefined || name !== failed.name || rest.length !== failed.rest.length) return []
    const [before, after] = [fieldsOf(failed.rest), fieldsOf(rest)]
    const added = after.filter((field) => !before.includes(field))
    const removed = before.filter((field) => !after.includes(field))
    return added.length === 1 && removed.length === 1 && removed[0] === trigger.subject ? added : []
  })
}

/** For each code of a complaint: how to read the remedy from a later call that worked. */
export const COMMAND_SEARCHES: Record<string, Search> = {
  [MISSING_TASK]: nearTask,
  [UNKNOWN_COMMAND]: directCommand,
  [MISSING_PROGRAM]: otherLauncher,
  [MISSING_MODULE]: otherLauncher,
  [UNKNOWN_FLAG]: otherFlag,
  [NO_LIBRARY]: otherTarget,
  [MISSING_REVISION]: otherRevision,
  [MISSING_TARGET]: otherName,
  [UNKNOWN_FIELD]: otherField,
}
