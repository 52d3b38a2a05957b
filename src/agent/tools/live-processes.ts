import type { Processes, Scope } from '../../processes/processes.ts'
import type { ToolSession } from '../tool.ts'

/** What the tools that run commands need. */
export interface LiveProcesses {
  processes: Processes
  /** The scope that owns the session's processes; they end with it unless they are to persist. */
  scopeOf(session: ToolSession): Scope
  /** If given, commands run in this sandbox and never on the host; undefined: on the host. */
  sandbox?: Sandbox | undefined
  /** False if no session will be there to hear that a process ended: a run that answers once and is gone. */
  isHeard?: boolean
  /** Whether secrets in output are replaced before the model and the transcript get them. Default: true. */
  isRedacted?: boolean
}

interface Sandbox {
  name: string
  target: string
  /** The directory inside the sandbox in which commands run; paths of the host mean nothing there. */
  workdir: string
}
