import { mixOf } from '../lib/hash.ts'
import { asString, isRecord, type JsonRecord } from '../lib/json.ts'
import type { Conversation, Said } from './content.ts'
import { readAnthropic } from './read-anthropic.ts'
import { readGemini } from './read-gemini.ts'
import { readOpenai } from './read-openai.ts'
import { readResponses } from './read-responses.ts'

/** The formats that the server speaks: OpenAI's two, Anthropic's and Google's. */
export type Api = 'openai' | 'responses' | 'anthropic' | 'gemini'

/** What an address says beside the body. */
export interface Addressed {
  api: Api
  /** Google's addresses name the model, and whether a stream is wanted. */
  model?: string
  isStream?: boolean
}

/** A request as a script sees it, the same for every provider's format. */
export interface Asked extends Conversation {
  api: Api
  model: string
  isStream: boolean
  /** A stream of the OpenAI kind says tokens only when asked to. */
  wantsUsage: boolean
  /** Everything in the request as one text. */
  context: string
  /** Equal for all requests of one conversation: made of its beginning. */
  conversation: string
}

/** Never throws; what is not there is empty. */
export const readAsked = (at: Addressed, body: JsonRecord, conversationId?: string): Asked => {
  const { system, said, tools } = READERS[at.api](body)
  const first = said.find(({ role }) => role === 'user')?.text ?? ''
  const options = body['stream_options']
  return {
    api: at.api,
    model: at.model ?? asString(body['model']) ?? '',
    isStream: at.isStream ?? body['stream'] === true,
    wantsUsage: at.api !== 'openai' || (isRecord(options) && options['include_usage'] === true),
    system,
    said,
    tools,
    context: [system, ...said.map(wordsOf)].join('\n'),
    conversation: conversationId ?? mixOf(system, first),
  }
}

const READERS: Record<Api, (body: JsonRecord) => Conversation> = {
  openai: readOpenai,
  responses: readResponses,
  anthropic: readAnthropic,
  gemini: readGemini,
}

/** What the user said last. */
export const lastUserText = ({ said }: Asked): string => said.findLast(({ role }) => role === 'user')?.text ?? ''

/** The results that came after the model spoke last. */
export const lastResults = ({ said }: Asked): Said[] =>
  said.slice(said.findLastIndex(({ role }) => role === 'assistant') + 1).filter(({ role }) => role === 'tool')

/** How often the user has spoken; what is said in one go counts once. */
export const turnOf = ({ said }: Asked): number =>
  said.filter(({ role }, index) => role === 'user' && said[index - 1]?.role !== 'user').length

/** How often the model has spoken since the user did. */
export const stepOf = ({ said }: Asked): number =>
  said.slice(said.findLastIndex(({ role }) => role === 'user') + 1).filter(({ role }) => role === 'assistant').length

const wordsOf = ({ text, calls }: Said): string =>
  calls.length === 0 ? text : [text, ...calls.map(({ tool, args }) => `${tool} ${args}`)].join('\n')
