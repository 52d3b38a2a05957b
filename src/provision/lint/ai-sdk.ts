import { isRecord } from '../../lib/json.ts'
import { AI_SDK_PARTS, foreignPart } from './part-types.ts'
import { jsonText, listOf, readItems, shown, typeName } from './read-value.ts'
import { type Part, type Problem, problem, type Rules, type Turn, type View } from '../view.ts'

/** The rules of the strictest provider behind the SDK, because the list may go to any of them. */
export const aiSdkRules: Rules = {
  results: 'tool-turns',
  id: /^[a-zA-Z0-9_-]{1,64}$/,
  name: /^[a-zA-Z0-9_-]{1,64}$/,
  alternates: false,
  leadingSystem: 'discouraged',
}

export const readAiSdk = (value: unknown): View => readItems(listOf(value, 'messages'), readMessage)

const ROLES = ['system', 'user', 'assistant', 'tool'] as const

const readMessage = (message: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { role: given, content } = message
  const role = ROLES.find((each) => each === given)
  if (role === undefined) {
    const said = typeof given === 'string' ? shown(given) : typeName(given)
    problems.push(problem('roles', at, `the role is ${said}, not system, user, assistant or tool`))
    return undefined
  }
  if (typeof content === 'string' && role !== 'tool')
    return { role, at, parts: content === '' ? [] : [{ kind: 'text', at: `${at}.content`, text: content }] }
  if (!Array.isArray(content) || role === 'system') {
    problems.push(problem('roles', `${at}.content`, `content of the ${role} is ${typeName(content)}`))
    return { role, at, parts: [] }
  }
  const parts = content.flatMap((part: unknown, index) => readPart(part, `${at}.content[${index}]`, problems))
  if (role === 'tool' && parts.some(({ kind }) => kind !== 'result' && kind !== 'other'))
    problems.push(problem('roles', at, 'a message of a tool holds results and nothing else'))
  return { role, at, parts }
}

const readPart = (part: unknown, at: string, problems: Problem[]): Part[] => {
  if (!isRecord(part) || typeof part['type'] !== 'string') {
    problems.push(problem('roles', at, `${typeName(part)} is no part of a message`))
    return []
  }
  const { type, toolCallId, toolName } = part
  const id = typeof toolCallId === 'string' ? toolCallId : undefined
  if (type === 'text' && typeof part['text'] === 'string') return [{ kind: 'text', at, text: part['text'] }]
  if (type === 'tool-call') {
    if (!Object.hasOwn(part, 'input')) problems.push(problem('tools', at, 'the call has no input'))
    const given = part['input']
    const name = typeof toolName === 'string' ? toolName : ''
    return [{ kind: 'call', at, id, name, arguments: given, text: jsonText(given) }]
  }
  if (type === 'tool-result') {
    const { output } = part
    if (!isRecord(output) || typeof output['type'] !== 'string')
      problems.push(problem('roles', `${at}.output`, 'the output has no type: it is {type: "text", value}'))
    const value = isRecord(output) ? output['value'] : undefined
    const text = typeof value === 'string' ? value : jsonText(value)
    return [{ kind: 'result', at, id, name: typeof toolName === 'string' ? toolName : undefined, text }]
  }
  // The signature stands in the options of the provider that made it, so only that provider accepts it.
  if (type === 'reasoning')
    return [{ kind: 'thinking', at, is: isRecord(part['providerOptions']) ? 'own' : 'foreign', text: '' }]
  problems.push(...foreignPart(type, AI_SDK_PARTS, at))
  return [{ kind: 'other', at, name: type }]
}
