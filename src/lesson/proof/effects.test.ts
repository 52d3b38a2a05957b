import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { eBenjaminiHochberg } from '../../lib/stats/e-benjamini-hochberg.ts'
import { createRatioBets } from '../../lib/stats/prevented-share.ts'
import { createRandom } from '../../lib/stats/random.ts'
import { type DrawOutcome, estimateEffects } from './effects.ts'
import { givenProbability, isGivenBy } from './holdout.ts'

const DAY = 24 * 60 * 60 * 1000

/** A lesson whose effect is planted: its mistake is made in `rate` of the sessions, and in `ratio` times as many where it is given. */
interface Planted {
  id: string
  kind: 'missing' | 'check'
  rate: number
  ratio: number
}

/** Sessions of a repository, three a day, in which lessons are drawn as delivery draws them. Ends early if `look` says so. */
const simulate = (
  seed: string,
  lessons: readonly Planted[],
  { sessions, look = () => false }: { sessions: number; look?: (session: readonly DrawOutcome[]) => boolean },
): DrawOutcome[] => {
  const random = createRandom(seed)
  const pools = { missing: createRatioBets(1), check: createRatioBets(1) }
  const settled = new Set<string>()
  const outcomes: DrawOutcome[] = []
  for (let count = 0; count < sessions; count++) {
    const at = (count * DAY) / 3
    const key = `${seed} ${count}`
    const session = lessons.map(({ id, kind, rate, ratio }): DrawOutcome => {
      const past = { sessions: count, firstAt: count === 0 ? null : 0, isKindSettled: settled.has(kind) }
      const probability = givenProbability(past, { kind, holdout: null, now: at })
      const isGiven = isGivenBy(id, key, probability)
      const isRepeated = random() < rate * (isGiven ? ratio : 1)
      return { lessonId: id, kind, session: key, at, isGiven, probability, isRepeated, couldRepeat: random() < 0.7 }
    })
    outcomes.push(...session)
    for (const kind of ['missing', 'check'] as const) {
      pools[kind].add(unitOf(session.filter((each) => each.kind === kind)))
      if (pools[kind].logEvidence() >= Math.log(20)) settled.add(kind)
    }
    if (look(session)) break
  }
  return outcomes
}

const unitOf = (session: readonly DrawOutcome[]) =>
  session.map(({ lessonId, isGiven, probability, isRepeated }) => ({
    treatment: lessonId,
    isGiven,
    probability,
    isEvent: isRepeated,
  }))

const lessonsOf = (count: number, planted: Omit<Planted, 'id'>): Planted[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${planted.kind}-${planted.ratio}-${index}`, ...planted }))

suite('planted effects', () => {
  const WORLD: Planted[] = [
    ...lessonsOf(2, { kind: 'missing', rate: 0.4, ratio: 0.2 }),
    ...lessonsOf(2, { kind: 'missing', rate: 0.4, ratio: 1 }),
    ...lessonsOf(1, { kind: 'check', rate: 0.25, ratio: 3 }),
  ]

  test('lessons that prevent 80 %, do nothing or do harm are called what they are', () => {
    const verdicts = new Map<string, string[]>()
    for (let history = 0; history < 8; history++)
      for (const { lessonId, verdict } of estimateEffects(simulate(`world ${history}`, WORLD, { sessions: 400 }))
        .lessons)
        verdicts.set(lessonId, [...(verdicts.get(lessonId) ?? []), verdict])
    for (const [lessonId, found] of verdicts) {
      const right = lessonId.startsWith('check')
        ? 'causes'
        : lessonId.startsWith('missing-0.2')
          ? 'prevents'
          : undefined
      const said = found.filter((verdict) =>
        right === undefined ? verdict !== 'prevents' && verdict !== 'causes' : verdict === right,
      )
      assert.ok(said.length >= 7, `${lessonId}: ${found.join(', ')}`)
    }
  })

  test('the share that all lessons prevent together is found, and known before each of them is', () => {
    const rare = lessonsOf(10, { kind: 'missing', rate: 0.06, ratio: 0.2 })
    let [covered, settledTogether, settledAlone] = [0, 0, 0]
    for (let history = 0; history < 10; history++) {
      const { all, lessons } = estimateEffects(simulate(`rare ${history}`, rare, { sessions: 200 }))
      if ((all.prevented?.low ?? -1) <= 0.8 && 0.8 <= (all.prevented?.high ?? 0)) covered++
      if (all.verdict === 'prevents') settledTogether++
      settledAlone += lessons.filter(({ verdict }) => verdict !== 'not-settled').length
    }
    assert.equal(covered, 10)
    assert.ok(settledTogether >= 8, `${settledTogether} of 10 settled together`)
    assert.ok(settledAlone <= 20, `${settledAlone} of 100 settled alone`)
  })

  test('the schedule of withholding does not bend the figures: a lesson that prevents nothing does so at every stage', () => {
    // The other lessons of its kind settle it early, so that most of its sessions have one in ten withheld.
    const lessons = [
      ...lessonsOf(4, { kind: 'missing', rate: 0.5, ratio: 0.1 }),
      { id: 'idle', kind: 'missing' as const, rate: 0.3, ratio: 1 },
    ]
    let wrong = 0
    for (let history = 0; history < 60; history++) {
      const idle = simulate(`bend ${history}`, lessons, { sessions: 200 }).filter(({ lessonId }) => lessonId === 'idle')
      assert.ok(idle.filter(({ probability }) => probability === 0.9).length > 130)
      const { verdict } = estimateEffects(idle).all
      if (verdict === 'prevents' || verdict === 'causes') wrong++
    }
    assert.ok(wrong <= 3, `${wrong} of 60`)
  })
})

suite('looking after every session', () => {
  /** Whether any lesson is ever called settled; as `estimateEffects` does it, one session after the other. */
  const everSettled = (seed: string, lessons: readonly Planted[], sessions: number): boolean => {
    const bets = new Map(lessons.map(({ id }) => [id, { bets: createRatioBets(1), repeated: 0 }]))
    let isSettled = false
    simulate(seed, lessons, {
      sessions,
      look: (session) => {
        for (const each of session) {
          const own = bets.get(each.lessonId)
          own?.bets.add(unitOf([each]))
          if (own !== undefined && each.isRepeated) own.repeated++
        }
        const evidence = [...bets.values()]
          .filter(({ repeated }) => repeated >= 7)
          .map((each) => each.bets.logEvidence())
        isSettled = eBenjaminiHochberg(evidence).refuted.includes(true)
        return isSettled
      },
    })
    return isSettled
  }

  test('calls one of ten lessons without an effect settled in fewer than five of a hundred histories', () => {
    for (const rate of [0.05, 0.3]) {
      const lessons = lessonsOf(10, { kind: 'check', rate, ratio: 1 })
      let alarms = 0
      for (let history = 0; history < 200; history++) if (everSettled(`idle ${rate} ${history}`, lessons, 160)) alarms++
      assert.ok(alarms <= 10, `${alarms} of 200 at ${rate}`)
    }
  })

  test('says the same as the figures at the end', () => {
    for (let history = 0; history < 6; history++) {
      const lessons = lessonsOf(3, { kind: 'missing', rate: 0.4, ratio: history % 2 === 0 ? 0.2 : 1 })
      let length = 0
      const isSettled = everSettled(`same ${history}`, lessons, 120)
      const outcomes = simulate(`same ${history}`, lessons, { sessions: 120, look: () => (length++, false) })
      const ever = Array.from({ length }, (_, count) => count + 1)
        .filter((count) => count % 10 === 0)
        .some((count) =>
          estimateEffects(outcomes.slice(0, 3 * count)).lessons.some(
            ({ verdict }) => verdict === 'prevents' || verdict === 'causes',
          ),
        )
      assert.ok(!ever || isSettled)
    }
  })
})

suite('one lesson', () => {
  const drawn = (index: number, given: Partial<DrawOutcome>): DrawOutcome => ({
    lessonId: 'a1',
    kind: 'missing',
    session: `s-${index}`,
    at: index,
    isGiven: index % 2 === 0,
    probability: 0.5,
    isRepeated: false,
    couldRepeat: null,
    ...given,
  })

  test('is counted by what was drawn, and sessions that could not be denied it are only observed', () => {
    const outcomes = [
      ...Array.from({ length: 20 }, (_, index) => drawn(index, { isRepeated: index % 4 === 1 })),
      ...Array.from({ length: 9 }, (_, index) =>
        drawn(100 + index, { probability: 1, isGiven: true, isRepeated: index < 2 }),
      ),
    ]
    const [effect] = estimateEffects(outcomes).lessons
    assert.deepEqual(
      [effect?.given, effect?.withheld, effect?.observed],
      [
        { sessions: 10, repeated: 0 },
        { sessions: 10, repeated: 5 },
        { sessions: 9, repeated: 2 },
      ],
    )
    assert.equal(effect?.verdict, 'not-settled')
  })

  test('has no verdict below seven mistakes, however unlikely they are', () => {
    const outcomes = Array.from({ length: 60 }, (_, index) =>
      drawn(index, { probability: 0.9, isGiven: index % 10 !== 0, isRepeated: index % 10 === 0 }),
    )
    const { lessons, all } = estimateEffects(outcomes)
    assert.deepEqual([lessons[0]?.withheld, lessons[0]?.verdict], [{ sessions: 6, repeated: 6 }, 'not-settled'])
    assert.equal(all.verdict, 'prevents')
    const more = Array.from({ length: 80 }, (_, index) =>
      drawn(index, { probability: 0.9, isGiven: index % 10 !== 0, isRepeated: index % 10 === 0 }),
    )
    assert.equal(estimateEffects(more).lessons[0]?.verdict, 'prevents')
  })

  test('says how many more sessions it takes, fewer as they come in', () => {
    const before = new Map([['a1', { sessions: 8, of: 20 }]])
    const neededAfter = (count: number): number => {
      const outcomes = Array.from({ length: count }, (_, index) => drawn(index, { isRepeated: index % 4 === 1 }))
      return estimateEffects(outcomes, before).lessons[0]?.needed?.sessions ?? 0
    }
    assert.ok(neededAfter(4) > neededAfter(14) && neededAfter(14) > 0, `${neededAfter(4)}, ${neededAfter(14)}`)
    const never = Array.from({ length: 30 }, (_, index) => drawn(index, {}))
    assert.equal(estimateEffects(never).lessons[0]?.needed, null)
    assert.equal(estimateEffects([drawn(1, { probability: 1 })]).lessons[0]?.prevented, null)
  })

  test('is not drawn at all where nothing is withheld, and then nothing causal is said', () => {
    const outcomes = Array.from({ length: 40 }, (_, index) =>
      drawn(index, { probability: 1, isGiven: true, isRepeated: true }),
    )
    const { lessons, all } = estimateEffects(outcomes)
    assert.deepEqual([lessons[0]?.prevented, lessons[0]?.verdict, all.prevented], [null, 'not-settled', null])
    assert.equal(estimateEffects([]).lessons.length, 0)
  })

  test('tells of sessions with an opportunity only while both arms had it alike', () => {
    const alike = Array.from({ length: 40 }, (_, index) =>
      drawn(index, { couldRepeat: index % 4 < 2, isRepeated: index % 8 === 1 }),
    )
    const one = estimateEffects(alike).lessons[0]?.opportunity
    assert.deepEqual(one, {
      isAlike: true,
      given: { sessions: 10, repeated: 0 },
      withheld: { sessions: 10, repeated: 5 },
    })
    const changed = Array.from({ length: 40 }, (_, index) => drawn(index, { couldRepeat: index % 2 === 1 }))
    assert.equal(estimateEffects(changed).lessons[0]?.opportunity.isAlike, false)
  })
})
