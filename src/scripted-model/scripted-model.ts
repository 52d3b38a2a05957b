import { hashOf } from '../lib/hash.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import { type Asked, lastResults, lastUserText, stepOf, turnOf } from './asked.ts'
import { fill, matchGlob } from './fill.ts'
import type { Condition, Reply, Rule, Script } from './script.ts'

/** What is said to a request, with placeholders filled and calls that have ids, and which part of the script says so. */
interface Scripted {
  reply: Reply
  /** `rules[2]`, `replies[0]`, `otherwise`, `end`. */
  by: string
}

export interface ScriptedModel {
  answer(asked: Asked): Scripted
}

/** Conversations whose place in the script is remembered; the oldest are forgotten. */
const MOST_CONVERSATIONS = 100_000

/** Plays a script: the same requests in the same order get the same answers. */
export const createScriptedModel = (script: Script): ScriptedModel => {
  const used = new Map<string, number>()
  const take = (key: string): number => {
    const count = used.get(key) ?? 0
    used.delete(key)
    used.set(key, count + 1)
    if (used.size > MOST_CONVERSATIONS) used.delete(used.keys().next().value ?? '')
    return count
  }
  const keyOf = (part: string, per: 'server' | 'conversation', asked: Asked): string =>
    per === 'server' ? part : `${part} ${asked.conversation}`

  const ofRule = (rule: Rule, index: number, asked: Asked): Reply | undefined => {
    const isLimited = rule.replies !== undefined || rule.times !== undefined
    if (!isLimited) return rule.reply
    const key = keyOf(`rules[${index}]`, rule.per ?? 'conversation', asked)
    const count = used.get(key) ?? 0
    if (count >= (rule.replies?.length ?? rule.times ?? 0)) return undefined
    take(key)
    return rule.replies === undefined ? rule.reply : rule.replies[count]
  }

  return {
    answer: (asked) => {
      if (script.contextTokens !== undefined && estimateTokens(asked.context) > script.contextTokens)
        return { reply: { fault: { kind: 'context-length' } }, by: 'contextTokens' }
      for (const [index, rule] of (script.rules ?? []).entries()) {
        const captured = matches(rule.when ?? {}, asked)
        const reply = captured === undefined ? undefined : ofRule(rule, index, asked)
        if (reply !== undefined) return { reply: complete(reply, asked, captured ?? []), by: `rules[${index}]` }
      }
      const replies = script.replies ?? []
      const key = keyOf('replies', script.repliesPer ?? 'server', asked)
      const count = used.get(key) ?? 0
      const next = replies[count]
      if (next !== undefined) {
        take(key)
        return { reply: complete(next, asked, []), by: `replies[${count}]` }
      }
      if (script.otherwise !== undefined) return { reply: complete(script.otherwise, asked, []), by: 'otherwise' }
      const message = `the script has no reply to this request (after ${count} replies); the user said: ${lastUserText(asked).slice(0, 200)}`
      // 400 and not 500, so that the client does not ask again and again.
      return { reply: { fault: { kind: 'status', status: 400, message } }, by: 'end' }
    },
  }
}

/** The texts that the globs of a condition match; undefined if a part of the condition does not hold. */
const matches = (when: Condition, asked: Asked): string[] | undefined => {
  const captured = when.user === undefined ? [] : matchGlob(when.user, lastUserText(asked))
  if (captured === undefined) return undefined
  const isFit =
    hasAll(when.userContains, () => lastUserText(asked)) &&
    (when.last === undefined || when.last === (asked.said.at(-1)?.role === 'tool' ? 'tool' : 'user')) &&
    hasAll(when.toolResultContains, () =>
      lastResults(asked)
        .map(({ text }) => text)
        .join('\n'),
    ) &&
    (when.tool === undefined || lastTools(asked).includes(when.tool)) &&
    (when.turn === undefined || when.turn === turnOf(asked)) &&
    (when.step === undefined || when.step === stepOf(asked)) &&
    hasAll(when.contextContains, () => asked.context) &&
    (when.contextLacks === undefined || !listed(when.contextLacks).some((text) => asked.context.includes(text))) &&
    (when.offers === undefined || asked.tools.includes(when.offers)) &&
    (when.model === undefined || matchGlob(when.model, asked.model) !== undefined)
  return isFit ? captured : undefined
}

const hasAll = (wanted: string | string[] | undefined, text: () => string): boolean => {
  if (wanted === undefined) return true
  const found = text()
  return listed(wanted).every((one) => found.includes(one))
}

const listed = (value: string | string[]): string[] => (typeof value === 'string' ? [value] : value)

/** The tools whose results came last. */
const lastTools = (asked: Asked): string[] => {
  const ids = new Set(lastResults(asked).map(({ callId }) => callId))
  const calls = asked.said.findLast(({ role }) => role === 'assistant')?.calls ?? []
  return calls.filter(({ id }) => ids.has(id)).map(({ tool }) => tool)
}

const complete = (reply: Reply, asked: Asked, captured: readonly string[]): Reply => {
  const filled = fill(reply, asked, captured)
  if (filled.calls === undefined || filled.calls.every(({ id }) => id !== undefined)) return filled
  // Hashes the whole request, so that every place of a conversation has its own id, in any order and after a restart.
  const place = hashOf(asked.conversation, asked.said.length, asked.context).slice(0, 12)
  return {
    ...filled,
    calls: filled.calls.map((call, index) => ({ ...call, id: call.id ?? `call_${place}_${index}` })),
  }
}
