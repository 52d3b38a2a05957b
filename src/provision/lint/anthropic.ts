import { isRecord } from '../../lib/json.ts'
import { ANTHROPIC_PARTS, foreignPart } from './part-types.ts'
import { jsonText, listOf, looksSigned, readItems, shown, typeName } from './read-value.ts'
import { type Part, type Problem, problem, type Rules, type Turn, type View } from '../view.ts'

export const anthropicRules: Rules = {
  results: 'next-turn',
  id: /^[a-zA-Z0-9_-]{1,64}$/,
  name: /^[a-zA-Z0-9_-]{1,128}$/,
  alternates: 'merged',
  leadingSystem: 'refused',
}

export const readAnthropic = (value: unknown): View => {
  const view = readItems(listOf(value, 'messages'), readMessage)
  const system = isRecord(value) ? value['system'] : undefined
  if (system === undefined || system === null) return view
  const parts = partsOf(system, 'system', view.problems)
  return { ...view, turns: [{ role: 'system', at: 'system', parts }, ...view.turns] }
}

const readMessage = (message: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    problems.push(
      problem(
        'roles',
        at,
        `the role is ${typeof role === 'string' ? shown(role) : typeName(role)}, not user or assistant`,
      ),
    )
    return undefined
  }
  const parts = partsOf(content, `${at}.content`, problems)
  if (parts.length === 0) problems.push(problem('roles', at, `the message of the ${role} is empty`))
  for (const part of parts) {
    if (part.kind === 'text' && part.text.trim() === '')
      problems.push(problem('roles', part.at, 'text without a visible character is refused'))
    if ((part.kind === 'call' && role !== 'assistant') || (part.kind === 'result' && role !== 'user'))
      problems.push(problem('roles', part.at, `a ${part.kind} does not belong into a message of the ${role}`))
  }
  return { role, at, parts }
}

const partsOf = (content: unknown, at: string, problems: Problem[]): Part[] => {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content)) {
    problems.push(problem('roles', at, `content is ${typeName(content)}, not text or a list of blocks`))
    return []
  }
  return content.flatMap((block: unknown, index): Part[] => {
    const place = `${at}[${index}]`
    if (isRecord(block) && typeof block['type'] === 'string') return [partOf(block, place, problems)]
    problems.push(problem('roles', place, `${typeName(block)} is no block`))
    return []
  })
}

const partOf = (block: Record<string, unknown>, at: string, problems: Problem[]): Part => {
  const { type } = block
  if (type === 'text' && typeof block['text'] === 'string') return { kind: 'text', at, text: block['text'] }
  if (type === 'tool_use') {
    const { id, name, input } = block
    if (!isRecord(input)) problems.push(problem('tools', `${at}.input`, `input is ${typeName(input)}, not an object`))
    return {
      kind: 'call',
      at,
      id: typeof id === 'string' ? id : undefined,
      name: typeof name === 'string' ? name : '',
      arguments: input,
      text: jsonText(input),
    }
  }
  if (type === 'tool_result') {
    const { tool_use_id: id, content } = block
    return {
      kind: 'result',
      at,
      id: typeof id === 'string' ? id : undefined,
      name: undefined,
      text: resultText(content),
    }
  }
  if (type === 'thinking')
    return {
      kind: 'thinking',
      at,
      is: looksSigned(block['signature']) ? 'own' : 'foreign',
      text: typeof block['thinking'] === 'string' ? block['thinking'] : '',
    }
  if (type === 'redacted_thinking')
    return { kind: 'thinking', at, is: looksSigned(block['data']) ? 'own' : 'foreign', text: '' }
  problems.push(...foreignPart(type, ANTHROPIC_PARTS, at))
  return { kind: 'other', at, name: String(type) }
}

const resultText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((block: unknown) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n')
}
