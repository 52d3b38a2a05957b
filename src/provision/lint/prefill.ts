import { openaiChatRules, readOpenaiChat } from './openai-chat.ts'
import { problem, type Rules, type View } from '../view.ts'

/** Hermes puts the list after its own system prompt, so a system message in the list would stand in the middle. */
export const prefillRules: Rules = { ...openaiChatRules, leadingSystem: 'refused' }

/** Reads chat messages that hold only text: a bare list that ends where the user may speak. */
export const readPrefill = (value: unknown): View => {
  const view = readOpenaiChat(value)
  if (!Array.isArray(value)) view.problems.push(problem('roles', 'messages', 'the file must hold a JSON list'))
  const at = view.turns.find(({ parts }) => parts.some(({ kind }) => kind === 'call' || kind === 'result'))?.at
  if (at !== undefined)
    view.problems.push(
      problem(
        'downgrade',
        at,
        'calls in a prefill are refused by some of the models it may go to: use text',
        'warning',
      ),
    )
  const last = view.turns.at(-1)
  if (last !== undefined && last.role !== 'assistant')
    view.problems.push(
      problem('roles', last.at, "the last message is not the assistant's: the user comes next", 'warning'),
    )
  return view
}
