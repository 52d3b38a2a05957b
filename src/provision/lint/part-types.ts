import { shown } from './read-value.ts'
import { type Problem, problem } from '../view.ts'

/*
 * The names of message parts, by provider. A provider refuses the names of the others, such as Anthropic's `tool_use`
 * in a list for Chat Completions. A name that no provider has may be newer than this program and is not reported.
 */
export const CHAT_PARTS: readonly string[] = ['text', 'refusal', 'image_url', 'input_audio', 'file']
export const RESPONSES_PARTS: readonly string[] =
  'input_text output_text refusal input_image input_file input_audio summary_text reasoning_text'.split(' ')
export const ANTHROPIC_PARTS: readonly string[] =
  'text image document search_result thinking redacted_thinking tool_use tool_result server_tool_use'.split(' ')
export const AI_SDK_PARTS: readonly string[] =
  'text image file reasoning reasoning-file tool-call tool-result tool-approval-request tool-approval-response custom'.split(
    ' ',
  )

const EVERYBODYS = new Set([...CHAT_PARTS, ...RESPONSES_PARTS, ...ANTHROPIC_PARTS, ...AI_SDK_PARTS])

/** Reports a part that belongs into the messages of another provider. */
export const foreignPart = (type: unknown, own: readonly string[], at: string): Problem[] =>
  typeof type === 'string' && EVERYBODYS.has(type) && !own.includes(type)
    ? [problem('roles', at, `${shown(type)} is a part of another provider's messages`)]
    : []
