import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import { adjustedDifference } from '../../lib/stats/asymptotic-sequence.ts'
import type { PreventedShare } from '../../lib/stats/prevented-share.ts'
import { estimateEffects, type LessonEffects } from '../../lesson/proof/effects.ts'
import { selectOutcomes } from '../../lesson/proof/outcomes.ts'
import { lessonState } from '../../lesson/state.ts'
import type { DrawMoment } from '../../schema/lesson-draw.ts'
import type { Connection } from '../../store/connection.ts'
import { lessonsNamed } from '../../store/lessons/lesson.ts'
import { type SettledOutcome, settledOutcomes } from '../../store/lessons/settle.ts'
import {
  type LessonTrial,
  lessonTrials,
  ownerHoldout,
  trialSessions,
  writeOwnerHoldout,
} from '../../store/lessons/trial.ts'
import type { LessonsLedger } from './ledger-shape.ts'

export type { LessonsLedger } from './ledger-shape.ts'

type Proof = LessonsLedger['lessons'][number]

const MOST_SESSIONS = 20

/** The measured effect of every lesson, or of one, and of all together. */
export const lessonsLedger = async (
  { now, owner }: Pick<App, 'now' | 'owner'>,
  store: Connection,
  { lesson }: { lesson?: string | undefined } = {},
): Promise<LessonsLedger> => {
  const trials = await lessonTrials(store)
  const outcomes = await settledOutcomes(store)
  const before = new Map(
    trials.map(({ lessonId, beforeSessions: sessions, beforeOf: of }) => [lessonId, { sessions, of }]),
  )
  const effects = estimateEffects(selectOutcomes(outcomes), before)
  const shown = lesson === undefined ? trials : [trialNamed(trials, lesson)]
  const lessons: Proof[] = []
  for (const trial of shown) lessons.push(await proofOf(trial, effects, { store, owner, now: now() }))
  const [only] = lesson === undefined ? [] : shown
  return {
    all: { ...effectOf(effects.all), units: effects.all.prevented?.units ?? 0 },
    kinds: effects.kinds.map(({ kind, ...effect }) => ({ kind, ...effectOf(effect) })),
    hints: hintsOf(outcomes),
    lessons: lessons.toSorted((one, other) => RANK[one.verdict] - RANK[other.verdict]),
    holdout: await ownerHoldout(store, owner),
    sessions: only === undefined ? null : await sessionsOf(store, owner, only.lessonId),
  }
}

/** Verdicts that need a person's attention come first. */
const RANK: Record<Proof['verdict'], number> = { causes: 0, prevents: 1, 'does-little': 2, 'not-settled': 3 }

const trialNamed = (trials: readonly LessonTrial[], name: string): LessonTrial => {
  const found = trials.filter(({ lessonId }) => lessonId.startsWith(name))
  const [first] = found
  if (first === undefined)
    throw new AppError('no-such-lesson', `no lesson that was given or withheld begins with ${name}`, {
      hint: '`warmstart lessons ledger` lists them',
    })
  if (found.length > 1)
    throw new AppError(
      'ambiguous',
      `several lessons begin with ${name}: ${found.map(({ lessonId }) => lessonId).join(', ')}`,
      {
        hint: 'give more of it',
      },
    )
  return first
}

const NO_ARM = { sessions: 0, repeated: 0 }

const proofOf = async (
  trial: LessonTrial,
  { lessons }: LessonEffects,
  { store, owner, now }: { store: Connection; owner: string; now: number },
): Promise<Proof> => {
  const { lessonId: id, kind, sentence: text, repository, pending, beforeSessions, beforeOf, beganAt, lastAt } = trial
  const effect = lessons.find(({ lessonId }) => lessonId === id)
  const verdict = effect?.verdict ?? 'not-settled'
  return {
    id,
    kind,
    text,
    repository: repository === '' ? null : repository,
    state: await stateOf(store, { id, owner, now }),
    given: effect?.given ?? NO_ARM,
    withheld: effect?.withheld ?? NO_ARM,
    prevented: shareOf(effect?.prevented ?? null),
    verdict,
    proposal: verdict === 'causes' ? 'refuse' : null,
    pending,
    observed: effect?.observed ?? NO_ARM,
    before: { sessions: beforeSessions, of: beforeOf },
    needed: effect?.needed ?? null,
    opportunity: effect?.opportunity ?? { isAlike: true, given: NO_ARM, withheld: NO_ARM },
    firstAt: isoTime(beganAt) ?? '',
    lastAt: isoTime(lastAt),
  }
}

const stateOf = async (
  store: Connection,
  { id, owner, now }: { id: string; owner: string; now: number },
): Promise<Proof['state']> => {
  const [kept] = await lessonsNamed(store, owner, id)
  return kept === undefined ? 'gone' : lessonState(kept.lesson, kept, now)
}

const shareOf = (share: PreventedShare | null): Proof['prevented'] =>
  share === null ? null : { estimate: share.estimate, low: share.low, high: share.high }

const effectOf = ({ given, withheld, prevented, verdict }: LessonEffects['all']) => ({
  given,
  withheld,
  prevented: shareOf(prevented),
  verdict,
})

/** Only the first failure of each session counts, because sessions are the units. */
const hintsOf = (outcomes: readonly SettledOutcome[]): LessonsLedger['hints'] => {
  const first = new Map<string, { isGiven: boolean; probability: number; value: number }>()
  for (const { moment, session, given, probability, spent } of outcomes)
    if (moment === 'failure' && spent !== null && !first.has(session))
      first.set(session, { isGiven: given === 1, probability, value: spent })
  const all = [...first.values()].filter(({ probability }) => probability > 0 && probability < 1)
  const found = adjustedDifference(all)
  return {
    given: armOf(all.filter(({ isGiven }) => isGiven)),
    withheld: armOf(all.filter(({ isGiven }) => !isGiven)),
    difference: found === null ? null : { estimate: found.estimate, low: found.low, high: found.high },
  }
}

const armOf = (values: readonly { value: number }[]): LessonsLedger['hints']['given'] => ({
  failures: values.length,
  calls: values.length === 0 ? null : values.reduce((sum, { value }) => sum + value, 0) / values.length,
})

const sessionsOf = async (store: Connection, owner: string, lessonId: string): Promise<LessonsLedger['sessions']> =>
  (await trialSessions(store, owner, { lessonId, limit: MOST_SESSIONS })).map((row) => ({
    session: row.sessionKey,
    source: row.source,
    at: isoTime(row.at) ?? '',
    moment: row.moment as DrawMoment,
    given: row.given === 1,
    probability: row.probability,
    repeated: row.repeated === null ? null : row.repeated === 1,
  }))

/** Sets the share of sessions from which lessons are withheld; null: as many as the proof needs. */
export const setHoldout = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  share: number | null,
): Promise<{ holdout: number | null }> => {
  if (share !== null && !(share >= 0 && share <= 1))
    throw new AppError('usage', 'the share is a number from 0 to 1', {
      hint: '0 withholds nothing, auto leaves it to proof',
    })
  await writeOwnerHoldout(store, owner, share)
  return { holdout: share }
}
