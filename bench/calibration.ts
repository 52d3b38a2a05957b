import { createSimulator, type World } from './calibration-data.ts'
import { benchDrawn } from './calibration-drawn.ts'
import { benchIntervals } from './calibration-intervals.ts'
import { METHODS, sumsOf } from './calibration-methods.ts'
import { benchSequences } from './calibration-sequences.ts'
import { benchTests } from './calibration-tests.ts'
import { benchOtherWorlds } from './calibration-worlds.ts'
import { report } from './measure.ts'

/** Simulated sets of sessions in every world, for methods that are cheap. */
const DATA_SETS = 10_000

/**
 * Do 95 % intervals cover the truth in 95 % of the cases where it is known, and do tests raise false alarms in 5 %? Prints
 * what was measured in every world, then the bars.
 */
export const benchCalibration = (): void => {
  benchRates()
  benchOtherWorlds()
  benchTests()
  benchIntervals()
  benchSequences()
  benchDrawn()
}

const benchRates = (): void => {
  write('Coverage of 95 % intervals of an error rate, in %')
  for (const { name, share } of METHODS) {
    const error = 100 * Math.sqrt((0.05 * 0.95) / (DATA_SETS * share))
    write(`  ${name.padEnd(12)} ${DATA_SETS * share} simulated sets a line, standard error ${error.toFixed(2)}`)
  }
  const names = METHODS.map(({ name }) => name.padStart(12)).join('')
  write(`${'sizes    ICC   rate  sessions  effective errors'.padEnd(LABEL_WIDTH)}${names}`)
  const judged = METHODS.map((): number[] => [])
  const measured = METHODS.map((): number[] => [])
  for (const world of worlds()) {
    const coverage = coverageIn(world)
    for (const [index, value] of coverage.entries()) {
      if (value !== undefined) measured[index]?.push(value)
      if (value !== undefined && METHODS[index]?.isFit(world, effectiveErrors(world)) === true)
        judged[index]?.push(value)
    }
    write(`${label(world)}${coverage.map((value) => (value?.toFixed(1) ?? '-').padStart(12)).join('')}`)
  }
  for (const [index, { name, bars, where }] of METHODS.entries()) {
    const values = judged[index] ?? []
    const [misses, excess] = [100 - Math.min(...values), Math.max(...values) - 95]
    report(`${name}: misses in its worst line`, misses, bars.misses, '%', where)
    // A bar on chosen lines must not hide the others.
    const elsewhere = 100 - Math.min(...(measured[index] ?? []))
    if (elsewhere > misses) report(`${name}: misses in its worst line of all`, elsewhere, undefined, '%')
    report(`${name}: coverage above 95 % in its widest line`, excess, bars.excess, '%', where)
  }
}

/** Percent of the simulated sets in which each method covers the truth; undefined where it is not measured. */
const coverageIn = (world: World): (number | undefined)[] => {
  const covered = METHODS.map(() => 0)
  const simulate = createSimulator(world, 'rates')
  for (let set = 0; set < DATA_SETS; set++) {
    const sessions = simulate()
    const sums = sumsOf(sessions)
    for (const [index, { share, isMeasured, interval }] of METHODS.entries()) {
      if (set >= DATA_SETS * share || !isMeasured(world)) continue
      const { low, high } = interval(sessions, sums)
      if (low <= world.rate && world.rate <= high) covered[index] = (covered[index] ?? 0) + 1
    }
  }
  return METHODS.map(({ share, isMeasured }, index) =>
    isMeasured(world) ? (100 * (covered[index] ?? 0)) / (DATA_SETS * share) : undefined,
  )
}

const worlds = (): World[] => {
  const all: World[] = []
  for (const sizes of ['equal', 'unequal'] as const)
    for (const icc of [0, 0.05, 0.1, 0.2])
      for (const rate of [0.02, 0.08, 0.3])
        for (const sessions of [20, 50, 200]) all.push({ sizes, icc, rate, sessions, calls: 40 })
  return all
}

/** Errors that independent calls would need to say as much; unequal sizes of this kind weigh like e times as large ones. */
const effectiveErrors = ({ sizes, icc, rate, sessions, calls }: World): number =>
  (rate * sessions * calls) / (1 + (calls * (sizes === 'equal' ? 1 : Math.E) - 1) * icc)

const LABEL_WIDTH = 46

const label = (world: World): string =>
  [
    world.sizes.padEnd(8),
    world.icc.toFixed(2).padEnd(5),
    `${(world.rate * 100).toFixed(0)} %`.padStart(5),
    String(world.sessions).padStart(9),
    effectiveErrors(world).toFixed(1).padStart(12),
  ]
    .join(' ')
    .padEnd(LABEL_WIDTH)

const write = (line: string): void => void process.stdout.write(`${line}\n`)
