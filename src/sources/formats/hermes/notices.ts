/** Who wrote the words of a message. `person`: a person typed them. */
type Speaker = 'person' | 'notice' | 'summary' | 'harness'

export interface Words {
  speaker: Speaker
  /** Without what the agent put around the person's own words. */
  text: string
}

/**
 * Tells a person's words from the agent's own: summaries left by compaction, notices about background work, injected
 * memory, prompts of the background review. Looks at the beginning of the text and never searches far into it.
 */
export const readWords = (content: string): Words => {
  let text = content
  if (text.includes(MEMORY_OPEN)) text = withoutMemory(text).trimStart()
  const start = text.trimStart()
  for (const [prefix, speaker] of PREFIXES) if (start.startsWith(prefix)) return { speaker, text }
  if (start.startsWith(NOTE_OPEN)) text = withoutNote(start)
  // Nothing left of what was not empty: it was all injected.
  const isInjected = text.trim() === '' && content.trim() !== ''
  return isInjected ? { speaker: 'notice', text: content } : { speaker: 'person', text }
}

/** Whether a message of any role is the summary that a compaction wrote. */
export const isSummary = (text: string): boolean => {
  if (text.charCodeAt(0) > 32 && text.charCodeAt(0) !== BRACKET) return false
  const start = text.trimStart()
  return SUMMARIES.some((prefix) => start.startsWith(prefix))
}

const BRACKET = '['.charCodeAt(0)

const SUMMARIES = ['[CONTEXT COMPACTION', '[CONTEXT SUMMARY]', '[PRIOR CONTEXT', '[END OF PRIOR CONTEXT'] as const

const PREFIXES: readonly (readonly [string, Speaker])[] = [
  ...SUMMARIES.map((prefix) => [prefix, 'summary'] as const),
  ['[IMPORTANT: Background process ', 'notice'],
  ['Review the conversation above and update the skill library', 'harness'],
  ['Review the conversation above and consider saving to memory', 'harness'],
]

const MEMORY_OPEN = '<memory-context>'
const MEMORY_CLOSE = '</memory-context>'

/** Cuts leaked memory blocks out. A block that never closes takes the rest of the text with it. */
const withoutMemory = (text: string): string => {
  let kept = ''
  let from = 0
  for (;;) {
    const open = text.indexOf(MEMORY_OPEN, from)
    if (open < 0) return kept + text.slice(from)
    kept += text.slice(from, open)
    const close = text.indexOf(MEMORY_CLOSE, open)
    if (close < 0) return kept
    from = close + MEMORY_CLOSE.length
  }
}

const NOTE_OPEN = '[System note:'
/** A note rides in front of the person's words, in its own brackets; it is a few sentences long. */
const NOTE_CHARS = 4_000

const withoutNote = (text: string): string => {
  const close = text.slice(0, NOTE_CHARS).indexOf(']\n')
  if (close >= 0) return text.slice(close + 2).trimStart()
  return text.endsWith(']') ? '' : text
}
