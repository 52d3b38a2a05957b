import { constants } from 'node:os'
import { clip } from '../../lib/excerpt.ts'
import { experimentalNote } from '../../processes/backends/experimental.ts'
import type { ProcessView } from '../../processes/processes.ts'
import type { ToolAnswer } from '../tool.ts'
import { isEnded } from './process-state.ts'

/** An answer with fields. Undefined fields are left out; unknown values are null. */
export const answer = (fields: Readonly<Record<string, unknown>>, isError = false): ToolAnswer => ({
  text: JSON.stringify(fields),
  ...(isError ? { isError } : {}),
})

/** Fields that `list` and `poll` share. */
export const describe = (view: ProcessView, now: number): Record<string, unknown> => ({
  session_id: view.id,
  command: clip(view.command, MAX_COMMAND_CHARS),
  cwd: view.workdir,
  pid: view.pid ?? null,
  started_at: new Date(view.startedAt).toISOString(),
  uptime_seconds: Math.max(0, Math.round(((view.exitedAt ?? now) - view.startedAt) / 1000)),
  status: isEnded(view) ? 'exited' : 'running',
  ...(view.pty ? { pty: true } : {}),
  ...(view.backend === 'local' ? {} : { backend: view.backend, backend_note: experimentalNote(view.backend) }),
  ...ending(view),
})

const MAX_COMMAND_CHARS = 200

/** How the process ended; no fields while it runs. */
export const ending = (view: ProcessView): Record<string, unknown> =>
  isEnded(view)
    ? {
        exit_code: exitCodeOf(view),
        ...(view.signal === undefined ? {} : { signal: view.signal }),
        completion_reason: view.state === 'failed-start' ? 'failed_start' : view.state,
        ...(view.endedBy === undefined ? {} : { termination_source: view.endedBy }),
      }
    : {}

/** Minus the number of the signal that ended the process, else its exit code; null if it cannot be known. */
export const exitCodeOf = ({ exitCode, signal }: ProcessView): number | null => {
  const number = signal === undefined ? undefined : (constants.signals as Record<string, number>)[signal]
  return number === undefined ? (exitCode ?? null) : -number
}
