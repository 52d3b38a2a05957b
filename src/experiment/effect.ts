import type { EffectReport } from '../schema/listing/experiment-report.ts'
import type { Design, Trial } from '../schema/experiment.ts'
import type { MetricScale } from './metric-scale.ts'
import { drawnEffect } from './effect-drawn.ts'
import { pairedEffect } from './effect-paired.ts'
import type { EffectOptions, RawEffect } from './raw-effect.ts'
import { drawUnits, pairUnits, type TwoArms } from './units.ts'

/** The effect of one arm against the first, by the method that fits the design and the scale of the metric. */
export const effectOf = (
  trials: readonly Trial[],
  arms: TwoArms,
  options: EffectOptions & { design: Design },
): { raw: RawEffect; scale: MetricScale } => {
  const { design, metric } = options
  if (design === 'paired' || design === 'reversal') {
    const by = design === 'paired' ? ({ task }: Trial) => task : ({ repeat }: Trial) => `cycle ${repeat}`
    const { units, scale } = pairUnits(trials, arms, { metric, by })
    return { raw: pairedEffect(units, scale, options), scale }
  }
  const { sessions, scale } = drawUnits(trials, arms, metric)
  return { raw: drawnEffect(sessions, scale, { ...options, isDrawn: design === 'live' }), scale }
}

/** An effect as it is reported: ratios become relative changes, so that 0 is "no difference" for every metric. */
export const reportEffect = (
  { raw, scale }: { raw: RawEffect; scale: MetricScale },
  { a, b }: TwoArms,
  { metric, alpha }: EffectOptions,
): EffectReport => {
  const shown = (value: number): number => (scale.kind === 'log' ? Math.expm1(value) : value)
  const { alwaysValid } = raw
  return {
    metric,
    arm: b,
    against: a,
    scale: scale.kind === 'log' ? 'relative' : 'difference',
    better: scale.better,
    estimate: raw.estimate === null ? null : shown(raw.estimate),
    low: raw.fixed === null ? null : shown(raw.fixed.low),
    high: raw.fixed === null ? null : shown(raw.fixed.high),
    n: raw.n,
    p: raw.p,
    alwaysValid:
      alwaysValid === null ? null : { low: shown(alwaysValid.low), high: shown(alwaysValid.high), p: alwaysValid.p },
    alpha,
    method: raw.method,
  }
}
