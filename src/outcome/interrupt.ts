import { isRecord } from '../lib/json.ts'

/** Whether a call types Ctrl-C into a running process, which ends with a code of its own then. */
export const sendsInterrupt = (args: unknown): boolean =>
  isRecord(args) && typeof args['chars'] === 'string' && args['chars'].includes('\u0003')

/** How an interrupt is shown. */
export const INTERRUPT = '^C'
