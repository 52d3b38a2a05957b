import { JUDGE_VERSION } from '../outcome/version.ts'
import type { Source } from './source.ts'

/** Which rules judged a call. */
export const JUDGED_BY = `judge@${JUDGE_VERSION}`

/** What a file was read with: when either changes, it is read again. */
export const parserVersion = (source: Source): string => `${source.name}@${source.version} ${JUDGED_BY}`
