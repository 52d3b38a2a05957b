import type { Declaration, TrialEnd } from '../../src/schema/experiment.ts'
import type { TrialResult } from '../../src/store/experiments/trial-claim.ts'

/** A paired experiment of two tasks, each run twice in two arms. */
export const declarationOf = (given: Partial<Declaration> = {}): Declaration => ({
  name: 'shop',
  design: 'paired',
  arms: [
    { name: 'cold', treatment: { kind: 'cold' }, share: null },
    { name: 'warm', treatment: { kind: 'warm' }, share: null },
  ],
  primary: 'success',
  margin: 0.05,
  alpha: 0.05,
  stopping: { rule: 'always-valid', most: null },
  repeats: 2,
  tasks: [
    { id: 'one', checksum: 'c1' },
    { id: 'two', checksum: 'c2' },
  ],
  runner: 'shell',
  model: null,
  project: null,
  seed: 1,
  declaredAt: 1_700_000_000_000,
  ...given,
})

export const trialResult = (end: TrialEnd): TrialResult => ({
  end,
  reason: end === 'invalid' ? 'the runner broke' : null,
  score: null,
  metrics: {},
  model: null,
  exposed: null,
  startedAt: 1,
  endedAt: Date.now(),
  session: null,
})
