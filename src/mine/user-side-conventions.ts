import { conventions } from '../profile/conventions.ts'
import { plainly } from '../profile/corrections.ts'
import type { Convention } from '../schema/listing/template.ts'
import { cleanText, isInstruction } from './trust-text.ts'
import type { UserSession } from './user-side.ts'

interface JoinOptions {
  minSupport: number
  leave: (reason: string) => void
}

/**
 * Standing instructions over sessions, at most 10: the same rule said in several is one, counted by independent sessions.
 * Kept is what enough sessions say, and what a user repeated as a correction or a rule in one. The user's own come first.
 */
export const joinConventions = (sessions: readonly UserSession[], { minSupport, leave }: JoinOptions): Convention[] => {
  const rules = new Map<string, Rule>()
  for (const { session, input } of sessions) {
    for (const said of conventions(input.turns)) addSaying(rules, said, session)
  }
  const kept: Rule[] = []
  for (const rule of rules.values()) {
    if (!isEnough(rule, minSupport)) leave('rule said in too few sessions')
    else if (isInstruction(textOf(rule))) leave('talks to a model')
    else kept.push(rule)
  }
  return kept.toSorted(mostSaidFirst).slice(0, MOST_CONVENTIONS).map(toConvention)
}

const MOST_CONVENTIONS = 10
const MOST_EVIDENCE = 5

interface Rule {
  key: string
  /** Each wording, and in how many sessions. */
  texts: Map<string, number>
  families: Set<string>
  corrected: boolean
  /** Said by the user, not only by an instructions file. */
  isUsers: boolean
  /** Most often in one session, as a correction or as a rule. */
  insisted: number
  evidence: Convention['evidence']
}

type Saying = ReturnType<typeof conventions>[number]

const addSaying = (rules: Map<string, Rule>, said: Saying, session: UserSession['session']): void => {
  const text = withoutPlaces(cleanText(said.text), session)
  const key = keyOf(text)
  if (key === '') return
  let rule = rules.get(key)
  if (rule === undefined) {
    rule = { key, texts: new Map(), families: new Set(), corrected: false, isUsers: false, insisted: 0, evidence: [] }
    rules.set(key, rule)
  }
  rule.texts.set(text, (rule.texts.get(text) ?? 0) + 1)
  rule.families.add(session.family)
  if (said.kind === 'correction') rule.corrected = true
  if (said.kind !== 'system') rule.isUsers = true
  if (said.kind === 'correction' || (said.kind === 'repeat' && STANDING.test(key))) {
    rule.insisted = Math.max(rule.insisted, said.count)
  }
  if (rule.evidence.length < MOST_EVIDENCE) rule.evidence.push({ session: session.nativeId, line: said.line })
}

/** Politeness and openings do not make another rule; the order of words does. */
const ASIDE = new Set('please also just ok okay and so now then hey but well again kindly'.split(' '))

const keyOf = (text: string): string =>
  plainly(text)
    .replace(/[^\p{L}\p{N}'_./-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^[./'-]+|[./'-]+$/g, ''))
    .filter((word) => word !== '' && !ASIDE.has(word))
    .join(' ')

/** A rule for more than this time. */
const STANDING =
  /\b(?:always|never|don't|dont|do not|must|prefer|avoid|instead of|rather than|from now on|only use|make sure|in future)\b/

/** Where the project lies on somebody's disk, and who they are there, is no part of a rule. */
const withoutPlaces = (text: string, { project, cwd }: UserSession['session']): string => {
  let plain = text
  for (const root of [cwd, project]) {
    if (root !== undefined && root.length > 3) plain = plain.replaceAll(`${root}/`, '').replaceAll(root, '.')
  }
  return plain.replace(/(?:\/home|\/Users|[A-Za-z]:\\Users)[/\\][\w.-]+/g, '~')
}

/** Where one session is enough, most of what a user says in it are orders for the moment: it must sound like a rule. */
const isEnough = ({ families, insisted, isUsers, key }: Rule, minSupport: number): boolean =>
  insisted > 1 || (families.size >= minSupport && (families.size > 1 || !isUsers || STANDING.test(key)))

/** The wording of most sessions, of equals the shortest. */
const textOf = ({ texts }: Rule): string =>
  [...texts].toSorted(([one, a], [other, b]) => b - a || one.length - other.length || (one < other ? -1 : 1))[0]?.[0] ??
  ''

const mostSaidFirst = (one: Rule, other: Rule): number =>
  Number(other.isUsers) - Number(one.isUsers) ||
  other.families.size - one.families.size ||
  Number(other.corrected) - Number(one.corrected) ||
  other.insisted - one.insisted ||
  (one.key < other.key ? -1 : 1)

const toConvention = (rule: Rule): Convention => ({
  text: textOf(rule),
  kind: kindOf(rule),
  count: rule.families.size,
  evidence: rule.evidence,
})

const kindOf = ({ corrected, isUsers, families, insisted }: Rule): Convention['kind'] => {
  if (!isUsers) return 'system'
  if (corrected) return 'correction'
  return families.size > 1 || insisted > 1 ? 'repeat' : 'stated'
}
