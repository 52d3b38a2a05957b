import { clip } from '../lib/excerpt.ts'
import { ruleLines } from '../lib/rule-lines.ts'
import type { SessionProfile } from '../schema/listing/session-profile.ts'
import type { ProfileTurn } from '../schema/tally.ts'
import { SYSTEM_TURN } from '../schema/facts.ts'
import { isDirective, ITEM, soundsStanding, statesRule } from '../lib/states-rule.ts'
import { isCorrection, plainly } from './corrections.ts'

type Convention = SessionProfile['userPatterns']['conventions'][number]

/**
 * Standing instructions of a session, which the user should not have to repeat; at most 20. The rules:
 * - sentences that state a rule ("always ...", "we use ...", "don't ...", "use X instead of Y") in the first ten
 *   messages or in a correction
 * - sentences with "before", "every time" and the like in two or more messages
 * - rules of the system message, and bullet lines of an instruction file that a program put before the conversation
 *
 * The user's own come first, the most repeated at the top.
 */
export const conventions = (turns: readonly ProfileTurn[]): Convention[] => {
  const said = new Map<string, Saying>()
  const system: Convention[] = []
  let messages = 0
  let before = ''
  for (const turn of turns) {
    if (turn.agent !== undefined) continue
    if (turn.synthetic) {
      if (system.length < MAX_SYSTEM) system.push(...systemRules(turn).slice(0, MAX_SYSTEM - system.length))
      continue
    }
    const opening = openingOf(turn.text)
    if (opening === '' || opening !== before) messages++
    addMessage(said, turn, messages)
    before = opening
  }
  const users = [...said.values()].filter(isConvention).map(toConvention).toSorted(mostRepeatedFirst)
  return [...users, ...withoutDoubles(system)].slice(0, MAX_CONVENTIONS)
}

/** A message that was sent again after an interruption counts once. Short messages are repeated on purpose. */
const openingOf = (text: string): string => {
  const words = plainly(text.slice(0, 2 * SAME_OPENING_CHARS)).replace(/[^\p{L}\p{N}]+/gu, ' ')
  return words.length < SAME_OPENING_CHARS ? '' : words.slice(0, SAME_OPENING_CHARS)
}

const SAME_OPENING_CHARS = 60
const MAX_CONVENTIONS = 20
const MAX_SYSTEM = 10
const FIRST_MESSAGES = 10
const MAX_SENTENCES = 40
const MAX_TEXT_CHARS = 300
const MIN_SENTENCE_CHARS = 8
/** A repeated sentence with fewer words is an answer: "yes", "go on". */
const MIN_REPEATED_WORDS = 3
const MIN_REPEATED_CHARS = 12
/** A longer message holds pasted text, and logs repeat themselves. */
const MAX_REPEATING_CHARS = 500

interface Saying {
  text: string
  turn: number
  line: number
  count: number
  states: boolean
  corrects: boolean
  canRepeat: boolean
  /** The last message that the sentence was counted in. */
  message: number
}

const addMessage = (said: Map<string, Saying>, turn: ProfileTurn, message: number): void => {
  if (isCommand(turn.text)) return
  const corrects = message > 1 && isCorrection(turn.text)
  const isHeard = message <= FIRST_MESSAGES || corrects
  for (const sentence of sentencesOf(turn.text)) {
    const plain = plainly(sentence)
    if (plain.length < MIN_SENTENCE_CHARS || plain.endsWith('?')) continue
    const states = isHeard && (statesRule(plain) || (corrects && SAYS_HOW.test(plain)))
    const key = plain.replace(FILLER, '').replace(/[.!,;:…]{1,5}$/, '')
    const canRepeat = turn.chars <= MAX_REPEATING_CHARS && isWorthRepeating(key)
    if (!states && !canRepeat) continue
    const known = said.get(key)
    if (known === undefined) {
      const { turn: number, line } = turn
      said.set(key, {
        text: sentence,
        turn: number,
        line,
        count: 1,
        states,
        corrects: states && corrects,
        canRepeat,
        message,
      })
      continue
    }
    known.states ||= states
    known.corrects ||= states && corrects
    if (known.message !== message) known.count++
    known.message = message
  }
}

const isCommand = (text: string): boolean => /^\s*\/[a-z][\w:-]*(?:\s|$)/i.test(text.slice(0, 80))

/** An order for the moment ("continue with the next one") is no rule, however often the user gives it. */
const isConvention = ({ states, canRepeat, count, text }: Saying): boolean =>
  states || (canRepeat && count > 1 && soundsStanding(plainly(text)))

const toConvention = (saying: Saying): Convention => ({
  text: clip(saying.text, MAX_TEXT_CHARS, { singleLine: true }),
  kind: saying.corrects ? 'correction' : saying.count > 1 ? 'repeat' : 'stated',
  count: saying.count,
  turn: saying.turn,
  line: saying.line,
})

const mostRepeatedFirst = (one: Convention, other: Convention): number =>
  other.count - one.count || one.turn - other.turn || (one.text < other.text ? -1 : 1)

/** Sentences and list items in order. Fenced blocks are left out, because they are code or output. */
const sentencesOf = (text: string): string[] => {
  const sentences: string[] = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) fenced = !fenced
    else if (!fenced && !OUTPUT.test(line)) sentences.push(...line.replace(BULLET, '').split(SENTENCE_END))
    if (sentences.length >= MAX_SENTENCES) break
  }
  return sentences.slice(0, MAX_SENTENCES).map((sentence) => sentence.trim())
}

const BULLET = /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+/
/** Beginnings of pasted prompts, stack traces, markup and diffs. */
const OUTPUT = /^\s*(?:[$➜❯<{}[\]|@]|at \S+ \(|File "|Traceback|[+-]{1,3}(?=[^\s])|\w+Error:)/
const SENTENCE_END = /(?<=[^.\s][.!?])\s+|(?<=[。！？])/
const FILLER = /^(?:(?:ok|okay|alright|yes|yeah|please|so|and|also|then|now)[\s,.:!-]+){1,3}/

const isWorthRepeating = (plain: string): boolean =>
  plain.length >= MIN_REPEATED_CHARS &&
  plain.split(' ', MIN_REPEATED_WORDS).length === MIN_REPEATED_WORDS &&
  !ANSWER.test(plain) &&
  /^[\p{L}`"'*@(]/u.test(plain)

const ANSWER =
  /^(?:yes|yeah|no|ok|okay|sure|thanks|thank you|looks good|sounds good|great|perfect|nice|go ahead|i think|i see|it works|that works|this is|here is|here's|hi|hello)\b/

/** Words with which a correction says how to do it. */
const SAYS_HOW =
  /^(?!.{0,60}\b(?:where|what(?! i\b)|which|how|whether|why)\b).{0,200}\b(?:should|must|instead|has to|have to|needs? to|i (?:said|meant|want|wanted))\b/

const INSTRUCTIONS =
  /\b(?:AGENTS|CLAUDE|GEMINI|HERMES|SOUL)\.md\b|<(?:user_)?instructions>|claudeMd|copilot-instructions|\.cursorrules/i
const systemRules = (turn: ProfileTurn): Convention[] => {
  const isSystem = turn.turn === SYSTEM_TURN
  if (!isSystem && !INSTRUCTIONS.test(turn.text)) return []
  const rules: Convention[] = []
  for (const line of (isSystem ? ruleLines(turn.text) : turn.text).split('\n')) {
    const item = isSystem ? line : ITEM.exec(line)?.[1]?.replaceAll('**', '').trim()
    if (item === undefined || item.length < MIN_SENTENCE_CHARS) continue
    const plain = plainly(item)
    if (!isSystem && !statesRule(plain) && !isDirective(plain)) continue
    rules.push({
      text: clip(item, MAX_TEXT_CHARS, { singleLine: true }),
      kind: 'system',
      count: 1,
      turn: turn.turn,
      line: turn.line,
    })
  }
  return rules
}

const withoutDoubles = (rules: readonly Convention[]): Convention[] => {
  const seen = new Map<string, Convention>()
  for (const rule of rules) {
    const known = seen.get(rule.text)
    if (known === undefined) seen.set(rule.text, { ...rule })
    else known.count++
  }
  return [...seen.values()]
}
