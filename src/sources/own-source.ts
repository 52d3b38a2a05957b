import { warmstart } from './formats/warmstart/source.ts'
import type { Source } from './source.ts'

/** Sessions that we run ourselves. */
export const OWN: Source = warmstart
