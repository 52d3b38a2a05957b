import { isRecord } from '../../../lib/json.ts'

/** The text of a message or result: a string as it is, blocks joined by line, what is no text as a short placeholder. */
export const contentText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  // The usual case, and the text may be large: no copy.
  if (content.length === 1) return blockText(content[0]) ?? ''
  const parts: string[] = []
  for (const block of content) {
    const text = blockText(block)
    if (text !== undefined) parts.push(text)
  }
  return parts.join('\n')
}

/** Undefined for blocks that hold no text for a reader: thinking, calls, unknown kinds. */
export const blockText = (block: unknown): string | undefined => {
  if (typeof block === 'string') return block
  if (!isRecord(block)) return undefined
  if (block.type === 'image') return '[image]'
  if (block.type === 'document') return '[document]'
  if (block.type === 'tool_reference') return typeof block.tool_name === 'string' ? block.tool_name : undefined
  return block.type === 'text' && typeof block.text === 'string' ? block.text : undefined
}
