import { clip } from '../../lib/excerpt.ts'
import { redact } from '../../lib/redact/redact.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { gateCall } from '../../trust/call.ts'
import { knownError } from '../../trust/words/error-line.ts'
import { typedLine } from '../../trust/words/typed.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import { conventions } from '../../profile/conventions.ts'
import { isCorrection } from '../../profile/corrections.ts'
import { harvestSession } from '../../profile/harvest.ts'
import { isPlainTool } from '../../profile/plain-tool.ts'
import { errorPatterns } from '../../profile/recoveries.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import { type ConversationCall, type ConversationFacts, findFacts } from './conversation-facts.ts'
import { splitSections } from './summary-text.ts'

/**
 * Headings of a digest, the most important first. If room is short, each gets its share, and the rest goes in this
 * order.
 */
export const DIGEST = {
  rules: 'Conventions and corrections of the user',
  recoveries: 'Errors, and what worked then',
  worked: 'What worked, with its arguments',
  asked: 'What the user asked for',
  files: 'Files changed',
  open: 'Errors without a remedy so far',
  earlier: 'Earlier summary',
} as const

/**
 * Collects by rules, without a model, what a conversation has taught: the user's rules, calls that worked, what helped
 * after errors, and which files changed. The same conversation gives the same digest. Contents of an earlier digest
 * are kept, the newest first. Secrets are replaced. Answers of tools are not repeated, because they may hold a
 * stranger's words; of errors only sentences of programs that we know are kept.
 */
export const digestOf = (
  messages: readonly LiveMessage[],
  { previous, maxTokens }: { previous: string | undefined; maxTokens: number },
): string => {
  const facts = findFacts(messages)
  const byId = new Map(facts.calls.map((call) => [call.id, call]))
  const fresh: Record<string, string[]> = {
    [DIGEST.rules]: rulesIn(facts),
    ...errorsIn(facts, byId),
    [DIGEST.worked]: workedIn(facts, byId),
    [DIGEST.asked]: facts.turns.map(({ text }) => oneLine(text, MAX_ASKED_CHARS)).toReversed(),
    [DIGEST.files]: filesIn(facts),
  }
  return redact(render(fill(merged(fresh, previous), maxTokens)))
}

const MAX_BULLET_CHARS = 500
const MAX_ASKED_CHARS = 300
const MAX_ARGUMENTS_CHARS = 400
const MAX_BULLETS = 25

const oneLine = (text: string, limit = MAX_BULLET_CHARS): string => clip(text, limit, { singleLine: true })

/** Uses only lines that the user typed: pasted text is not the user's rule. */
const rulesIn = ({ turns: all }: ConversationFacts): string[] => {
  const turns = all.map((turn) => ({ ...turn, text: typedLine(turn) }))
  const stated = conventions(turns).map(({ text, kind }) => (kind === 'correction' ? `(correction) ${text}` : text))
  const corrected = turns
    .filter(({ text, turn }) => turn > 1 && isCorrection(text))
    .map(({ text }) => `(correction) ${oneLine(text, MAX_ASKED_CHARS)}`)
  return [
    ...stated,
    ...corrected.filter((one) => !stated.some((rule) => one.includes(rule.replace('(correction) ', '')))),
  ]
}

/** One entry for each kind of error: its latest recovery, because that shows how to do it now. */
const errorsIn = (
  { calls }: ConversationFacts,
  byId: ReadonlyMap<string, ConversationCall>,
): Record<string, string[]> => {
  const { patterns, pairs } = errorPatterns(calls)
  const recovered = new Map<string, string>()
  for (const { signature, failed, worked } of pairs) {
    const [bad, good] = [byId.get(failed.call), byId.get(worked.call)]
    if (bad === undefined || good === undefined) continue
    const line = `${shownCall(bad)} failed${reasonOf(bad.evidence || failed.message)}; worked: ${shownCall(good)}`
    recovered.delete(signature)
    recovered.set(signature, line)
  }
  const open = patterns
    .filter(({ signature, cause }) => !recovered.has(signature) && (cause === 'agent' || cause === 'environment'))
    .flatMap(({ example, count }) => {
      const call = byId.get(example)
      if (call === undefined) return []
      return [`${shownCall(call)} failed${count > 1 ? ` ${count} times` : ''}${reasonOf(call.evidence)}`]
    })
  return { [DIGEST.recoveries]: [...recovered.values()].toReversed(), [DIGEST.open]: open }
}

const reasonOf = (evidence: string): string => {
  const known = knownError(evidence)
  return known === undefined ? '' : ` (${oneLine(known, 200)})`
}

/**
 * For each thing done, its simplest call that worked. Calls that every model knows and calls that destroy something
 * are left out.
 */
const workedIn = ({ calls }: ConversationFacts, byId: ReadonlyMap<string, ConversationCall>): string[] =>
  harvestSession(calls)
    .shapes.filter((shape) => shape.ok > 0 && !isPlainTool(shape))
    .toSorted((one, other) => other.retried - one.retried || other.ok - one.ok)
    .flatMap(({ example, ok }) => {
      const call = byId.get(example)
      if (call === undefined || !gateCall({ ...call, project: undefined, cwd: undefined }).allowed) return []
      return [`${shownCall(call)} (worked ${ok === 1 ? 'once' : `${ok} times`})`]
    })

/** Shows all arguments if they are short, so that the model can repeat the call exactly. */
const shownCall = ({ tool, args, subject }: ConversationCall): string => {
  const text = args === undefined ? '' : JSON.stringify(args)
  return text !== '' && text.length <= MAX_ARGUMENTS_CHARS ? `${tool} ${oneLine(text)}` : `${tool} (${subject})`
}

const filesIn = ({ calls }: ConversationFacts): string[] => {
  const files = new Map<string, string>()
  for (const { tool, outcome, subject } of calls) {
    if (outcome !== 'ok' || readToolFacts(tool).family !== 'edit' || subject === '') continue
    const file = /\*\*\* (?:Add|Update|Delete) File: (\S{1,200})/.exec(subject)?.[1] ?? subject
    files.delete(file)
    files.set(file, file)
  }
  return [...files.values()].toReversed()
}

type Sections = Map<string, string[]>

/** Puts old bullets after new ones, without repeats. A summary that is not a digest is kept verbatim. */
const merged = (fresh: Record<string, string[]>, previous: string | undefined): Sections => {
  const old = previous === undefined ? [] : splitSections(previous)
  const titles = new Set<string>(Object.values(DIGEST))
  const foreign = old
    .filter(({ title }) => !titles.has(title))
    .flatMap(({ title, lines }) => [...(title === '' ? [] : [`${title}:`]), ...lines])
    // The mark for an omission carries no information.
    .filter((line) => !/^\[.*\]$/.test(line))
    .map((line) => oneLine(line.replace(/^\s*(?:[-*#]+ )?/, '')))
  const sections: Sections = new Map()
  for (const title of Object.values(DIGEST)) {
    const before = old.filter((section) => section.title === title).flatMap(({ lines }) => lines.map(bulletText))
    const all = [...(fresh[title] ?? []), ...before, ...(title === DIGEST.earlier ? foreign : [])]
    const unique = new Map<string, string>()
    for (const text of all) if (text !== '' && !unique.has(keyOf(text))) unique.set(keyOf(text), text)
    sections.set(title, [...unique.values()].slice(0, MAX_BULLETS))
  }
  return sections
}

const bulletText = (line: string): string => line.replace(/^\s*- /, '').trim()

/** The number of times that a call worked changes between digests, so it is not part of the key. */
const keyOf = (text: string): string => text.replace(/ \(worked (?:once|\d+ times).*$/, '')

/** Takes one bullet of each section in turn, as long as there is room. */
const fill = (sections: Sections, maxTokens: number): Sections => {
  const chosen: Sections = new Map([...sections.keys()].map((title) => [title, []]))
  let left = maxTokens
  for (let nth = 0; nth < MAX_BULLETS; nth++) {
    for (const [title, bullets] of sections) {
      const bullet = bullets[nth]
      if (bullet === undefined) continue
      const cost = estimateTokens(bullet) + 2 + (nth === 0 ? estimateTokens(title) + 3 : 0)
      if (cost > left) continue
      left -= cost
      chosen.get(title)?.push(bullet)
    }
  }
  return chosen
}

const render = (sections: Sections): string =>
  [...sections]
    .filter(([, bullets]) => bullets.length > 0)
    .map(([title, bullets]) => [`## ${title}`, ...bullets.map((bullet) => `- ${bullet}`)].join('\n'))
    .join('\n\n')
