import {
  MISSING_PATH,
  MISSING_PROGRAM,
  MISSING_REVISION,
  MISSING_TARGET,
  MISSING_TEST,
  UNKNOWN_FIELD,
  UNKNOWN_FLAG,
} from '../../complaint/complaint.ts'
import { type BareCommand, bareCommands, type Work, workOfBare } from './bare-command.ts'
import { type Conversation, hasFailed, hasWorked, type LessonCall } from '../facts.ts'
import { chooseRemedy, type FoundRemedy, isShownCommand, workedAfter } from './remedy.ts'
import type { Mistake, Sighting } from '../sighting.ts'
import { preparations } from './preparation.ts'
import { managerRemedy, placeRemedy, WRONG_MANAGER, WRONG_PLACE } from './wrong-place.ts'

/** A way to test, check or build that does not work here. */
export const BAD_COMMAND = 'bad-command'
/** A command that was ended because it takes longer than agents allow by default. */
export const SLOW_COMMAND = 'slow-command'

/** Commands to test, check or build that failed without a result: no test failed and no rule was broken. */
export const commandMistakes = (call: LessonCall): Mistake[] => {
  if (call.command === undefined || call.masked || (!call.timedOut && isAnswered(call))) return []
  return checksIn(call).map(({ work, shape }) => ({
    kind: 'command',
    trigger: call.timedOut
      ? { code: SLOW_COMMAND, program: work, subject: shape }
      : { code: BAD_COMMAND, program: work, subject: shape },
  }))
}

/**
 * Whether the call says nothing against the command. The check did its work, even if a test failed or a rule was
 * broken, or it was given a path or a flag that does not exist.
 */
const isAnswered = (call: LessonCall): boolean => {
  if (hasWorked(call) || call.cause === 'expected') return true
  const commands = bareCommands(call)
  const isStarted = (subject: string): boolean =>
    commands.some(({ name, program }) => name === subject || program === subject)
  return call.complaints.some(
    ({ code, subject }) =>
      !ABSENT.test(code) ||
      (OF_WORDS.has(code) && !(code === MISSING_PATH && isStarted(subject))) ||
      (code === MISSING_PROGRAM && !isStarted(subject)),
  )
}

const ABSENT = /^(?:missing|unknown)-/
const OF_WORDS = new Set([MISSING_PATH, MISSING_TARGET, MISSING_TEST, MISSING_REVISION, UNKNOWN_FLAG, UNKNOWN_FIELD])

const checksIn = (call: LessonCall): { work: Work; shape: string }[] =>
  bareCommands(call).flatMap((command) => {
    const work = workOfBare(command)
    const shape = work === undefined ? undefined : shapeOf(command)
    return work !== undefined && shape !== undefined && isShownCommand(shape) ? [{ work, shape }] : []
  })

/** The command without the words that differ from run to run: `go test`, `npm run test:unit`, `uv run pytest`. */
const shapeOf = ({ launcher, program, name, rest }: BareCommand): string | undefined => {
  const words: string[] = []
  for (const word of rest) {
    if (words.length >= MOST_WORDS || !/^(?:-m|[a-z][\w:-]{0,40})$/.test(word)) break
    if (words.length > 0 && !RUNS.has(words.at(-1) ?? '')) break
    words.push(word)
  }
  // Without its task, a runner's name would stand for all of its commands.
  if (words.length === 0 && rest.length > 0 && NEEDS_TASK.has(name)) return undefined
  const starts = launcher.filter(
    (word) => !/^\d|^-/.test(word) && word !== 'timeout' && word !== 'time' && word !== 'sudo',
  )
  return [...starts, program, ...words].join(' ')
}

const NEEDS_TASK = new Set(
  'npm pnpm yarn bun deno just make gmake mise task rake gradlew gradle mvn mvnw cargo go dotnet terraform tofu php flutter dart rails mix swift composer'.split(
    ' ',
  ),
)
const MOST_WORDS = 3
/** Words after which the next word says what is run. */
const RUNS = new Set(['run', 'run-script', '-m', 'exec', 'tool', 'artisan'])

/**
 * The command that sessions ran instead, or how long the command takes. Undefined if the command works as often as it
 * fails.
 */
export const commandRemedy = (
  sightings: readonly Sighting[],
  conversations: readonly Conversation[],
): FoundRemedy | undefined => {
  const [first] = sightings
  if (first === undefined) return undefined
  const { code, program: work, subject } = first.trigger
  if (code === WRONG_PLACE) return placeRemedy(sightings)
  if (code === WRONG_MANAGER) return managerRemedy(sightings)
  if (code === SLOW_COMMAND) return slowness(runsOf(subject, conversations))
  const found = chooseRemedy(sightings, 'command', (sighting) =>
    workedAfter(sighting)
      .flatMap((call) => checksIn(call).map((check) => ({ ...check, call })))
      .filter((check) => check.work === work && check.shape !== subject)
      .map(({ shape, call }) => ({ text: shape, call })),
  )
  if (found === undefined) return chooseRemedy(sightings, 'advice', preparations)
  const mostly = (shape: string, isSo: (call: LessonCall) => boolean): boolean => {
    const runs = runsOf(shape, conversations)
    return runs.filter(isSo).length * 2 > runs.length
  }
  // The replacement must itself work most of the time.
  return mostly(subject, (call) => hasFailed(call) && !isAnswered(call)) && mostly(found.remedy.text, isAnswered)
    ? found
    : undefined
}

const runsOf = (shape: string, conversations: readonly Conversation[]): LessonCall[] => {
  const words = shape.split(' ')
  return conversations.flatMap(({ calls }) =>
    calls.filter(
      (call) =>
        words.every((word) => call.command?.includes(word) === true) &&
        checksIn(call).some((check) => check.shape === shape),
    ),
  )
}

/** A shorter command ends within the time limit of every agent. */
const SLOW_MS = 60_000
const FEWEST_RUNS = 2

const slowness = (runs: readonly LessonCall[]): FoundRemedy | undefined => {
  const ended = runs.filter(
    ({ outcome, timedOut, durationMs }) => outcome !== 'unknown' && !timedOut && durationMs !== undefined,
  )
  const times = ended.map(({ durationMs }) => durationMs ?? 0).toSorted((one, other) => one - other)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  if (times.length < FEWEST_RUNS || middle < SLOW_MS) return undefined
  const minutes = Math.round(middle / 60_000)
  const seconds = Math.ceil(((times.at(-1) ?? middle) * 1.2) / 60_000) * 60
  const text = `about ${minutes} minute${minutes === 1 ? '' : 's'}: allow ${seconds} s`
  return { remedy: { kind: 'advice', text, sessions: 0 }, worked: ended.slice(-5).map(({ id }) => id) }
}
