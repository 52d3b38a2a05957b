import { isRecord } from '../lib/json.ts'

/**
 * Reads the text of a message's `content`: a string, a list of parts, or nothing. Other parts are named in brackets.
 */
export const readChatText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return ''
  if (Array.isArray(content)) return content.map(partText).filter(Boolean).join('\n')
  return partText(content)
}

const partText = (part: unknown): string => {
  if (typeof part === 'string') return part
  if (!isRecord(part)) return part === null || part === undefined ? '' : json(part)
  for (const key of WORD_KEYS) {
    const words = part[key]
    if (typeof words === 'string') return words
  }
  const kind = typeof part.type === 'string' ? MEDIA[part.type] : undefined
  if (kind !== undefined) return kind
  return typeof part.type === 'string' && part.content === undefined ? '' : json(part)
}

const WORD_KEYS = ['text', 'refusal', 'output'] as const

const MEDIA: Readonly<Record<string, string>> = {
  image_url: '[image]',
  input_image: '[image]',
  image: '[image]',
  input_audio: '[audio]',
  audio: '[audio]',
  file: '[file]',
  input_file: '[file]',
}

const json = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
