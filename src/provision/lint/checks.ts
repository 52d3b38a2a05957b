import { findSecrets } from '../../lib/redact/find.ts'
import { isInstruction } from '../../trust/text.ts'
import { shown } from './read-value.ts'
import type { Toolset } from './tools.ts'
import { type Part, type Problem, problem, type Rules, type Turn } from '../view.ts'

const partsOf = (turns: readonly Turn[]): Part[] => turns.flatMap(({ parts }) => parts)

/** A system prompt in a field of its own has no place in the list. */
const isField = ({ at }: Turn): boolean => !at.includes('[')

/** L3: every id exists, has the provider's form, and belongs to one call only. */
export const checkIds = (turns: readonly Turn[], { id: wanted }: Rules): Problem[] => {
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const part of partsOf(turns)) {
    if (part.kind !== 'call' && part.kind !== 'result') continue
    if (part.id === undefined) {
      if (wanted !== undefined) problems.push(problem('ids', part.at, `the ${part.kind} has no id`))
      continue
    }
    if (part.kind === 'result') continue
    if (wanted !== undefined && !wanted.test(part.id))
      problems.push(problem('ids', part.at, `the id ${shown(part.id)} is not one that the provider takes`))
    if (seen.has(part.id)) problems.push(problem('ids', part.at, `the id ${shown(part.id)} is there twice`))
    seen.add(part.id)
  }
  return problems
}

/**
 * L4: the provider accepts every tool name. If the tools are known, each called tool is declared and its arguments
 * fit.
 */
export const checkTools = (turns: readonly Turn[], { name: wanted }: Rules, tools: Toolset | undefined): Problem[] =>
  partsOf(turns).flatMap((part) => {
    if (part.kind !== 'call') return []
    const { at, name, arguments: given } = part
    if (!wanted.test(name))
      return [problem('tools', at, `${shown(name)} is no name that the provider takes for a tool`)]
    const complaint = tools?.complaint(name, given)
    return complaint === undefined ? [] : [problem('tools', at, complaint)]
  })

/** L5: if the provider requires it, the list begins with the user and roles alternate. */
export const checkRoles = (turns: readonly Turn[], { alternates }: Rules): Problem[] => {
  const problems: Problem[] = []
  if (turns.length === 0) return [problem('roles', '', 'there is nothing in it')]
  if (alternates === false) return problems
  const severity = alternates === 'merged' ? 'warning' : 'error'
  const talk = turns.filter(({ role }) => role !== 'system')
  const [first] = talk
  if (first !== undefined && first.role !== 'user')
    problems.push(problem('roles', first.at, "the first message must be the user's"))
  talk.forEach(({ role, at }, index) => {
    if (index > 0 && talk[index - 1]?.role === role)
      problems.push(problem('roles', at, `two messages of the ${role} in a row: merge them`, severity))
  })
  return problems
}

/** L6: system messages stand at the head of the list or in their own field. */
export const checkSystem = (turns: readonly Turn[], { leadingSystem }: Rules): Problem[] => {
  const start = turns.findIndex(({ role }) => role !== 'system')
  return turns.flatMap((turn, index): Problem[] => {
    if (turn.role !== 'system' || isField(turn)) return []
    const { at } = turn
    if (start >= 0 && index > start) return [problem('system', at, 'a system message in the middle of the list')]
    if (leadingSystem === 'refused') return [problem('system', at, 'the system prompt is not part of the list here')]
    if (leadingSystem === 'allowed') return []
    return [problem('system', at, 'refused unless allowSystemInMessages is set; use `instructions`', 'warning')]
  })
}

/** L7: thinking goes back only to the model that signed it. */
export const checkThinking = (turns: readonly Turn[]): Problem[] =>
  partsOf(turns).flatMap((part) => {
    if (part.kind !== 'thinking') return []
    return part.is === 'own'
      ? [problem('thinking', part.at, 'thinking is taken back only by the model that made it: leave it out', 'warning')]
      : [problem('thinking', part.at, 'thinking without a signature of the model: leave it out')]
  })

/** No provider accepts a larger request. */
const LARGEST_CHARS = 20_000_000
const MESSAGE_OVERHEAD_TOKENS = 4

export const countHistory = (turns: readonly Turn[], count: (text: string) => number): number =>
  turns.reduce(
    (sum, { parts }) => sum + MESSAGE_OVERHEAD_TOKENS + parts.reduce((part, each) => part + count(textOf(each)), 0),
    0,
  )

/** L8: the history fits into the budget and into one request. */
export const checkSize = (turns: readonly Turn[], tokens: number, budget: number | undefined): Problem[] => {
  const problems: Problem[] = []
  if (budget !== undefined && tokens > budget)
    problems.push(problem('size', '', `about ${tokens} tokens, ${tokens - budget} more than the budget of ${budget}`))
  const chars = partsOf(turns).reduce((sum, part) => sum + textOf(part).length, 0)
  if (chars > LARGEST_CHARS) problems.push(problem('size', '', `${chars} characters are more than a request can hold`))
  return problems
}

/** L10: there is no secret, and no result that gives orders to the model. */
export const checkContent = (turns: readonly Turn[]): Problem[] =>
  partsOf(turns).flatMap((part) => {
    const text = textOf(part)
    const kinds = [...new Set(findSecrets(text).map(({ kind }) => kind))].toSorted()
    const problems = kinds.map((kind) => problem('content', part.at, `holds a secret (${kind})`))
    if (part.kind === 'result' && isInstruction(text))
      problems.push(problem('content', part.at, 'the result reads like instructions to the model', 'warning'))
    return problems
  })

/** L11: content without text is lost if a history has to become text. */
export const checkDowngrade = (turns: readonly Turn[]): Problem[] =>
  partsOf(turns).flatMap((part) =>
    part.kind === 'other'
      ? [
          problem(
            'downgrade',
            part.at,
            `${shown(part.name)} has no text form and would be lost in a downgrade`,
            'warning',
          ),
        ]
      : [],
  )

const textOf = (part: Part): string => {
  if (part.kind === 'call') return `${part.name} ${part.text}`
  return part.kind === 'other' ? '' : part.text
}
