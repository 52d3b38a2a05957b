import { adjustedDifference } from '../src/lib/stats/asymptotic-sequence.ts'
import { createRatioBets, type DrawnUnit } from '../src/lib/stats/prevented-share.ts'
import { createRandom } from '../src/lib/stats/random.ts'
import { report } from './measure.ts'

const HISTORIES = 2_000
const ALARM = Math.log(20)

/** Rates of events where given and where withheld, for every treatment of a unit. */
type Rates = readonly (readonly [given: number, withheld: number])[]

interface World {
  name: string
  units: number
  /** Half of the treatments are withheld up to this unit, then one in ten. */
  halfUntil: number
  rates: (random: () => number) => Rates
  /** What `rates` gives on average: rate where given over rate where withheld. */
  ratio: number
}

/**
 * Treatments that are withheld at random: how often does looking after every unit ever refute the truth, and how soon does it refute
 * "no effect"? Prints each world and holds the worst one against 5 %.
 */
export const benchDrawn = (): void => {
  const error = 100 * Math.sqrt((0.05 * 0.95) / HISTORIES)
  process.stdout.write(
    `\nWithheld at random, a look after every unit; ${HISTORIES} histories, standard error at 5 %: ${error.toFixed(2)} %\n`,
  )
  const missed = [...single(), ...pooled()].map((world) => benchWorld(world))
  report('bets on drawn treatments: ever miss in the worst world', Math.max(...missed), 5, '%')
  report(
    'adjusted asymptotic sequence, 5 % of units, one in ten withheld: ever misses',
    asymptoticMisses(),
    undefined,
    '%',
  )
}

const single = (): World[] =>
  (
    [
      [0.5, 0.5, Number.POSITIVE_INFINITY],
      [0.15, 0.15, Number.POSITIVE_INFINITY],
      [0.05, 0.05, Number.POSITIVE_INFINITY],
      [0.15, 0.15, 0],
      [0.05, 0.05, 60],
      [0.1, 0.5, Number.POSITIVE_INFINITY],
      [0.06, 0.3, Number.POSITIVE_INFINITY],
      [0.03, 0.15, Number.POSITIVE_INFINITY],
      [0.03, 0.15, 60],
      [0.3, 0.1, Number.POSITIVE_INFINITY],
    ] as const
  ).map(([given, withheld, halfUntil]) => ({
    name: `one treatment, ${100 * withheld} % to ${100 * given} %${halfUntil === Number.POSITIVE_INFINITY ? '' : `, one in ten withheld after ${halfUntil}`}`,
    units: 400,
    halfUntil,
    rates: () => [[given, withheld]],
    ratio: given / withheld,
  }))

const RARE = [0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.03, 0.02]

const pooled = (): World[] => {
  const alike = (ratio: number, halfUntil: number): World => ({
    name: `ten rare treatments, ratio ${ratio}${halfUntil === 60 ? ', one in ten withheld after 60' : ''}`,
    units: 300,
    halfUntil,
    rates: () => RARE.map((rate) => [ratio * rate, rate]),
    ratio,
  })
  const mixed = (name: string, share: number, bad: [number, number], good: [number, number]): World => ({
    name: `ten treatments, ${name}`,
    units: 300,
    halfUntil: Number.POSITIVE_INFINITY,
    rates: (random) => {
      const rates = random() < share ? bad : good
      return RARE.map(() => rates)
    },
    ratio: (share * bad[0] + (1 - share) * good[0]) / (share * bad[1] + (1 - share) * good[1]),
  })
  return [
    ...[1, 0.3, 0.1, 2].flatMap((ratio) => [alike(ratio, Number.POSITIVE_INFINITY), alike(ratio, 60)]),
    mixed('units that go wrong ignore them', 0.15, [0.25, 0.25], [0.0025, 0.025]),
    mixed('one unit in ten has nearly all events', 0.1, [0.9, 0.9], [0.002, 0.02]),
    mixed('half of the units heed them', 0.5, [0.3, 0.3], [0, 0.3]),
    mixed('they help half of the units and harm the others', 0.5, [0.4, 0.2], [0, 0.2]),
  ]
}

const benchWorld = (world: World): number => {
  let missed = 0
  const settled: number[] = []
  for (let history = 0; history < HISTORIES; history++) {
    const [truth, none] = [createRatioBets(world.ratio), createRatioBets(1)]
    let [isMissed, settledAt] = [false, Number.POSITIVE_INFINITY]
    for (const [index, unit] of historyOf(world, history).entries()) {
      truth.add(unit)
      none.add(unit)
      isMissed ||= truth.logEvidence() >= ALARM
      if (none.logEvidence() >= ALARM) settledAt = Math.min(settledAt, index + 1)
    }
    if (isMissed) missed++
    settled.push(settledAt)
  }
  const share = (100 * missed) / HISTORIES
  const median = settled.toSorted((a, b) => a - b)[HISTORIES / 2] ?? Number.POSITIVE_INFINITY
  const note = median === Number.POSITIVE_INFINITY ? '' : `, settled after ${median} units (median)`
  process.stdout.write(`  ${world.name}: ever misses ${share.toFixed(1)} %${note}\n`)
  return share
}

const historyOf = (world: World, history: number): DrawnUnit[] => {
  const random = createRandom(`${world.name} ${history}`)
  return Array.from({ length: world.units }, (_, index) => {
    const probability = index < world.halfUntil ? 0.5 : 0.9
    return world.rates(random).map(([given, withheld], treatment) => {
      const isGiven = random() < probability
      return { treatment: `${treatment}`, isGiven, probability, isEvent: random() < (isGiven ? given : withheld) }
    })
  })
}

/** Why rates of rare events are not left to the central limit theorem. */
const asymptoticMisses = (): number => {
  const world: World = { name: 'rare', units: 600, halfUntil: 0, rates: () => [[0.05, 0.05]], ratio: 1 }
  let missed = 0
  const histories = HISTORIES / 4
  for (let history = 0; history < histories; history++) {
    const outcomes = historyOf(world, history).flatMap((unit) =>
      unit.map(({ isGiven, probability, isEvent }) => ({ isGiven, probability, value: isEvent ? 1 : 0 })),
    )
    for (let length = 100; length <= outcomes.length; length += 10)
      if ((adjustedDifference(outcomes.slice(0, length), { pretended: 0.5 })?.logEvidence ?? 0) >= ALARM) {
        missed++
        break
      }
  }
  return (100 * missed) / histories
}
