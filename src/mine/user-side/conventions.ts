import { conventions } from '../../profile/conventions.ts'
import { plainly } from '../../profile/corrections.ts'
import { isChatPlatform } from '../../schema/chat-platform.ts'
import { SYSTEM_TURN } from '../../schema/facts.ts'
import { sessionKind } from '../../schema/session-kind.ts'
import type { ConventionDraft } from '../../schema/template-draft.ts'
import { hasAddress, typedLine } from '../../trust/words/typed.ts'
import { cleanText, isInstruction } from '../../trust/text.ts'
import type { UserSession } from './user-session.ts'

interface JoinOptions {
  minSupport: number
  leave: (reason: string) => void
}

/**
 * Joins the standing instructions of several sessions, at most 10. The same rule in several sessions is one rule,
 * counted by independent sessions. A rule is kept if enough sessions state it, or if a user repeated it as a
 * correction within one. Only lines that a person typed count, followed by a few lines of the system message, marked
 * as such. Agents read instruction files anyway, and pasted or generated text may be a stranger's words.
 */
export const joinConventions = (
  sessions: readonly UserSession[],
  { minSupport, leave }: JoinOptions,
): ConventionDraft[] => {
  const rules = new Map<string, Rule>()
  const isWritten = writtenElsewhere(sessions)
  for (const { session, input } of sessions) {
    // Messages without words keep their place, because only messages after the first can be corrections.
    const typed = input.turns.map((turn) => {
      if (isSystem(turn)) return { ...turn, text: toldByOthers(session) ? '' : cleanText(turn.text) }
      const text = turn.synthetic || isWritten(turn.text) ? '' : typedLine({ ...turn, text: cleanText(turn.text) })
      return { ...turn, text, chars: text.length }
    })
    for (const said of conventions(typed)) addSaying(rules, said, session)
  }
  const kept: Rule[] = []
  for (const rule of rules.values()) {
    if (!isEnough(rule, minSupport)) leave('rule said in too few sessions')
    else if (isInstruction(textOf(rule))) leave('talks to a model')
    else if (hasAddress(textOf(rule))) leave('rule with an address')
    else kept.push(rule)
  }
  const sorted = kept.toSorted(mostSaidFirst)
  const [ofSystem, said] = [sorted.filter((rule) => rule.isSystem), sorted.filter((rule) => !rule.isSystem)]
  return [...said, ...ofSystem.slice(0, MOST_OF_SYSTEM)].slice(0, MOST_CONVENTIONS).map(toConvention)
}

/**
 * Whether the system message of a session holds words of others. A model writes a sub-agent's message, and a chat's
 * message holds names of chats and people.
 */
export const toldByOthers = ({ platform, parentKind }: UserSession['session']): boolean =>
  isChatPlatform(platform) || sessionKind(platform ?? null, parentKind ?? null) === 'subagent'

/**
 * Whether the instruction comes from the system message. A prompt that stands in for the user's message does not
 * count.
 */
export const isSystem = ({
  turn,
  synthetic,
  agent,
}: {
  turn: number
  synthetic: boolean
  agent?: string | undefined
}): boolean => turn === SYSTEM_TURN && synthetic && agent === undefined

/** Nobody types a longer message twice letter by letter: it was pasted, or a program wrote it. */
const LONGEST_TYPED_TWICE_CHARS = 120

const writtenElsewhere = (sessions: readonly UserSession[]): ((text: string) => boolean) => {
  const families = new Map<string, Set<string>>()
  for (const { session, input } of sessions) {
    for (const { text, chars } of input.turns) {
      if (chars <= LONGEST_TYPED_TWICE_CHARS) continue
      families.set(text, (families.get(text) ?? new Set()).add(session.family))
    }
  }
  return (text) => (families.get(text)?.size ?? 0) > 1
}

const MOST_CONVENTIONS = 10
/**
 * Only a few lines are taken, because most of a system message is the program's own and every session gets it anyway.
 */
const MOST_OF_SYSTEM = 5
const MOST_EVIDENCE = 5

interface Rule {
  key: string
  /** Each wording, with the number of sessions that use it. */
  texts: Map<string, number>
  families: Set<string>
  corrected: boolean
  /** Whether only the system message states the rule. */
  isSystem: boolean
  /** Position of the rule in the system message. */
  place: number
  /** How often the user stated the rule as a correction, in the session with the most. */
  insisted: number
  evidence: ConventionDraft['evidence']
}

type Saying = ReturnType<typeof conventions>[number]

const addSaying = (rules: Map<string, Rule>, said: Saying, session: UserSession['session']): void => {
  const text = withoutPlaces(cleanText(said.text), session)
  const key = keyOf(text)
  if (key === '') return
  let rule = rules.get(key)
  if (rule === undefined) {
    rule = {
      key,
      texts: new Map(),
      families: new Set(),
      corrected: false,
      isSystem: true,
      place: rules.size,
      insisted: 0,
      evidence: [],
    }
    rules.set(key, rule)
  }
  rule.texts.set(text, (rule.texts.get(text) ?? 0) + 1)
  rule.families.add(session.family)
  if (said.kind !== 'system') rule.isSystem = false
  if (said.kind === 'correction') rule.corrected = true
  if (said.kind === 'correction') rule.insisted = Math.max(rule.insisted, said.count)
  if (rule.evidence.length < MOST_EVIDENCE) rule.evidence.push({ session: session.nativeId, line: said.line })
}

/** Words that make no difference between two rules. The order of the other words does. */
const ASIDE = new Set('please also just ok okay and so now then hey but well again kindly'.split(' '))

const keyOf = (text: string): string =>
  plainly(text)
    .replace(/[^\p{L}\p{N}'_./-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[./'-]+|[./'-]+$/g, ''))
    .filter((word) => word !== '' && !ASIDE.has(word))
    .join(' ')

/** Words that make an instruction a rule beyond the moment. */
const STANDING =
  /\b(?:always|never|don't|dont|do not|must|prefer|avoid|instead of|rather than|from now on|only use|make sure|in future)\b/

/** A text without the path of the project and the name of the user. */
export const withoutPlaces = (text: string, { project, cwd }: UserSession['session']): string => {
  let plain = text
  for (const root of [cwd, project]) {
    if (root !== undefined && root.length > 3) plain = plain.replaceAll(`${root}/`, '').replaceAll(root, '.')
  }
  return plain.replace(/(?:\/home|\/Users|[A-Za-z]:\\Users)[/\\][\w.-]+/g, '~')
}

/**
 * If one session is enough, the text must also sound like a rule, because most of what a user says in a session are
 * orders for the moment.
 */
const isEnough = ({ families, insisted, key }: Rule, minSupport: number): boolean =>
  insisted > 1 || (families.size >= minSupport && (families.size > 1 || STANDING.test(key)))

/** The wording that most sessions use; of equals, the shortest. */
const textOf = ({ texts }: Rule): string =>
  [...texts].toSorted(([one, a], [other, b]) => b - a || one.length - other.length || (one < other ? -1 : 1))[0]?.[0] ??
  ''

const mostSaidFirst = (one: Rule, other: Rule): number =>
  other.families.size - one.families.size ||
  Number(other.corrected) - Number(one.corrected) ||
  other.insisted - one.insisted ||
  (one.isSystem && other.isSystem ? one.place - other.place : 0) ||
  (one.key < other.key ? -1 : 1)

const toConvention = (rule: Rule): ConventionDraft => ({
  text: textOf(rule),
  kind: kindOf(rule),
  count: rule.families.size,
  evidence: rule.evidence,
})

const kindOf = ({ corrected, families, insisted, isSystem: isOfSystem }: Rule): ConventionDraft['kind'] => {
  if (isOfSystem) return 'system'
  if (corrected) return 'correction'
  return families.size > 1 || insisted > 1 ? 'repeat' : 'stated'
}
