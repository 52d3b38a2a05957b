import { isRecord, parseJson } from '../../lib/json.ts'
import { foreignPart, RESPONSES_PARTS } from './part-types.ts'
import { jsonText, listOf, readItems, shown, typeName } from './read-value.ts'
import { type Part, type Problem, problem, type Rules, type Turn, type View } from '../view.ts'

export const openaiResponsesRules: Rules = {
  results: 'behind',
  id: /^[A-Za-z0-9_-]{1,64}$/,
  name: /^[A-Za-z0-9_-]{1,64}$/,
  alternates: false,
  leadingSystem: 'allowed',
}

export const readOpenaiResponses = (value: unknown): View => {
  const words = isRecord(value) && typeof value['input'] === 'string' ? value['input'] : value
  if (typeof words === 'string')
    return { turns: [{ role: 'user', at: 'input', parts: [{ kind: 'text', at: 'input', text: words }] }], problems: [] }
  return readItems(listOf(value, 'input'), readItem)
}

const readItem = (item: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { type = 'message' } = item
  if (type === 'function_call' || type === 'custom_tool_call') return callOf(item, at, problems)
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return resultOf(item, at, problems)
  if (type === 'reasoning') return reasoningOf(item, at)
  if (type === 'message') return messageOf(item, at, problems)
  if (typeof type !== 'string') {
    problems.push(problem('roles', at, `the type of the item is ${typeName(type)}`))
    return undefined
  }
  const isReference = type === 'item_reference'
  if (isReference) problems.push(problem('ids', at, 'refers to an item that only the account that made it can find'))
  return { role: 'assistant', at, parts: [{ kind: 'other', at, name: type }] }
}

const messageOf = (item: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { role, content } = item
  const known = role === 'developer' ? 'system' : role
  if (known !== 'system' && known !== 'user' && known !== 'assistant') {
    const said = typeof role === 'string' ? shown(role) : typeName(role)
    problems.push(problem('roles', at, `the role is ${said}, not system, developer, user or assistant`))
    return undefined
  }
  return { role: known, at, parts: textParts(content, at, problems) }
}

const textParts = (content: unknown, at: string, problems: Problem[]): Part[] => {
  if (typeof content === 'string') return [{ kind: 'text', at, text: content }]
  if (!Array.isArray(content)) {
    problems.push(problem('roles', `${at}.content`, `content is ${typeName(content)}, not text or a list of parts`))
    return []
  }
  return content.map((part: unknown, index): Part => {
    const place = `${at}.content[${index}]`
    if (!isRecord(part)) {
      problems.push(problem('roles', place, `${typeName(part)} is no part of a message`))
      return { kind: 'other', at: place, name: typeName(part) }
    }
    problems.push(...foreignPart(part['type'], RESPONSES_PARTS, place))
    const text = part['text'] ?? part['refusal']
    return typeof text === 'string'
      ? { kind: 'text', at: place, text }
      : { kind: 'other', at: place, name: String(part['type']) }
  })
}

const callOf = (item: Record<string, unknown>, at: string, problems: Problem[]): Turn => {
  const { call_id: id, name, arguments: given, input } = item
  const isFunction = item['type'] === 'function_call'
  const text = isFunction ? given : input
  const parsed = isFunction && typeof text === 'string' ? parseJson(text) : undefined
  if (isFunction && !isRecord(parsed))
    problems.push(problem('tools', `${at}.arguments`, 'arguments are not the JSON text of an object'))
  const part: Part = {
    kind: 'call',
    at,
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : '',
    arguments: parsed,
    text: typeof text === 'string' ? text : '',
  }
  return { role: 'assistant', at, parts: [part] }
}

const resultOf = (item: Record<string, unknown>, at: string, problems: Problem[]): Turn => {
  const { call_id: id, output } = item
  let text = typeof output === 'string' ? output : ''
  if (Array.isArray(output))
    text = textParts(output, at, problems)
      .map((part) => (part.kind === 'text' ? part.text : ''))
      .join('\n')
  else if (typeof output !== 'string')
    problems.push(problem('roles', `${at}.output`, `output is ${typeName(output)}, not text or a list of parts`))
  const part: Part = { kind: 'result', at, id: typeof id === 'string' ? id : undefined, name: undefined, text }
  return { role: 'tool', at, parts: [part] }
}

/**
 * A reasoning item with encrypted content can go back to the model that made it. With its id alone it can only go to
 * an account that stored it.
 */
const reasoningOf = (item: Record<string, unknown>, at: string): Turn => {
  const isOwn = typeof item['encrypted_content'] === 'string' && item['encrypted_content'] !== ''
  const part: Part = { kind: 'thinking', at, is: isOwn ? 'own' : 'foreign', text: jsonText(item['summary']) }
  return { role: 'assistant', at, parts: [part] }
}
