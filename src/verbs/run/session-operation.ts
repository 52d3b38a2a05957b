import { randomBytes } from 'node:crypto'
import { inSendingOrder, wasStopped } from '../../agent/transcript.ts'
import type { TurnRequest } from '../../agent/turn.ts'
import { AppError } from '../../lib/error.ts'
import type { LiveSession } from '../../schema/live-session.ts'
import type { Connection } from '../../store/connection.ts'
import { readMessages } from '../../store/live/live-message.ts'
import { findLiveSessions } from '../../store/live/live-session.ts'

/** A unique id that differs in its first digits, and also tells when the session began. */
export const newSessionId = (now: number): string => {
  const [date = '', time = ''] = new Date(now).toISOString().split(/[T.]/)
  return `${randomBytes(4).toString('hex')}-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

/** The owner's session whose id begins with this text; `newest`: the session last used at a command line. */
export const liveSessionNamed = async (store: Connection, owner: string, text: string): Promise<LiveSession> => {
  const found = await findLiveSessions(
    store,
    owner,
    text === 'newest' ? { limit: 1, platform: 'cli' } : { text, limit: MOST_LISTED },
  )
  const [one] = found
  if (one === undefined)
    throw new AppError(
      'no-such-session',
      text === 'newest' ? 'there is no session yet' : `no session of yours has an id that begins with ${text}`,
      { hint: '`warmstart sessions --source warmstart` lists those that were read, `warmstart run "TASK"` begins one' },
    )
  if (found.length > 1)
    throw new AppError('ambiguous', `several sessions have an id that begins with ${text}`, {
      hint: `among them ${found
        .slice(0, 3)
        .map(({ id }) => id)
        .join(', ')}`,
    })
  return one
}

const MOST_LISTED = 5

/**
 * Continues a session without a new message: with the turn that was cut off or, if a person stopped it, with a message
 * that it may go on.
 */
export const goingOn = async (
  store: Connection,
  session: string,
): Promise<Pick<TurnRequest, 'text' | 'isResumed' | 'isSynthetic' | 'kind'>> => {
  const ordered = inSendingOrder(await readMessages(store, session, { isActive: true }))
  return wasStopped(ordered) ? { text: GO_ON, isSynthetic: true, kind: 'go-on' } : { text: '', isResumed: true }
}

const GO_ON = '[The user wants you to go on where you were stopped.]'
