import { isDirective, ITEM, statesRule } from './states-rule.ts'

/**
 * The lines of a system message that tell what to do or not to do, one each line, in at most 3,000 characters. Only
 * the beginning of a long message is read: people put whole manuals there, and the cost must not grow with them.
 */
export const ruleLines = (text: string): string => findLines(text.slice(0, LOOKED_AT_CHARS))

const LOOKED_AT_CHARS = 64_000
const MAX_CHARS = 3_000
const MAX_LINES = 40
const MAX_LINE_CHARS = 300
const MIN_LINE_CHARS = 8

const findLines = (text: string): string => {
  const found = new Set<string>()
  let chars = 0
  let isFenced = false
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced
    if (isFenced) continue
    const item = ITEM.exec(line.slice(0, LONGEST_LINE_CHARS))?.[1]
    for (const sentence of item === undefined ? line.slice(0, LONGEST_LINE_CHARS).split(SENTENCE_END) : [item]) {
      const rule = sentence.replaceAll('**', '').replace(/\s+/g, ' ').trim()
      if (!isRule(rule, item !== undefined) || found.has(rule)) continue
      chars += rule.length + 1
      if (chars > MAX_CHARS || found.size >= MAX_LINES) return [...found].join('\n')
      found.add(rule)
    }
  }
  return [...found].join('\n')
}

const LONGEST_LINE_CHARS = 2_000
const SENTENCE_END = /(?<=[^.\s][.!?])\s+|(?<=[。！？])/

const isRule = (rule: string, isItem: boolean): boolean => {
  if (rule.length < MIN_LINE_CHARS || rule.length > MAX_LINE_CHARS || /^[#<{|]|[:?]$/.test(rule)) return false
  const plain = rule.toLowerCase().replaceAll('’', "'")
  return statesRule(plain) || OBLIGES.test(plain) || (isItem && isDirective(plain))
}

const OBLIGES = /\b(?:must|should|shall|never|always|do not|don't|cannot|can not|can only|not allowed|required to)\b/
