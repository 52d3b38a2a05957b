import type { RunFormat } from './finished-run.ts'
import { harborFormat } from './harbor/format.ts'
import { inspectFormat } from './inspect/format.ts'
import { promptfooFormat } from './promptfoo/format.ts'
import { sweBenchFormat } from './swe-bench/format.ts'
import { tauBenchFormat } from './tau-bench/format.ts'
import { trialRowsFormat } from './trial-rows/format.ts'

/** Every format of finished runs, in the order in which they are asked whether a file is theirs. */
export const RUN_FORMATS: readonly RunFormat[] = [
  harborFormat,
  trialRowsFormat,
  inspectFormat,
  promptfooFormat,
  sweBenchFormat,
  tauBenchFormat,
]
