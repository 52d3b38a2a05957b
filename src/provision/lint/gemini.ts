import { isRecord } from '../../lib/json.ts'
import { SKIP_SIGNATURE } from '../compile/gemini.ts'
import { jsonText, listOf, looksSigned, readItems, shown, typeName } from './read-value.ts'
import { type Part, type Problem, problem, type Rules, type Turn, type View } from '../view.ts'

export const geminiRules: Rules = {
  results: 'next-turn',
  id: undefined,
  name: /^[A-Za-z_][A-Za-z0-9_.:-]{0,63}$/,
  alternates: true,
  leadingSystem: 'refused',
}

export const readGemini = (value: unknown): View => {
  const view = readItems(listOf(value, 'contents'), readContent)
  const isSigned = (content: unknown): boolean => partsIn(content).some(hasSignature)
  const contents = listOf(value, 'contents').items
  checkSignatures(
    view,
    new Set(contents.flatMap((content, index) => (isSigned(content) ? [`contents[${index}]`] : []))),
  )
  const system = isRecord(value) ? (value['systemInstruction'] ?? value['system_instruction']) : undefined
  if (system === undefined || system === null) return view
  const at = 'systemInstruction'
  const parts: Part[] =
    typeof system === 'string'
      ? [{ kind: 'text', at, text: system }]
      : partsIn(system).flatMap((part, index) => readPart(part, `${at}.parts[${index}]`, view.problems))
  return { ...view, turns: [{ role: 'system', at, parts }, ...view.turns] }
}

const partsIn = (content: unknown): unknown[] =>
  isRecord(content) && Array.isArray(content['parts']) ? (content['parts'] as unknown[]) : []

const signatureOf = (part: unknown): unknown =>
  isRecord(part) ? (part['thoughtSignature'] ?? part['thought_signature']) : undefined

const hasSignature = (part: unknown): boolean => signatureOf(part) !== undefined

const readContent = (content: Record<string, unknown>, at: string, problems: Problem[]): Turn | undefined => {
  const { role = 'user' } = content
  const known = role === 'model' ? 'assistant' : role === 'function' ? 'user' : role
  if (known !== 'user' && known !== 'assistant' && known !== 'system') {
    const said = typeof role === 'string' ? shown(role) : typeName(role)
    problems.push(problem('roles', at, `the role is ${said}, not user or model`))
    return undefined
  }
  if (partsIn(content).length === 0) problems.push(problem('roles', at, 'the content has no parts'))
  const parts = partsIn(content).flatMap((part, index) => readPart(part, `${at}.parts[${index}]`, problems))
  for (const part of parts)
    if ((part.kind === 'call' && known !== 'assistant') || (part.kind === 'result' && known === 'assistant'))
      problems.push(problem('roles', part.at, `a ${part.kind} does not belong into a content of the ${String(role)}`))
  return { role: known, at, parts }
}

const readPart = (part: unknown, at: string, problems: Problem[]): Part[] => {
  if (!isRecord(part)) {
    problems.push(problem('roles', at, `${typeName(part)} is no part of a content`))
    return []
  }
  const signature = signatureOf(part)
  const found: Part[] = []
  if (signature !== undefined && signature !== SKIP_SIGNATURE)
    found.push({ kind: 'thinking', at, is: looksSigned(signature) ? 'own' : 'foreign', text: '' })
  const call = part['functionCall'] ?? part['function_call']
  const response = part['functionResponse'] ?? part['function_response']
  if (isRecord(call)) found.push(callOf(call, at, problems))
  else if (isRecord(response)) found.push(responseOf(response, at))
  else if (typeof part['text'] === 'string') {
    const isThought = part['thought'] === true
    found.push(
      isThought ? { kind: 'thinking', at, is: 'own', text: part['text'] } : { kind: 'text', at, text: part['text'] },
    )
  } else {
    // Gemini's parts are told apart by their fields; parts of all other providers have a type.
    if (typeof part['type'] === 'string' || Object.keys(part).length === 0)
      problems.push(problem('roles', at, 'is no part of a content: it has neither text nor a call nor data'))
    found.push({ kind: 'other', at, name: Object.keys(part)[0] ?? 'an empty part' })
  }
  return found
}

const callOf = (call: Record<string, unknown>, at: string, problems: Problem[]): Part => {
  const { id, name, args = {} } = call
  if (!isRecord(args))
    problems.push(problem('tools', `${at}.functionCall.args`, `args is ${typeName(args)}, not an object`))
  return {
    kind: 'call',
    at,
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : '',
    arguments: args,
    text: jsonText(args),
  }
}

const responseOf = ({ id, name, response }: Record<string, unknown>, at: string): Part => {
  const output = isRecord(response) ? (response['output'] ?? response['result']) : undefined
  return {
    kind: 'result',
    at,
    id: typeof id === 'string' ? id : undefined,
    name: typeof name === 'string' ? name : '',
    text: typeof output === 'string' ? output : jsonText(response),
  }
}

/**
 * Calls after the user's last words belong to the current turn. Each such content needs a signature, or the value that
 * skips it.
 */
const checkSignatures = ({ turns, problems }: View, signed: ReadonlySet<string>): void => {
  const last = turns.findLastIndex(({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind === 'text'))
  for (const { at, parts } of turns.slice(last + 1)) {
    if (!parts.some(({ kind }) => kind === 'call') || signed.has(at)) continue
    const message = `a call of the current turn needs a thoughtSignature; for one that no model made it is ${SKIP_SIGNATURE}`
    problems.push(problem('thinking', at, message))
  }
}
