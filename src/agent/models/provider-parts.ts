import { asArray, isRecord } from '../../lib/json.ts'
import type { LiveAssistantMessage } from '../../schema/live-session.ts'
import type { SdkExtras } from './sdk.ts'

/**
 * One part of an answer, in the order of arrival. Texts and calls are in the message; a part holds their place and the
 * provider's extras.
 */
export type ProviderPart =
  | { type: 'reasoning'; text: string; extras?: SdkExtras }
  | { type: 'text'; chars: number; extras?: SdkExtras }
  | { type: 'call'; id: string; extras?: SdkExtras }

interface ProviderParts {
  provider: string
  model: string
  parts: ProviderPart[]
}

/** The parts to store with a message; undefined if text and calls are enough. */
export const writeProviderParts = (written: ProviderParts): ProviderParts | undefined =>
  written.parts.some((part) => part.type === 'reasoning' || part.extras !== undefined) ? written : undefined

/**
 * Returns the parts if this same model wrote them and they still fit the message. A signature means nothing to another
 * model, and the provider refuses it if anything has changed.
 */
export const readProviderParts = (
  { providerParts, text, calls }: LiveAssistantMessage,
  reader: { provider: string; model: string },
): ProviderPart[] | undefined => {
  if (!isRecord(providerParts)) return undefined
  if (providerParts['provider'] !== reader.provider || providerParts['model'] !== reader.model) return undefined
  const parts = asArray(providerParts['parts'])
  if (!parts.every(isPart)) return undefined
  const chars = parts.reduce((sum, part) => sum + (part.type === 'text' ? part.chars : 0), 0)
  const ids = parts.flatMap((part) => (part.type === 'call' ? [part.id] : []))
  const isSame =
    chars === text.length && ids.length === calls.length && ids.every((id, index) => id === calls[index]?.id)
  return isSame ? parts : undefined
}

const isPart = (value: unknown): value is ProviderPart =>
  isRecord(value) &&
  (value['extras'] === undefined || isRecord(value['extras'])) &&
  ((value['type'] === 'reasoning' && typeof value['text'] === 'string') ||
    (value['type'] === 'text' && typeof value['chars'] === 'number') ||
    (value['type'] === 'call' && typeof value['id'] === 'string'))
