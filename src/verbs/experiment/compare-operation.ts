import { basename } from 'node:path'
import { compareRuns } from '../../experiment/compare-runs.ts'
import { METRICS } from '../../experiment/metric-scale.ts'
import { readRun } from '../../experiment/runs/read-run.ts'
import { AppError } from '../../lib/error.ts'
import type { Metric } from '../../schema/experiment.ts'
import type { ExperimentReport } from '../../schema/listing/experiment-report.ts'

export interface CompareInput {
  first: string
  second: string
  primary?: string | undefined
  margin?: string | undefined
  alpha?: string | undefined
}

/** The practical difference unless the user sets another: five points of success, or five per cent of a cost. */
const USUAL_MARGIN = 0.05
const USUAL_ALPHA = 0.05

/** Compares two finished runs task by task; the difference is the second minus the first. */
export const compareFinished = ({
  first,
  second,
  primary = 'success',
  margin,
  alpha,
}: CompareInput): ExperimentReport => {
  if (!METRICS.includes(primary as Metric))
    throw new AppError('usage', `there is no metric ${primary}`, { hint: `choose from ${METRICS.join(', ')}` })
  const options = {
    primary: primary as Metric,
    margin: shareOf('--margin', margin) ?? USUAL_MARGIN,
    alpha: shareOf('--alpha', alpha) ?? USUAL_ALPHA,
  }
  return compareRuns({ ...readRun(first), name: nameOf(first) }, { ...readRun(second), name: nameOf(second) }, options)
}

const nameOf = (path: string): string => basename(path).replace(/\.(?:json|eval|ndjson|jsonl)$/, '')

const shareOf = (flag: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && value < 1) return value
  throw new AppError('usage', `${flag} must lie between 0 and 1, and ${text} does not`)
}
