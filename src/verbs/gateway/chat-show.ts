import type { ChatListing } from './sessions-operation.ts'
import type { Context } from '../../interfaces/cli/command.ts'
import { renderFacts, toPlainLine } from '../../interfaces/cli/section.ts'

/** Prints a chat after a change to it. */
export const showChat = (chat: ChatListing, { terminal, isSet }: Context, what: string): void => {
  if (isSet('json')) {
    terminal.json(chat)
    return
  }
  const lines = renderFacts(
    [
      ['chat', toPlainLine(chat.displayName)],
      ['key', chat.key, 'whole'],
      ['session', `${chat.id} (${what})`],
      ['before', chat.previous === null ? null : `${chat.previous.id} (${chat.previous.reason})`],
    ],
    terminal,
  )
  for (const line of lines) terminal.line(line)
}
