import { asString, isRecord, parseJson } from '../lib/json.ts'
import type { JsonRecord } from '../lib/json.ts'
import type { PiCall } from './pi-dialect.ts'

/** Reads the content of a message as blocks, whether it is a string, a list of blocks or anything else. */
export const readPiBlocks = (content: unknown): JsonRecord[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.map((block): JsonRecord => {
    if (isRecord(block)) return block
    return typeof block === 'string' ? { type: 'text', text: block } : {}
  })
}

/** Reads the texts of a content, joined. Thoughts are left out; a content of one image gives `[image]`. */
export const readPiText = (content: unknown): string => {
  if (typeof content === 'string') return content
  const blocks = readPiBlocks(content)
  let text = ''
  let images = 0
  for (const block of blocks) {
    if (block.type === 'image') images += 1
    else if (block.type === 'text' || block.type === 'toolResult' || block.type === undefined) {
      const part = asString(block.text) ?? asString(block.content) ?? ''
      if (part !== '') text = text === '' ? part : `${text}\n${part}`
    }
  }
  return text === '' && images > 0 ? '[image]' : text
}

/** The names that agents of this family have written for a call. */
const CALL_TYPES: ReadonlySet<unknown> = new Set(['toolCall', 'toolUse', 'tool_use', 'functionCall'])

/** Reads the call of a block; undefined if it makes none. The tool is '' if the block does not name it. */
export const readPiCall = (block: JsonRecord): PiCall | undefined => {
  if (!CALL_TYPES.has(block.type)) return undefined
  const tool = asString(block.name) ?? ''
  const written = block.arguments ?? block.input ?? {}
  const args = typeof written === 'string' ? (parseJson(written) ?? written) : written
  const callId = asString(block.id)
  return callId ? { callId, tool, args } : { tool, args }
}
