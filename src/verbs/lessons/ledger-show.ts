import { toPlainLine, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped, wholePercent } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'
import type { LessonsLedger } from './ledger-operation.ts'

type Proof = LessonsLedger['lessons'][number]
type TrialSession = NonNullable<LessonsLedger['sessions']>[number]
type Effect = Pick<Proof, 'given' | 'withheld' | 'prevented' | 'verdict'>

/**
 * Prints the lessons in use that hurt, each with its figures and the command that withdraws it; no lines if none
 * hurts.
 */
export const hurtingLessonLines = (hurting: readonly Proof[], screen: Screen): string[] =>
  renderSection(
    'Lessons that hurt, and are in use',
    hurting.flatMap((lesson) => [
      ...wrap(toPlainLine(lesson.text), screen.width),
      ...wrap(figuresText(lesson), screen.width, '  '),
    ]),
    screen,
  )

/** Prints the effect of all lessons together, then of each with its figures. */
export const lessonsLedgerLines = (ledger: LessonsLedger, screen: Screen): string[] => {
  const { lessons, sessions } = ledger
  if (lessons.length === 0) return wrap(`${NOTHING} ${holdoutText(ledger)}`, screen.width)
  const [first] = lessons
  if (sessions !== null && first !== undefined) return oneLesson(first, sessions, screen)
  return [
    ...wrap(togetherText(ledger), screen.width),
    ...hintLines(ledger, screen),
    ...lessons.flatMap((lesson) => ['', ...lessonLines(lesson, screen)]),
    ...(isTried(ledger) ? renderSection('How it is found', wrap(holdoutText(ledger), screen.width), screen) : []),
  ]
}

const NOTHING =
  'No session was given a lesson yet. `warmstart lessons` lists what was found; once you accept it, hooks give it to new sessions.'

const isTried = ({ all }: LessonsLedger): boolean => all.units > 0

const holdoutText = ({ holdout }: LessonsLedger): string => {
  if (holdout === 0)
    return 'Nothing is withheld (`lessons holdout 0`), so nothing is proved. `warmstart lessons holdout auto` turns it on again.'
  const share =
    holdout === null ? 'half of the sessions, later from one in ten' : `${wholePercent(holdout)} of the sessions`
  return `Each lesson is withheld by chance from ${share}, so that there is something to compare with. \`warmstart lessons holdout 0\` turns that off.`
}

const togetherText = ({ all }: LessonsLedger): string => {
  const { prevented, verdict, units } = all
  if (prevented === null) return 'No lesson was withheld from a session that has come back, so nothing is proved yet.'
  const over = `over ${counted(units, 'session')}`
  const share = prevented.estimate === null ? '' : wholePercent(prevented.estimate)
  if (verdict === 'prevents')
    return `The lessons prevent ${share} of the mistakes they are about (${rangeText(prevented)}), ${over}.`
  if (verdict === 'causes')
    return `The mistakes that the lessons are about are made more often with them: ${timesText(prevented)}, ${over}.`
  if (verdict === 'does-little')
    return `The lessons prevent ${wholePercent(prevented.high)} of the mistakes they are about at best, ${over}.`
  // A session counts once for each lesson here, so these counts exceed the number of sessions.
  return `Whether the lessons help is not settled yet, ${over}: a given lesson was followed by its mistake ${timesOf(all.given)}, a withheld one ${timesOf(all.withheld)}.`
}

const timesOf = ({ repeated, sessions }: Effect['given']): string =>
  `${counted(repeated, 'time')} in ${grouped(sessions)}`

const hintLines = ({ hints }: LessonsLedger, screen: Screen): string[] => {
  const { given, withheld, difference } = hints
  if (given.calls === null || withheld.calls === null) return []
  const figures = `After a failed call: ${given.calls.toFixed(1)} further calls with the hint, ${withheld.calls.toFixed(1)} without`
  const interval =
    difference === null
      ? `${grouped(given.failures)} and ${counted(withheld.failures, 'failure')}, 30 of each are needed`
      : `difference ${difference.estimate.toFixed(1)}, from ${difference.low.toFixed(1)} to ${difference.high.toFixed(1)}`
  return wrap(`${figures} (${interval}).`, screen.width)
}

const lessonLines = (lesson: Proof, screen: Screen): string[] => [
  ...wrap(toPlainLine(lesson.text), screen.width),
  ...wrap(figuresText(lesson), screen.width, '  '),
  ...wrap([lesson.id, lesson.kind, ...remarks(lesson)].join(' · '), screen.width, '  ').map((line) =>
    screen.colors.dim(line),
  ),
]

/** Says how sessions with and without a lesson did, and what follows from it. */
export const figuresText = (lesson: Proof): string => {
  const { given, withheld, observed, prevented } = lesson
  if (prevented === null)
    return observed.sessions === 0
      ? 'no session has come back yet'
      : `given to ${counted(observed.sessions, 'session')}, ${grouped(observed.repeated)} did it again; nothing was withheld, so nothing is proved`
  return `given: ${armText(given)} did it again; withheld: ${armText(withheld, '')}; ${verdictText(lesson)}`
}

const armText = ({ repeated, sessions }: Effect['given'], noun = 'session'): string =>
  `${grouped(repeated)} of ${noun === '' ? grouped(sessions) : counted(sessions, noun)}`

const verdictText = ({ verdict, prevented, needed, id }: Proof): string => {
  if (prevented === null) return ''
  if (verdict === 'prevents') return `prevents ${rangeText(prevented)}, settled`
  if (verdict === 'causes') return `${timesText(prevented)}, settled: \`warmstart lessons refuse ${id}\` takes it out`
  if (verdict === 'does-little') return `prevents ${wholePercent(prevented.high)} at best, so it comes after the others`
  if (needed === null) return 'not settled'
  return `not settled: about ${counted(needed.sessions, 'more session')} if it prevents ${wholePercent(needed.assumed)}`
}

const remarks = ({ state, before, pending, lastAt, repository, proposal }: Proof): string[] => [
  ...(repository === null ? [] : [toPlainLine(repository.split('/').at(-1) ?? '')]),
  ...(STATES[state] === undefined ? [] : [STATES[state]]),
  ...(pending === 0 ? [] : [`${grouped(pending)} not back yet`]),
  ...(before.of === 0 ? [] : [`before it ${grouped(before.sessions)} of ${grouped(before.of)} (not causal)`]),
  ...(lastAt === null ? [] : [`last ${lastAt.slice(0, 10)}`]),
  ...(proposal === null ? [] : ['proposed: refuse it']),
]

const STATES: Partial<Record<Proof['state'], string>> = {
  written: 'written into an instruction file since, so only observed now',
  stale: 'not true any more, so not given',
  refused: 'refused',
  gone: 'sessions do not show it any more',
}

const oneLesson = (lesson: Proof, sessions: readonly TrialSession[], screen: Screen): string[] => [
  ...lessonLines(lesson, screen),
  ...renderSection('Sessions that could make the mistake', opportunityLines(lesson, screen), screen),
  ...(sessions.length === 0
    ? []
    : renderSection('Your newest sessions', renderTable(SESSIONS, sessions.map(sessionCells), screen), screen)),
]

const SESSIONS: Column[] = [
  { title: 'when', drop: 1 },
  { title: 'session' },
  { title: 'lesson', shrink: 'end' },
  { title: 'mistake' },
]

const opportunityLines = ({ opportunity, prevented }: Proof, screen: Screen): string[] => {
  const { isAlike, given, withheld } = opportunity
  if (prevented === null || given.sessions + withheld.sessions === 0) return []
  if (!isAlike)
    return wrap('The lesson changed which sessions could make the mistake, so these alone would mislead.', screen.width)
  return wrap(`given: ${armText(given)} did it again; withheld: ${armText(withheld, '')}`, screen.width)
}

const sessionCells = ({ session, at, given, moment, repeated }: TrialSession): string[] => [
  at.slice(0, 16).replace('T', ' '),
  toPlainLine(session).slice(0, SESSION_DIGITS),
  `${given ? 'given' : 'withheld'} ${MOMENTS[moment]}`,
  repeated === null ? 'not back yet' : repeated ? 'made again' : 'not made',
]

/** As many digits as `sessions` shows. */
const SESSION_DIGITS = 8
const MOMENTS = { start: 'at its start', message: 'with a message', failure: 'after a failed call' } as const

/** `71 to 99 %` of the mistakes. */
const rangeText = ({ low, high }: NonNullable<Effect['prevented']>): string =>
  low === null ? `at most ${wholePercent(high)}` : `${Math.round(100 * low)} to ${wholePercent(high)}`

/** How much more frequent the mistake is. */
const timesText = ({ low, high }: NonNullable<Effect['prevented']>): string => {
  const least = (1 - high).toFixed(1)
  return low === null ? `at least ${least} times as often` : `${least} to ${(1 - low).toFixed(1)} times as often`
}
