import type { ChatListing } from './sessions-operation.ts'
import { renderFacts, toPlainLine, type Screen } from '../../interfaces/cli/section.ts'

/** Prints a chat after a change to it. */
export const chatLines = (chat: ChatListing, what: string, screen: Screen): string[] =>
  renderFacts(
    [
      ['chat', toPlainLine(chat.displayName)],
      ['key', chat.key, 'whole'],
      ['session', `${chat.id} (${what})`],
      ['before', chat.previous === null ? null : `${chat.previous.id} (${chat.previous.reason})`],
    ],
    screen,
  )
