import type { ProcessView } from '../../processes/processes.ts'
import type { ToolContext } from '../tool.ts'
import type { LiveProcesses } from './live-processes.ts'
import type { ProcessArguments } from './process-arguments.ts'

/** One action on one process that was found and belongs to the owner. */
export interface ProcessCall {
  live: LiveProcesses
  context: ToolContext
  view: ProcessView
  given: Exclude<ProcessArguments, { action: 'list' }>
}
