import { generateSample } from '../../src/sample/generate.ts'
import type { SampleOptions } from '../../src/sample/generate.ts'
import type { Cause } from '../../src/schema/outcome.ts'

/** Writes a sample and counts what was planted in each format, each call once however often it is repeated. */
export const plantSample = (directory: string, options: SampleOptions): Planted => {
  const formats: Planted['formats'] = {}
  const size = generateSample(directory, {
    ...options,
    onSession: (format, { calls, copied, compactions, subagent }) => {
      const counts = (formats[format] ??= emptyCounts())
      counts.copied += copied
      counts.compactions += compactions
      counts.subagents += subagent ? 1 : 0
      for (const { truth } of [...calls, ...(subagent?.calls ?? [])]) {
        counts.calls += 1
        if (truth === 'ok' || truth === 'unknown') counts[truth] += 1
        else counts.error[truth] += 1
      }
    },
  })
  return { ...size, formats }
}

export interface Planted {
  bytes: number
  files: number
  formats: Record<string, PlantedCounts>
}

interface PlantedCounts {
  calls: number
  ok: number
  error: Record<Cause, number>
  unknown: number
  /** Calls that continued sessions repeat. */
  copied: number
  compactions: number
  subagents: number
}

const emptyCounts = (): PlantedCounts => ({
  calls: 0,
  ok: 0,
  error: { agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 },
  unknown: 0,
  copied: 0,
  compactions: 0,
  subagents: 0,
})
