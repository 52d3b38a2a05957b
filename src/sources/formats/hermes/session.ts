import type { Emit } from '../../source.ts'
import { openConversation, readMessage } from './conversation.ts'
import { describeSession, describeEnd, describeUsage } from './describe.ts'
import type { Lineage } from './lineage.ts'
import type { MessageRow, SessionRow } from './rows.ts'

interface Content {
  pages: Iterable<readonly MessageRow[]>
  /** Asked for once the session has a message. */
  systemPrompt(): string | undefined
}

/** Emits one whole session and returns the number of its rows. A session without messages is not announced. */
export const emitSession = (
  emit: Emit,
  row: SessionRow,
  lineage: Lineage,
  { pages, systemPrompt }: Content,
): number => {
  const conversation = openConversation({
    session: row.id,
    emit,
    describe: (line) => describeSession(row, lineage, line),
    isContinuation: lineage.parent?.kind === 'compression' && !lineage.cyclic,
    copyScope: () => lineage.root,
    systemPrompt,
  })
  let rows = 0
  for (const page of pages) {
    rows += page.length
    for (const message of page) readMessage(conversation, message)
  }
  if (!conversation.hasStarted) return rows
  const usage = describeUsage(row, conversation.lastLine)
  if (usage !== undefined) emit.event(usage)
  emit.event(describeEnd(row, conversation.lastLine))
  if (lineage.cyclic) {
    const message = 'the parents of this session lead back to itself'
    emit.issue({ line: conversation.lastLine, code: 'parent-cycle', message })
  }
  return rows
}
