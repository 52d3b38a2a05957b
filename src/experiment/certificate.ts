import type { Trial } from '../schema/experiment.ts'
import type { EffectCertificate, ExperimentReport } from '../schema/listing/experiment-report.ts'
import { canonicalJson, hashOfText } from '../template/canonical.ts'
import { sealCertificate } from '../template/certificate.ts'

/** What may be quoted of an effect, with hashes of the declaration and of every trial that it rests on. */
export const certify = (
  {
    design,
    primary,
    verdict,
    model,
    declaration,
  }: Pick<ExperimentReport, 'design' | 'primary' | 'verdict' | 'model' | 'declaration'>,
  trials: readonly Trial[],
  decided: { low: number; high: number } | null,
): EffectCertificate => {
  const last = trials.reduce((most, { startedAt }) => Math.max(most, startedAt ?? 0), 0)
  return sealCertificate({
    design,
    metric: primary.metric,
    arm: primary.arm,
    against: primary.against,
    n: primary.n,
    estimate: primary.estimate,
    low: decided?.low ?? null,
    high: decided?.high ?? null,
    verdict,
    model,
    date: last === 0 ? null : new Date(last).toISOString(),
    declaration: declaration.hash,
    data: hashOfText(trials.map((trial) => canonicalJson(trial)).join('\n')),
  })
}
