import { addCluster, clusterRate, emptySums } from '../../lib/stats/ratio.ts'
import type { Rate } from '../../lib/stats/estimate.ts'
import { talkPatterns } from '../../profile/users.ts'
import type { TemplateDraft } from '../../schema/template-draft.ts'
import { isProgramsPlatform } from '../../trust/words/typed.ts'
import { speakerOf } from '../../trust/speaker.ts'
import { isSystem, joinConventions } from './conventions.ts'
import { joinMarkers } from './markers.ts'
import { withoutEchoes } from './echoes.ts'
import type { UserSession } from './user-session.ts'

interface UserSideOptions {
  /** The number of independent sessions in which a thing must be said. */
  minSupport: number
  /** Time in milliseconds. Turns and calls at or after it are ignored. */
  until?: number | undefined
  /** Whether a tool may be named. */
  isShownTool?: ((tool: string) => boolean) | undefined
  /** Whether the file at an absolute path came from elsewhere. */
  isForeign?: ((path: string, session: string) => boolean) | undefined
}

/**
 * What one user's sessions tell about the user: standing instructions, the way of talking, and what the work is about.
 * Only words that the user typed count, never those of other people or programs, or text that the user pasted.
 */
export const userSide = (
  sessions: readonly UserSession[],
  { minSupport, until, isShownTool = () => true, isForeign = () => false }: UserSideOptions,
): Pick<TemplateDraft, 'userPatterns' | 'conventions' | 'contextMarkers' | 'leftOut'> => {
  const leftOut = new Map<string, number>()
  const leave = (reason: string): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  const heard: UserSession[] = []
  const ownTurns = withoutEchoes()
  for (const one of sessions.toSorted((a, b) => (a.session.id < b.session.id ? -1 : 1))) {
    const input = until === undefined ? one.input : before(one.input, until)
    if (hasSeveralSpeakers(input)) leave('session in which several people speak')
    else if (isProgramsPlatform(one.session.platform)) {
      leave('messages that a program wrote')
      // The program's own rules stand in the system message, and those are the user's to confirm.
      heard.push({ session: one.session, input: { ...input, turns: input.turns.filter(isSystem) } })
    } else heard.push({ session: one.session, input: { ...input, turns: ownTurns(input.turns) } })
  }
  return {
    userPatterns: joinUserPatterns(heard, isShownTool),
    conventions: joinConventions(heard, { minSupport, leave }),
    contextMarkers: joinMarkers(heard, { minSupport, leave, isForeign }),
    leftOut: [...leftOut]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
  }
}

const before = ({ turns, calls }: UserSession['input'], until: number): UserSession['input'] => {
  const isEarlier = ({ at }: { at: number | undefined }): boolean => at !== undefined && at < until
  return { turns: turns.filter(isEarlier), calls: calls.filter(isEarlier) }
}

/** If several people speak, nobody knows whose words are whose, so no words are taken. */
const hasSeveralSpeakers = ({ turns }: UserSession['input']): boolean => {
  const names = new Set<string>()
  for (const { synthetic, agent, text } of turns) {
    if (synthetic || agent !== undefined) continue
    const name = speakerOf(text)
    if (name !== undefined) names.add(name)
  }
  return names.size > 1
}

type UserPatterns = NonNullable<TemplateDraft['userPatterns']>

/**
 * Applies the rules for one session to the messages of all sessions; each message weighs the same. The intervals of
 * shares come from the spread between sessions.
 */
const joinUserPatterns = (
  sessions: readonly UserSession[],
  isShownTool: (tool: string) => boolean,
): TemplateDraft['userPatterns'] => {
  if (sessions.length === 0) return null
  const turns = sessions.flatMap(({ input }) => input.turns)
  const calls = sessions.flatMap(({ input }) => input.calls).filter(({ tool }) => isShownTool(tool))
  const all = talkPatterns(turns, calls)
  if (all.messageCount === 0) return { ...all, reason: 'no message of these sessions was typed by a person' }
  const shares = sessions.map(({ input }) => talkPatterns(input.turns, []))
  return {
    ...all,
    questionShare: shareOf(shares.map(({ questionShare }) => questionShare)),
    commandShare: shareOf(shares.map(({ commandShare }) => commandShare)),
    feedbackStyle: talkPatterns(feedbackIn(sessions), []).feedbackStyle,
  }
}

const shareOf = (rates: readonly (Rate | null)[]): UserPatterns['questionShare'] => {
  const sums = emptySums()
  for (const rate of rates) if (rate !== null) addCluster(sums, Math.round(rate.rate * rate.n), rate.n)
  return clusterRate(sums)
}

/** Feedback is what follows the first message of each session. The rule skips the first message that it is given. */
const feedbackIn = (sessions: readonly UserSession[]): UserSession['input']['turns'] => {
  const typed = sessions.map(({ input }) => input.turns.filter((turn) => turn.agent === undefined && !turn.synthetic))
  return [...typed.flatMap((turns) => turns.slice(0, 1)).slice(0, 1), ...typed.flatMap((turns) => turns.slice(1))]
}
