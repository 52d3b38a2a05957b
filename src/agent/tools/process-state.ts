import type { ProcessView } from '../../processes/processes.ts'

/** Whether the process is over. */
export const isEnded = ({ state }: Pick<ProcessView, 'state'>): boolean => state !== 'starting' && state !== 'running'
