import type { ProcessView } from '../../processes/processes.ts'

/** Nothing more will come of it. */
export const isEnded = ({ state }: Pick<ProcessView, 'state'>): boolean => state !== 'starting' && state !== 'running'
