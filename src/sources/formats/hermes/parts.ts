import { isWalMode } from '../../../lib/foreign-database.ts'
import type { DatabaseParts } from '../../source.ts'
import { joinMemories, restoreMemory, saveMemory } from './fingerprints.ts'
import { cellNumber } from './rows.ts'
import { highestId, openStatements, type Statements } from './statements.ts'
import { rowsOf } from './tables.ts'

/** A stretch of the sessions, in order of their rows. */
export interface Part {
  /** Row of the last session before it. */
  after: number
  /** Row of its last session. Null: up to the end, and the messages without a session. */
  upTo: number | null
  /** Highest id of a message when the database was cut; later ones are new to the next run. */
  messageId: number
  isWal: boolean
}

export const parts: DatabaseParts = {
  split(path, most) {
    let ask: Statements | undefined
    try {
      ask = openStatements(path)
      // Without the index every part would have to look at all messages.
      return ask?.hasSessionIndex === true ? cut(ask, most) : undefined
    } catch {
      return undefined // Damaged or locked: who reads it as a whole says so.
    } finally {
      ask?.connection.database.close()
    }
  },
  join: (saved) => saveMemory(joinMemories(saved.map(restoreMemory))),
}

/** Messages get their ids as time goes by, and so do sessions: the session of every nth message cuts at about equal lengths. */
const cut = (ask: Statements, most: number): Part[] | undefined => {
  const messageId = highestId(ask.connection, 'messages')
  const ends = new Set<number>()
  for (let at = 1; at < most; at++) {
    const end = cellNumber(rowsOf(ask.sessionAtMessage, Math.floor((messageId * at) / most))[0]?.[0])
    if (end !== undefined) ends.add(end)
  }
  if (ends.size === 0) return undefined
  const isWal = isWalMode(ask.connection)
  const found: Part[] = []
  let after = 0
  for (const end of [...ends].toSorted((a, b) => a - b)) {
    found.push({ after, upTo: end, messageId, isWal })
    after = end
  }
  return [...found, { after, upTo: null, messageId, isWal }]
}
