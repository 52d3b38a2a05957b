import { createApp } from '../src/app.ts'
import { join } from 'node:path'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { FORMATS } from '../src/provision/formats.ts'
import type { Pattern } from '../src/schema/listing/template.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { report } from './measure.ts'

const TEMPLATES = 10_000
const PATTERNS = 15
const LOADS = 2_000
/** An absolute bar, unlike the others: a hook waits for it. */
const SLOWEST_MS = 20

/** Seeds out of a store with ten thousand templates, in process, the ledger included. */
export const benchLoad = async (scratch: string): Promise<void> => {
  const store = await openStore(`sqlite:${join(scratch, 'load.db')}`)
  try {
    await store.transaction(async (transaction) => {
      for (let at = 0; at < TEMPLATES; at++) await saveOne(transaction, at)
    })
    const app = { owner: 'sam', machine: 'bench', now: Date.now, place: createApp().place }
    const times: number[] = []
    const processorTimes: number[] = []
    for (let run = 0; run < LOADS; run++) {
      const format = FORMATS[run % FORMATS.length]?.name ?? ''
      const name = `template-${(run * 4_999) % TEMPLATES}`
      const message = format === 'skill' ? undefined : 'fix the build'
      const startedAt = performance.now()
      const before = process.cpuUsage()
      await loadSeed(app, store, { name, format, dose: 1 + (run % PATTERNS), message })
      times.push(performance.now() - startedAt)
      const { user, system } = process.cpuUsage(before)
      processorTimes.push((user + system) / 1000)
    }
    // On a machine that does other work too, the slowest hundredth is waiting for the processor.
    const note = `median ${quantile(times, 0.5).toFixed(2)} ms; of the processor's time p99 ${quantile(processorTimes, 0.99).toFixed(2)} ms`
    report('load with 10,000 templates, p99', quantile(times, 0.99), SLOWEST_MS, 'ms', note)
  } finally {
    await store.close()
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

const saveOne = (store: Awaited<ReturnType<typeof openStore>>, at: number): Promise<unknown> =>
  saveTemplate(store, {
    name: `template-${at}`,
    owner: 'sam',
    state: 'active',
    now: Date.UTC(2026, 0, 1),
    draft: {
      scope: { owner: 'sam', project: null, source: null, platform: null, model: null },
      taskType: 'code',
      sourceSessions: [],
      madeBy: 'bench',
      how: 'build',
      patterns: Array.from({ length: PATTERNS }, (_, index) => patternOf(at, index)),
      workflows: [],
      recoveries: [],
      userPatterns: null,
      conventions: [{ text: `Say ${at} first.`, kind: 'stated', count: 2, evidence: [] }],
      contextMarkers: [],
      addendum: '',
      toolRates: [],
      redactions: [],
      leftOut: [],
      tokens: 0,
      metrics: {
        sessionsScanned: 0,
        sessionsQualified: 0,
        patterns: 0,
        sources: {},
        toolDistribution: {},
        avgProficiencyGain: null,
      },
    },
  })

const patternOf = (at: number, index: number): Pattern => ({
  id: (at * PATTERNS + index).toString(16).padStart(12, '0'),
  tool: 'Bash',
  kind: 'terminal',
  shape: `make ${index}`,
  arguments: { command: `make target-${at}-${index} --verbose <path>`, description: 'Build one of the targets' },
  slots: ['path'],
  intent: 'build the target that the user asked for and look at what it says about unused variables',
  intentFrom: 'user',
  result: 'target: compiled 14 files, 0 warnings\n'.repeat(12),
  resultIs: 'text',
  type: 'sequence',
  support: 3,
  uses: 9,
  successRate: { rate: 1, low: 0.7, high: 1, n: 9 },
  sessionTypes: ['code'],
  recovery: null,
  lastSeenAt: null,
  tokens: 180,
  evidence: [],
})
