import { eBenjaminiHochberg } from '../../lib/stats/e-benjamini-hochberg.ts'
import { fisherExact } from '../../lib/stats/fisher.ts'
import {
  betsAgainstNoEffect,
  type DrawnUnit,
  type PreventedShare,
  preventedShare,
} from '../../lib/stats/prevented-share.ts'
import { unitsNeeded } from '../../lib/stats/units-needed.ts'
import type { LessonVerdict } from '../../schema/lesson-draw.ts'

/** The result of one draw: whether the session made the mistake again. */
export interface DrawOutcome {
  lessonId: string
  kind: string
  /** The session, together with the sessions that continue it. */
  session: string
  at: number
  isGiven: boolean
  /** The probability that the lesson was given; 1 means that it was not drawn. */
  probability: number
  /** Whether the session made the mistake after the draw. */
  isRepeated: boolean
  /** Whether the session did something by which the mistake can be made; null if that is unknown. */
  couldRepeat: boolean | null
}

interface ArmCount {
  /** With several lessons, a session counts once for each. */
  sessions: number
  repeated: number
}

/** The effect of one lesson, or of several taken together. */
interface Effect {
  given: ArmCount
  withheld: ArmCount
  /** Null if nothing was withheld, because then there is nothing to compare with. */
  prevented: PreventedShare | null
  verdict: LessonVerdict
}

interface LessonEffect extends Effect {
  lessonId: string
  kind: string
  /** Sessions that were certain to be given the lesson. Their mistakes are observed but prove nothing. */
  observed: ArmCount
  /**
   * How many more sessions are needed for a verdict if the lesson prevents the share `assumed`. Null if there is a
   * verdict, or if it would take too many.
   */
  needed: { sessions: number; assumed: number } | null
  opportunity: Opportunity
}

/**
 * The effect among sessions that could make the mistake. A lesson can change which sessions these are, so this figure
 * is secondary.
 */
interface Opportunity {
  /** Whether sessions of both arms had the opportunity about equally often. If not, no figure is given. */
  isAlike: boolean
  given: ArmCount
  withheld: ArmCount
}

export interface LessonEffects {
  lessons: LessonEffect[]
  kinds: ({ kind: string } & Effect)[]
  /** All lessons taken together; the units are sessions. */
  all: Effect
}

/** For each lesson, before its first draw: the sessions that made the mistake, out of all sessions. */
export type Before = ReadonlyMap<string, { sessions: number; of: number }>

const ALPHA = 0.05
/**
 * With fewer mistakes than this there is no verdict, even if all of them happen in one arm. Both arms are counted
 * together, so that the draw does not influence which lessons are judged together.
 */
const FEWEST_REPEATED = 7
/** A lesson that prevents less than this at best has little effect. */
const LITTLE = 0.25
/** The share that a lesson is assumed to prevent until there is a better estimate. */
const USUAL_SHARE = 0.8

/**
 * The effect of every lesson, of every kind and of all lessons together, by intention to treat: a session counts by
 * what was drawn for it. The result may be looked at after every session. On average at most 5 % of the verdicts are
 * wrong.
 */
export const estimateEffects = (outcomes: readonly DrawOutcome[], before: Before = new Map()): LessonEffects => {
  const ordered = outcomes.toSorted(inOrder)
  const lessons = [...Map.groupBy(ordered, ({ lessonId }) => lessonId)].map(([lessonId, own]) => ({
    lessonId,
    kind: own[0]?.kind ?? '',
    drawn: own.filter(isDrawn),
    observed: own.filter((each) => !isDrawn(each)),
  }))
  const judged = lessons.filter(({ drawn }) => countOf(drawn).repeated >= FEWEST_REPEATED)
  const evidence = judged.map(({ drawn }) => betsAgainstNoEffect(unitsOf(drawn)).logEvidence())
  const { alpha } = eBenjaminiHochberg(evidence, ALPHA)
  const all = effectOf(ordered.filter(isDrawn), ALPHA)
  const kinds = [...Map.groupBy(ordered, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    ...effectOf(own.filter(isDrawn), ALPHA),
  }))
  const usualShare = (kind: string): number =>
    [kinds.find((each) => each.kind === kind), all].find((each) => each?.verdict === 'prevents')?.prevented?.estimate ??
    USUAL_SHARE
  return {
    all,
    kinds,
    lessons: lessons.map(({ lessonId, kind, drawn, observed }) => {
      const found = effectOf(drawn, alpha)
      // A lesson that was not judged with the others gets no verdict. With only one session in ten withheld, a few
      // mistakes can look like many.
      const isJudged = countOf(drawn).repeated >= FEWEST_REPEATED
      const effect: Effect = isJudged ? found : { ...found, verdict: 'not-settled' }
      return {
        lessonId,
        kind,
        ...effect,
        observed: countOf(observed),
        needed:
          effect.verdict === 'not-settled'
            ? neededFor(drawn, { alpha, assumed: usualShare(kind), before: before.get(lessonId) })
            : null,
        opportunity: opportunityOf(drawn),
      }
    }),
  }
}

const inOrder = (one: DrawOutcome, other: DrawOutcome): number =>
  one.at - other.at || compare(one.session, other.session) || compare(one.lessonId, other.lessonId)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const isDrawn = ({ probability }: DrawOutcome): boolean => probability > 0 && probability < 1

const effectOf = (drawn: readonly DrawOutcome[], alpha: number): Effect => {
  const given = countOf(drawn.filter(({ isGiven }) => isGiven))
  const withheld = countOf(drawn.filter(({ isGiven }) => !isGiven))
  if (drawn.length === 0) return { given, withheld, prevented: null, verdict: 'not-settled' }
  const units = unitsOf(drawn)
  const prevented = preventedShare(units, alpha)
  const isRefuted = betsAgainstNoEffect(units).logEvidence() >= Math.log(1 / alpha)
  return { given, withheld, prevented, verdict: verdictOf(prevented, isRefuted) }
}

const verdictOf = ({ estimate, high }: PreventedShare, isRefuted: boolean): LessonVerdict => {
  // No estimate means that no session without the lesson made the mistake, while sessions with it did.
  if (isRefuted) return (estimate ?? -1) > 0 ? 'prevents' : 'causes'
  return high <= LITTLE ? 'does-little' : 'not-settled'
}

const countOf = (outcomes: readonly DrawOutcome[]): ArmCount => ({
  sessions: outcomes.length,
  repeated: outcomes.filter(({ isRepeated }) => isRepeated).length,
})

const unitsOf = (drawn: readonly DrawOutcome[]): DrawnUnit[] =>
  [...Map.groupBy(drawn, ({ session }) => session).values()].map((own) =>
    own.map(({ lessonId, isGiven, probability, isRepeated }) => ({
      treatment: lessonId,
      isGiven,
      probability,
      isEvent: isRepeated,
    })),
  )

/**
 * The rate without the lesson comes from sessions that it was withheld from. All sessions from before the lesson count
 * as one of them.
 */
const neededFor = (
  drawn: readonly DrawOutcome[],
  { alpha, assumed, before }: { alpha: number; assumed: number; before: { sessions: number; of: number } | undefined },
): LessonEffect['needed'] => {
  const withheld = countOf(drawn.filter(({ isGiven }) => !isGiven))
  const earlier = before === undefined || before.of === 0 ? undefined : before.sessions / before.of
  const weight = earlier === undefined ? 0 : 1
  if (withheld.sessions + weight === 0) return null
  const rate = (withheld.repeated + (earlier ?? 0)) / (withheld.sessions + weight)
  const probability = drawn.at(-1)?.probability ?? 0.5
  const sessions = unitsNeeded(betsAgainstNoEffect(unitsOf(drawn)), { rate, prevented: assumed, probability }, alpha)
  return sessions === null ? null : { sessions, assumed }
}

const opportunityOf = (drawn: readonly DrawOutcome[]): Opportunity => {
  const [given, withheld] = [drawn.filter(({ isGiven }) => isGiven), drawn.filter(({ isGiven }) => !isGiven)]
  const [couldGiven, couldWithheld] = [given.filter(couldRepeat), withheld.filter(couldRepeat)]
  const p = fisherExact(
    couldGiven.length,
    given.length - couldGiven.length,
    couldWithheld.length,
    withheld.length - couldWithheld.length,
  )
  return { isAlike: p >= ALPHA, given: countOf(couldGiven), withheld: countOf(couldWithheld) }
}

const couldRepeat = ({ couldRepeat: could, isRepeated }: DrawOutcome): boolean => could === true || isRepeated
