import { asArray, asNumber, asString, isRecord, type JsonRecord } from '../lib/json.ts'

/** The four sorts of files in which the first generation kept templates. */
export type OldKind = 'patterns' | 'profile' | 'examples' | 'seed'

/** A call as an old file tells of it; undefined: it does not say. */
export interface OldCall {
  tool: string
  arguments: JsonRecord | undefined
  result: string | undefined
  intent: string
  type: string | undefined
  /** False: the file itself says that it failed. */
  worked: boolean
  sessionTypes: string[]
}

/** What an old file holds, whichever sort it is. */
export interface OldTemplate {
  kind: OldKind
  name: string | undefined
  description: string
  tags: string[]
  taskType: string | undefined
  addendum: string
  sessions: string[]
  calls: OldCall[]
  /** Ways out of errors that name no call: what was done cannot be shown. */
  wordsOnly: number
  user: JsonRecord | undefined
  markers: string[]
  scanned: number | undefined
  qualified: number | undefined
  /** How often it had been used there. */
  uses: number | undefined
}

/**
 * Reads a template file of the first generation, known by what it holds and not by where it lies; undefined where it is none. Never
 * throws. The field names of kept seeds were never published, so those are found by what the fields are.
 */
export const readFirstGeneration = (value: unknown): OldTemplate | undefined => {
  if (!isRecord(value)) return undefined
  const kind = kindOf(value)
  if (kind === undefined) return undefined
  // A seed may lie in a field of its own.
  const [from, inner] = [value, kind === 'seed' ? (innerSeed(value) ?? value) : value]
  const metrics = isRecord(value['metrics']) ? value['metrics'] : {}
  const usage = firstRecord(value, ['usage_stats', 'usage_statistics', 'usage', 'stats']) ?? {}
  return {
    kind,
    name: firstText(from, ['name', 'template_id', 'id']),
    description: firstText(from, ['description']) ?? '',
    tags: texts(from['tags']),
    taskType: firstText(from, ['task_type', 'taskType']),
    addendum: firstText(inner, ADDENDUM_FIELDS) ?? systemText(inner),
    sessions: [...texts(from['source_session_ids']), ...texts([from['source_session_id']])],
    calls: callsIn(inner).map(oldCall),
    wordsOnly: asArray(value['recovery_patterns']).length + withRecovery(value),
    user: firstRecord(inner, ['user_patterns', 'user_pattern', 'user']),
    markers: texts(inner['context_markers'] ?? inner['markers'] ?? inner['context_marker']),
    scanned: wholeNumber(metrics['sessions_scanned']),
    qualified: wholeNumber(metrics['sessions_qualified']),
    uses: wholeNumber(value['usage_count'] ?? usage['usage_count'] ?? usage['uses'] ?? usage['times_used']),
  }
}

const kindOf = (value: JsonRecord): OldKind | undefined => {
  if (Array.isArray(value['tool_patterns'])) return 'profile'
  if (isListOfCalls(value['patterns'])) return 'patterns'
  if (isListOfCalls(value['examples']) && typeof value['task_type'] === 'string') return 'examples'
  const inner = innerSeed(value) ?? value
  const isNamed = firstText(value, ['name', 'template_id', 'id']) !== undefined
  const holds = CALL_LISTS.some((name) => isListOfCalls(inner[name])) || firstText(inner, ADDENDUM_FIELDS) !== undefined
  return isNamed && holds ? 'seed' : undefined
}

const CALL_LISTS = ['patterns', 'tool_examples', 'examples', 'tool_patterns', 'tool_calls', 'calls']
const ADDENDUM_FIELDS = ['system_prompt_addendum', 'system_context', 'system_prompt', 'system_addendum', 'addendum']
const SEED_FIELDS = ['seed', 'warm_seed', 'session_seed', 'context', 'template']

const innerSeed = (value: JsonRecord): JsonRecord | undefined =>
  SEED_FIELDS.map((name) => value[name])
    .filter(isRecord)
    .find(
      (inner) =>
        CALL_LISTS.some((name) => isListOfCalls(inner[name])) || firstText(inner, ADDENDUM_FIELDS) !== undefined,
    )

/** An empty list is one of calls too: a template without patterns is still a template. */
const isListOfCalls = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => isRecord(each) && firstText(each, TOOL_FIELDS) !== undefined)

const TOOL_FIELDS = ['tool_name', 'tool', 'name', 'function']
const ARGUMENT_FIELDS = ['arguments', 'args', 'common_args', 'parameters', 'input']
const RESULT_FIELDS = ['result', 'result_summary', 'output', 'response', 'content']
const INTENT_FIELDS = ['preceding_context', 'intent', 'context', 'user_message', 'request']

const callsIn = (value: JsonRecord): JsonRecord[] => {
  const name = CALL_LISTS.find((each) => Array.isArray(value[each]))
  return name === undefined ? [] : asArray(value[name]).filter(isRecord)
}

const oldCall = (given: JsonRecord): OldCall => ({
  tool: firstText(given, TOOL_FIELDS) ?? '',
  arguments: argumentsOf(given),
  result: resultOf(given),
  intent: firstText(given, INTENT_FIELDS) ?? '',
  type: asString(given['pattern_type']),
  worked: given['success'] !== false && given['status'] !== 'error',
  sessionTypes: texts(given['session_types']),
})

/** Models write arguments as a text of JSON, and some variants kept that. */
const argumentsOf = (given: JsonRecord): JsonRecord | undefined => {
  for (const name of ARGUMENT_FIELDS) {
    const value = given[name]
    if (isRecord(value)) return value
    if (typeof value !== 'string' || !value.startsWith('{')) continue
    try {
      const parsed: unknown = JSON.parse(value)
      if (isRecord(parsed)) return parsed
    } catch {
      // A text that was cut is no set of arguments.
    }
  }
  return undefined
}

const resultOf = (given: JsonRecord): string | undefined => {
  for (const name of RESULT_FIELDS) {
    const value = given[name]
    if (typeof value === 'string') return value
    if (isRecord(value) || Array.isArray(value)) return JSON.stringify(value)
  }
  return undefined
}

/** A seed may begin with its context as a message. */
const systemText = (value: JsonRecord): string => {
  const messages = asArray(value['messages'] ?? value['conversation']).filter(isRecord)
  const first = messages.find((message) => message['role'] === 'system')
  return asString(first?.['content']) ?? ''
}

const withRecovery = (value: JsonRecord): number =>
  asArray(value['tool_patterns']).filter((each) => isRecord(each) && (asString(each['error_recovery']) ?? '') !== '')
    .length

const firstText = (value: JsonRecord, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const text = value[name]
    if (typeof text === 'string' && text.trim() !== '') return text
  }
  return undefined
}

const firstRecord = (value: JsonRecord, names: readonly string[]): JsonRecord | undefined =>
  names.map((name) => value[name]).find(isRecord)

const texts = (value: unknown): string[] =>
  asArray(value).filter((each): each is string => typeof each === 'string' && each !== '')

const wholeNumber = (value: unknown): number | undefined => {
  const number = asNumber(value)
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
