import { isoTime } from '../../lib/clock.ts'
import { mixOf } from '../../lib/hash.ts'
import type { HarvestedSession, MinedCall } from '../../schema/harvest.ts'
import type { RecoveryDraft, TemplateDraft } from '../../schema/template-draft.ts'
import { type ErrorGroup, gotOutRate, groupErrors, mainCause, type WayOut } from './group.ts'
import { knownError } from '../../trust/words/error-line.ts'
import type { Circle } from '../patterns/pattern.ts'
import { FEWEST_WORDS, overlap, tellingLine, wordsOf } from './line.ts'
import { errorTypeOf } from './kind.ts'
import { speaksItself } from './speaker.ts'
import { retestOf, type Strategy, strategyOf } from './strategy.ts'
import { gateCall } from '../../trust/call.ts'
import { isInstruction } from '../../trust/text.ts'
import { resultIsOwn } from '../patterns/trust-origin.ts'

interface Limits {
  /** The number of independent sessions that must have recovered from the error. */
  minSupport: number
  /** The most recoveries to return. */
  most: number
}

interface RecoveryOptions extends Limits {
  /** Time in milliseconds. Recoveries that expired before come last. */
  now: number
  /** Facts about all sessions together that decide what may be shown of a call. */
  circle: Pick<Circle, 'isShownTool' | 'isForeign'>
  /** The arguments as a template shows them; undefined if they cannot be shown. */
  slotted: (call: MinedCall) => Record<string, unknown> | undefined
  countTokens?: (text: string) => number
}

/**
 * Ids of the calls that must be read before recoveries are mined: a few pairs for each kind of error that may be
 * shown.
 */
export const recoveryCallIds = (sessions: readonly HarvestedSession[], limits: Limits): string[] => [
  ...new Set(
    candidates(sessions, limits).flatMap(({ waysOut }) => waysOut.flatMap(({ failed, worked }) => [failed, worked])),
  ),
]

/**
 * Errors that several independent sessions recovered from, with what they did. Errors that later sessions are most
 * likely to meet come first. An error's own words are never shown: only sentences of programs that we know, and what
 * was done in our own words.
 */
export const mineRecoveries = (
  sessions: readonly HarvestedSession[],
  calls: ReadonlyMap<string, MinedCall>,
  options: RecoveryOptions,
): { recoveries: RecoveryDraft[]; leftOut: TemplateDraft['leftOut'] } => {
  const leftOut = new Map<string, number>()
  const drafted: Drafted[] = []
  for (const group of candidates(sessions, options)) {
    const found = draftRecovery(group, calls, options)
    if ('reason' in found) leftOut.set(found.reason, (leftOut.get(found.reason) ?? 0) + 1)
    else if (!drafted.some((other) => isSaidBy(found, other))) drafted.push(found)
  }
  return {
    recoveries: varied(drafted, options).map(({ draft }) => draft),
    leftOut: [...leftOut]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
  }
}

/** More kinds are looked at than shown, because some cannot be shown and some turn out to say the same. */
const LOOKED_AT = 4
const DAY_MS = 24 * 3_600_000
const EXPIRES_AFTER_DAYS = 30
const ID_DIGITS = 12
const MOST_EVIDENCE = 5

interface Drafted {
  draft: RecoveryDraft
  score: number
  words: ReadonlySet<string>
}

const candidates = (sessions: readonly HarvestedSession[], { minSupport, most }: Limits): ErrorGroup[] =>
  groupErrors(sessions)
    .filter((group) => group.gotOut.size >= Math.max(1, minSupport))
    .slice(0, most * LOOKED_AT)

const isSaidBy = (one: Drafted, other: Drafted): boolean =>
  one.draft.tool === other.draft.tool &&
  one.draft.errorType === other.draft.errorType &&
  (one.draft.id === other.draft.id || overlap(one.words, other.words) >= SAME_SHARE)

const SAME_SHARE = 0.5

interface Shown {
  wayOut: WayOut
  /** Why the arguments may not be shown, although what was done about the error may. */
  hidden: string | undefined
  failed: MinedCall
  worked: MinedCall
  strategy: Strategy
}

const draftRecovery = (
  group: ErrorGroup,
  calls: ReadonlyMap<string, MinedCall>,
  options: RecoveryOptions,
): Drafted | { reason: string } => {
  const pairs: Shown[] = []
  let reason = 'call no longer in the store'
  for (const wayOut of group.waysOut) {
    const [failed, worked] = [calls.get(wayOut.failed), calls.get(wayOut.worked)]
    if (failed === undefined || worked === undefined) continue
    const refused = refusalOf(failed, worked, options.circle)
    const hidden = refused === ELSEWHERE ? refused : undefined
    if (refused !== hidden) reason = refused ?? reason
    else pairs.push({ wayOut, hidden, failed, worked, strategy: strategyOf(failed, worked, wayOut.after) })
  }
  const shown = pairs.toSorted(mostTellingFirst)[0]
  if (shown === undefined) return { reason }
  const signature = knownError(tellingLine(shown.failed))
  if (signature === undefined) return { reason: 'an error in words that we do not know' }
  const words = wordsOf(signature)
  if (words.size < FEWEST_WORDS) return { reason: 'an error that says nothing but that it failed' }
  const draft = toDraft(group, { shown, signature, pairs }, options)
  return { draft, words, score: scoreOf(group, shown.strategy, Date.parse(draft.expiresAt ?? '') < options.now) }
}

/** An error is the same wherever the file lies, so it may be shown without the file's name. */
const ELSEWHERE = 'writes outside the project'

/** Why one of the two calls, or the answer of the failed call, may not be shown. */
const refusalOf = (
  failed: MinedCall,
  worked: MinedCall,
  { isShownTool, isForeign }: RecoveryOptions['circle'],
): string | undefined => {
  const line = tellingLine(failed)
  if (isInstruction(line)) return 'talks to a model'
  if (line === '') return 'an error that says nothing but that it failed'
  if (!isShownTool(failed.tool) || !isShownTool(worked.tool)) return 'tool that only its maker knows'
  if (isForeign(failed) || isForeign(worked)) return 'works on files from elsewhere'
  if (!resultIsOwn(failed) && !speaksItself(failed, line)) return 'words of somebody else'
  let elsewhere: string | undefined
  for (const call of [failed, worked]) {
    if (call.args !== undefined && isInstruction(JSON.stringify(call.args))) return 'talks to a model'
    const gate = gateCall(call)
    if (gate.allowed) continue
    if (gate.reason !== ELSEWHERE) return gate.reason
    elsewhere = gate.reason
  }
  return elsewhere
}

const mostTellingFirst = (one: Shown, other: Shown): number =>
  Number(other.strategy.tells > 0) - Number(one.strategy.tells > 0) ||
  Number(one.hidden !== undefined) - Number(other.hidden !== undefined) ||
  Number(other.wayOut.isLeading) - Number(one.wayOut.isLeading) ||
  other.strategy.tells - one.strategy.tells ||
  Number(other.failed.args !== undefined) - Number(one.failed.args !== undefined) ||
  one.wayOut.after - other.wayOut.after ||
  (other.failed.at ?? 0) - (one.failed.at ?? 0) ||
  (one.failed.id < other.failed.id ? -1 : 1)

const toDraft = (
  group: ErrorGroup,
  { shown, signature, pairs }: { shown: Shown; signature: string; pairs: readonly Shown[] },
  { slotted, countTokens = roughly }: RecoveryOptions,
): RecoveryDraft => {
  const { failed, worked, hidden } = shown
  const shownArguments = (call: MinedCall) =>
    hidden !== undefined || call.args === undefined ? {} : (slotted(call) ?? {})
  const [failedArguments, workedArguments] = [shownArguments(failed), shownArguments(worked)]
  const strategy =
    hidden === undefined ? shown.strategy.words : `${shown.strategy.words}; arguments not shown: ${hidden}`
  const successRate = gotOutRate(group)
  return {
    id: mixOf(group.tool.toLowerCase(), signature).slice(0, ID_DIGITS),
    signature,
    errorType: errorTypeOf(signature),
    cause: mainCause(group.causes),
    tool: failed.tool,
    failed: failedArguments,
    workedTool: worked.tool,
    worked: workedArguments,
    strategy,
    support: group.gotOut.size,
    occurrences: group.count,
    successRate,
    ...(successRate === null ? { reason: 'it was never counted' } : {}),
    fingerprint: {
      sources: [...group.sources].toSorted(),
      platforms: [...group.platforms].toSorted(),
      projects: [...group.projects].toSorted(),
    },
    lastSeenAt: isoTime(group.lastAt),
    expiresAt: isoTime(group.lastAt === undefined ? undefined : group.lastAt + EXPIRES_AFTER_DAYS * DAY_MS),
    retest: retestOf(failed, signature, failedArguments),
    tokens: countTokens(
      [group.tool, signature, JSON.stringify(failedArguments), strategy, JSON.stringify(workedArguments)].join('\n'),
    ),
    evidence: [shown, ...pairs.filter((pair) => pair !== shown)]
      .flatMap((pair) => [pair.failed, pair.worked])
      .slice(0, MOST_EVIDENCE)
      .map(({ id, session }) => ({ call: id, session })),
  }
}

/** A rough count of tokens: four characters each. */
const roughly = (text: string): number => Math.ceil(text.length / 4)

/** An error that a retry solves teaches little, and an error that the surroundings caused is different elsewhere. */
const TELLS = { 0: 0.2, 1: 0.8, 2: 1 } as const
const ENVIRONMENT = 0.6
const EXPIRED = 0.01

/** How many later errors the recovery is likely to meet, times how much it helps. */
const scoreOf = (group: ErrorGroup, strategy: Strategy, isExpired: boolean): number => {
  const share = gotOutRate(group)?.rate ?? 0
  const cause = mainCause(group.causes) === 'agent' ? 1 : ENVIRONMENT
  return group.weight * (0.5 + share / 2) * cause * TELLS[strategy.tells] * (isExpired ? EXPIRED : 1)
}

/** Each further recovery of a tool counts a little less, so that the errors of one tool do not fill the template. */
const LESS_EACH = 0.15

const varied = (drafted: readonly Drafted[], { most }: Limits): Drafted[] => {
  const left = [...drafted]
  const chosen: Drafted[] = []
  const taken = new Map<string, number>()
  const worth = ({ draft, score }: Drafted): number => score / (1 + LESS_EACH * (taken.get(draft.tool) ?? 0))
  while (chosen.length < most && left.length > 0) {
    const best = left.reduce((one, other) =>
      worth(other) > worth(one) || (worth(other) === worth(one) && other.draft.id < one.draft.id) ? other : one,
    )
    left.splice(left.indexOf(best), 1)
    chosen.push(best)
    taken.set(best.draft.tool, (taken.get(best.draft.tool) ?? 0) + 1)
  }
  return chosen
}
