import { asArray, asNumber, asString, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'

export const isSession = (value: unknown): value is JsonRecord & { requests: unknown[] } =>
  isRecord(value) &&
  asString(value.sessionId) !== undefined &&
  value.sessionId !== '' &&
  Array.isArray(value.requests) &&
  'version' in value

/** A call as the model asked for it. */
export interface AskedCall {
  id: string | undefined
  name: unknown
  args: unknown
  result: string | undefined
}

/** The rounds of a request: what the model said, the calls it asked for, and what they gave back. */
export const roundsOf = (request: JsonRecord): { text: string; calls: AskedCall[] }[] => {
  const metadata = isRecord(request.result) && isRecord(request.result.metadata) ? request.result.metadata : {}
  const results = isRecord(metadata.toolCallResults) ? metadata.toolCallResults : {}
  return asArray(metadata.toolCallRounds)
    .filter(isRecord)
    .map((round) => ({
      text: asString(round.response) ?? '',
      calls: asArray(round.toolCalls)
        .filter(isRecord)
        .map((call) => {
          const id = asString(call.id)
          const given = typeof call.arguments === 'string' ? parseJson(call.arguments) : call.arguments
          const result = id === undefined ? undefined : results[id]
          return {
            id,
            name: call.name,
            args: given ?? call.arguments,
            result: isRecord(result) ? textIn(result.content) : undefined,
          }
        }),
    }))
}

/** What is shown of a call: in older files there is nothing else, and only here stands how a command ended. */
export interface ShownCall {
  id: string | undefined
  name: unknown
  command: string | undefined
  exitCode: number | undefined
  isDenied: boolean
}

export const shownCalls = (request: JsonRecord): ShownCall[] =>
  asArray(request.response)
    .filter(isRecord)
    .filter(({ kind }) => kind === 'toolInvocationSerialized')
    .map((part) => {
      const about = isRecord(part.toolSpecificData) ? part.toolSpecificData : {}
      const line = isRecord(about.commandLine) ? about.commandLine : {}
      const state = isRecord(about.terminalCommandState) ? about.terminalCommandState : {}
      const confirmed = isRecord(part.isConfirmed) ? part.isConfirmed.type !== DENIED : part.isConfirmed !== false
      return {
        id: asString(part.toolCallId),
        name: part.toolId,
        command: asString(line.original) ?? asString(about.command),
        exitCode: asNumber(state.exitCode),
        isDenied: !confirmed,
      }
    })

/** The editor's number for a call that was denied. */
const DENIED = 0

/** What the model says in the end: text of the answer that is shown. */
export const shownText = (request: JsonRecord): string =>
  asArray(request.response)
    .filter(isRecord)
    .filter(({ kind }) => kind === undefined || kind === 'markdownContent')
    .map((part) => asString(part.value) ?? (isRecord(part.content) ? asString(part.content.value) : undefined) ?? '')
    .join('')

/** Words of a result, which are text or a tree of pieces of a prompt. */
const textIn = (content: unknown): string => {
  const found: string[] = []
  const walk = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || found.length > MOST_PIECES) return
    if (Array.isArray(value)) for (const each of value) walk(each, depth + 1)
    if (!isRecord(value)) return
    if (typeof value.value === 'string') found.push(value.value)
    if (typeof value.text === 'string') found.push(value.text)
    for (const key of ['value', 'node', 'children']) walk(value[key], depth + 1)
  }
  walk(content, 0)
  return found.join('')
}

const DEEPEST = 40
const MOST_PIECES = 10_000
