import { estimateTokens } from '../../lib/estimate-tokens.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import type { StepRequest } from './model.ts'

/**
 * Context windows by the beginning of the model's name; the longest match counts. The list holds only certain entries:
 * for other models the configuration or the provider's error tells the size.
 */
const CONTEXT_WINDOWS: readonly [prefix: string, tokens: number][] = [
  ['claude-', 200_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4o', 128_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-5', 400_000],
  ['o3', 200_000],
  ['o4-mini', 200_000],
  ['gemini-2.', 1_048_576],
  ['llama-3.1', 131_072],
  ['llama-3.3', 131_072],
]

/** Undefined if the model is not in the list. Routers write `vendor/name`, which is read as `name`. */
export const contextWindowOf = (model: string): number | undefined => {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  let found: [string, number] | undefined
  for (const row of CONTEXT_WINDOWS)
    if (name.startsWith(row[0]) && row[0].length > (found?.[0].length ?? 0)) found = [...row]
  return found?.[1]
}

/** About what the role and separators of one message take. */
const TOKENS_A_MESSAGE = 4

/** Estimates the input tokens of a step before the model is asked. */
export const estimateStepTokens = ({
  system,
  messages,
  tools = [],
}: Pick<StepRequest, 'system' | 'messages' | 'tools'>): number =>
  estimateTokens(system ?? '') +
  tools.reduce(
    (sum, { name, description, parameters }) => sum + estimateTokens(name + description + JSON.stringify(parameters)),
    0,
  ) +
  messages.reduce((sum, message) => sum + (message.isActive ? estimateMessageTokens(message) : 0), 0)

const estimateMessageTokens = (message: LiveMessage): number => {
  if (message.role === 'user') return TOKENS_A_MESSAGE + estimateTokens(message.sentText ?? message.text)
  if (message.role === 'tool') return TOKENS_A_MESSAGE + estimateTokens(message.text)
  const calls = message.calls.reduce(
    (sum, { tool, args }) => sum + TOKENS_A_MESSAGE + estimateTokens(tool + JSON.stringify(args ?? {})),
    0,
  )
  return TOKENS_A_MESSAGE + estimateTokens(message.text) + calls
}
