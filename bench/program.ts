import { join } from 'node:path'

/** What is measured is what people run. */
export const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')
