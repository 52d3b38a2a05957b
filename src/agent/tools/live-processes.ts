import type { Processes, Scope } from '../../processes/processes.ts'
import type { ToolSession } from '../tool.ts'

/** What the tools that run things are made for. */
export interface LiveProcesses {
  processes: Processes
  /** What a session starts belongs to this and ends with it, unless it is to persist. */
  scopeOf(session: ToolSession): Scope
  /** Commands run in this sandbox, and never on the host. The host itself where there is none. */
  sandbox?: Sandbox | undefined
  /** False where no session will be there to hear of an end: a run that answers once and is gone. */
  isHeard?: boolean
  /** Secrets in output are replaced before a model, and with it the transcript, gets to see them. True unless said otherwise. */
  isRedacted?: boolean
}

interface Sandbox {
  name: string
  target: string
  /** The directory inside in which commands run; paths of the host mean nothing there. */
  workdir: string
}
