import { asString, isRecord, parseJson, type JsonRecord } from '../lib/json.ts'

/*
 * Messages of blocks (`text`, `tool_use`, `tool_result`), as Anthropic's API has them and several agents keep them.
 */

/** Reads the content of a message as blocks, whether it is a text, a list of blocks or anything else. */
export const readBlocks = (content: unknown): JsonRecord[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown): JsonRecord[] => {
    if (isRecord(block)) return [block]
    return typeof block === 'string' ? [{ type: 'text', text: block }] : []
  })
}

/** Finds the texts among the blocks; `[image]` if there is an image and no text. */
export const findBlockTexts = (blocks: readonly JsonRecord[]): string[] => {
  const texts = blocks.flatMap((block) =>
    (block.type === 'text' || block.type === undefined) && typeof block.text === 'string' && block.text !== ''
      ? [block.text]
      : [],
  )
  return texts.length === 0 && blocks.some(({ type }) => type === 'image') ? ['[image]'] : texts
}

export interface BlockCall {
  callId?: string
  tool: string
  args: unknown
  block: number
}

/** Finds the calls among the blocks. The tool is '' if a block does not name it. */
export const findBlockCalls = (blocks: readonly JsonRecord[]): BlockCall[] =>
  blocks.flatMap((part, block): BlockCall[] => {
    if (part.type !== 'tool_use') return []
    const callId = asString(part.id)
    const input = part.input ?? {}
    const args = typeof input === 'string' ? (parseJson(input) ?? input) : input
    const call = { tool: asString(part.name) ?? '', args, block }
    return [callId ? { ...call, callId } : call]
  })

export interface BlockResult {
  callId: string | undefined
  text: string
  content: unknown
  /** Undefined if the block does not say it. */
  isError: boolean | undefined
  block: number
}

/** Finds the results among the blocks. */
export const findBlockResults = (blocks: readonly JsonRecord[]): BlockResult[] =>
  blocks.flatMap((part, block): BlockResult[] => {
    if (part.type !== 'tool_result') return []
    const isError = typeof part.is_error === 'boolean' ? part.is_error : undefined
    const text = findBlockTexts(readBlocks(part.content)).join('\n')
    return [{ callId: asString(part.tool_use_id) || undefined, text, content: part.content, isError, block }]
  })

/** What a person said: texts without what a harness put around them in tags. Empty: nothing of this is a person's. */
export const withoutTags = (text: string, tags: readonly string[]): string => {
  let words = text.trim()
  for (let round = 0; round < MOST_TAGS; round++) {
    const found = tags.map((tag) => ({ tag, start: words.indexOf(`<${tag}`) })).filter(({ start }) => start >= 0)
    const [first] = found.toSorted((a, b) => a.start - b.start)
    if (first === undefined) break
    const close = `</${first.tag}>`
    const end = words.indexOf(close, first.start)
    words = `${words.slice(0, first.start)}${end < 0 ? '' : words.slice(end + close.length)}`.trim()
  }
  return words
}

// A round may look through the whole text, so their number is bounded.
const MOST_TAGS = 30
