import { redact } from '../../lib/redact/redact.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import { boundText } from '../bound-text.ts'
import { isSummary } from './groups.ts'

/**
 * Writes messages as a text that a model can summarise: secrets are replaced, long messages cut, old summaries left
 * out.
 */
export const transcriptText = (messages: readonly LiveMessage[], maxChars: number): string => {
  const shown = messages.filter((message) => !isSummary(message)).map(shownMessage)
  return boundText(redact(shown.join('\n\n')), maxChars)
}

const MAX_WORDS_CHARS = 6_000
const MAX_RESULT_CHARS = 2_000
const MAX_ARGUMENTS_CHARS = 1_500

const shownMessage = (message: LiveMessage): string => {
  if (message.role === 'user')
    return `USER${message.isSynthetic ? ' (a program)' : ''}: ${boundText(message.text, MAX_WORDS_CHARS)}`
  if (message.role === 'tool')
    return `RESULT of ${message.tool}${message.isError ? ' (failed)' : ''}: ${boundText(message.text, MAX_RESULT_CHARS)}`
  const calls = message.calls.map(
    ({ tool, args }) => `CALL ${tool}: ${boundText(JSON.stringify(args) ?? '', MAX_ARGUMENTS_CHARS)}`,
  )
  const words = message.text.trim() === '' ? [] : [`ASSISTANT: ${boundText(message.text, MAX_WORDS_CHARS)}`]
  return [...words, ...calls].join('\n')
}
