import { isRecord, parseJson } from '../../lib/json.ts'
import { CHAT_PARTS, foreignPart } from './part-types.ts'
import { jsonText, listOf, readItems, shown, typeName } from './read-value.ts'
import { type Part, type Problem, problem, type Rules, type Turn, type View } from '../view.ts'

/** Ids have at most 40 characters; the API says so when it refuses one. */
export const openaiChatRules: Rules = {
  results: 'tool-turns',
  id: /^[A-Za-z0-9_:.|-]{1,40}$/,
  name: /^[A-Za-z0-9_-]{1,64}$/,
  alternates: false,
  leadingSystem: 'allowed',
}

export const readOpenaiChat = (value: unknown): View => readItems(listOf(value, 'messages'), readMessage)

const ROLES: Record<string, Turn['role']> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
}

const readMessage = (message: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { role: given, content } = message
  const role = typeof given === 'string' && Object.hasOwn(ROLES, given) ? ROLES[given] : undefined
  if (role === undefined) {
    const said = typeof given === 'string' ? shown(given) : typeName(given)
    problems.push(problem('roles', at, `the role is ${said}, not system, user, assistant or tool`))
    return undefined
  }
  if (role === 'tool') return { role, at, parts: [resultOf(message, at, problems)] }
  const parts = [...thinkingIn(message, at), ...textParts(content, at, problems)]
  if (role === 'assistant') parts.push(...callsIn(message, at, problems))
  checkContent(role, { content, parts, at, problems })
  return { role, at, parts }
}

const checkContent = (
  role: Turn['role'],
  { content, parts, at, problems }: { content: unknown; parts: Part[]; at: string; problems: Problem[] },
): void => {
  const hasCall = parts.some(({ kind }) => kind === 'call')
  if (content !== null && content !== undefined) {
    if (role === 'assistant' && content === '' && !hasCall)
      problems.push(problem('roles', at, 'says nothing and calls nothing'))
    return
  }
  if (!hasCall) problems.push(problem('roles', at, `the message of the ${role} has no content`))
  else if (content === null)
    problems.push(problem('roles', at, 'content is null, which some gateways refuse: use an empty string', 'warning'))
}

/** Fields of DeepSeek and of routers; OpenAI itself has none. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_details']

const thinkingIn = (message: Record<string, unknown>, at: string): Part[] =>
  THINKING_FIELDS.flatMap((field) => {
    const value = message[field]
    if (value === undefined || value === null || value === '') return []
    return [{ kind: 'thinking' as const, at: `${at}.${field}`, is: 'foreign' as const, text: jsonText(value) }]
  })

const textParts = (content: unknown, at: string, problems: Problem[]): Part[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', at, text: content }]
  if (content === null || content === undefined) return []
  if (!Array.isArray(content)) {
    problems.push(problem('roles', `${at}.content`, `content is ${typeName(content)}, not text or a list of parts`))
    return []
  }
  return content.map((part: unknown, index): Part => {
    const place = `${at}.content[${index}]`
    if (isRecord(part)) problems.push(...foreignPart(part['type'], CHAT_PARTS, place))
    if (isRecord(part) && typeof part['text'] === 'string') return { kind: 'text', at: place, text: part['text'] }
    if (isRecord(part) && typeof part['refusal'] === 'string') return { kind: 'text', at: place, text: part['refusal'] }
    if (!isRecord(part) || typeof part['type'] !== 'string')
      problems.push(problem('roles', place, `${typeName(part)} is no part of a message`))
    return { kind: 'other', at: place, name: isRecord(part) ? String(part['type']) : typeName(part) }
  })
}

const callsIn = ({ tool_calls: calls }: Record<string, unknown>, at: string, problems: Problem[]): Part[] => {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls) || calls.length === 0) {
    problems.push(problem('roles', `${at}.tool_calls`, 'tool_calls is not a list of at least one call'))
    return []
  }
  return calls.flatMap((call: unknown, index): Part[] => {
    const place = `${at}.tool_calls[${index}]`
    const body = isRecord(call) ? (call['function'] ?? call['custom']) : undefined
    if (!isRecord(call) || !isRecord(body)) {
      problems.push(problem('roles', place, 'is no call: it has no function'))
      return []
    }
    const text = typeof body['arguments'] === 'string' ? body['arguments'] : undefined
    const given = text === undefined ? undefined : parseJson(text)
    if (body === call['function'] && !isRecord(given))
      problems.push(problem('tools', `${place}.function.arguments`, 'arguments are not the JSON text of an object'))
    const { id } = call
    const name = typeof body['name'] === 'string' ? body['name'] : ''
    return [
      {
        kind: 'call',
        at: place,
        id: typeof id === 'string' ? id : undefined,
        name,
        arguments: given,
        text: text ?? jsonText(body),
      },
    ]
  })
}

const resultOf = (message: Record<string, unknown>, at: string, problems: Problem[]): Part => {
  const { tool_call_id: id, content } = message
  const texts = textParts(content, at, problems)
  if (content === null || content === undefined)
    problems.push(problem('roles', at, 'the result has no content: use an empty string'))
  return {
    kind: 'result',
    at,
    id: typeof id === 'string' ? id : undefined,
    name: undefined,
    text: texts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n'),
  }
}
