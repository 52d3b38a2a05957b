import { FEWEST_SUCCESSES } from './success-floor.ts'

/** The facts that decide whether a session is mined. */
export interface Conduct {
  messages: number
  ok: number
  failed: number
  /** Number of failed calls that the agent or its surroundings caused. */
  missed: number
  /** Undefined while the session runs, and if the source did not record it. */
  endReason: string | undefined
}

/**
 * Why a session is not mined: too short, too many errors, or ended by an error, a crash or an abort. Undefined if the
 * session is mined, also when it ended otherwise or still runs.
 */
export const disqualification = (session: Conduct, minMessages: number): string | undefined => {
  if (session.messages < minMessages) return 'session too short'
  if (session.ok + session.failed === 0) return 'session without calls of known outcome'
  if (session.failed / (session.ok + session.failed) > MOST_ERRORS) return 'session with too many errors'
  if (session.ok / (session.ok + session.missed) < FEWEST_SUCCESSES) return 'session with too many errors'
  return endedBadly(session.endReason) ? 'session ended by an error' : undefined
}

/** The largest share of errors among calls with a known outcome. */
const MOST_ERRORS = 0.5

/** Words in an end reason, such as `agent_error` or `user-abort`, that mean a bad end. */
const BAD_ENDS = new Set(
  'error errored failed failure fatal crash crashed exception panic abort aborted killed oom sigkill sigterm'.split(
    ' ',
  ),
)

const endedBadly = (reason: string | undefined): boolean =>
  reason !== undefined &&
  reason
    .slice(0, MAX_REASON_CHARS)
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => BAD_ENDS.has(word))

const MAX_REASON_CHARS = 200
