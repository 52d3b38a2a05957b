import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { widthOf } from '../../interfaces/cli/table.ts'
import type { LessonsLedger } from './ledger-shape.ts'
import { lessonsLedgerLines } from './ledger-show.ts'

const screen = (width: number) => ({ width, colors: pc.createColors(false) })

type Proof = LessonsLedger['lessons'][number]

const proof = (given: Partial<Proof> = {}): Proof => ({
  id: '3f9a01b2c4d5',
  kind: 'missing',
  text: 'There is no `tests/`: tests are in `e2e/`.',
  repository: '/home/sam/shop',
  state: 'active',
  given: { sessions: 34, repeated: 1 },
  withheld: { sessions: 34, repeated: 17 },
  prevented: { estimate: 0.94, low: 0.53, high: 1 },
  verdict: 'prevents',
  proposal: null,
  pending: 0,
  observed: { sessions: 0, repeated: 0 },
  before: { sessions: 12, of: 40 },
  needed: null,
  opportunity: { isAlike: true, given: { sessions: 20, repeated: 1 }, withheld: { sessions: 22, repeated: 17 } },
  firstAt: '2026-03-01T00:00:00.000Z',
  lastAt: '2026-03-20T00:00:00.000Z',
  ...given,
})

const ledger = (given: Partial<LessonsLedger> = {}): LessonsLedger => ({
  all: { ...effect(proof()), units: 68 },
  kinds: [],
  hints: { given: { failures: 0, calls: null }, withheld: { failures: 0, calls: null }, difference: null },
  lessons: [proof()],
  holdout: null,
  sessions: null,
  ...given,
})

const effect = ({ given, withheld, prevented, verdict }: Proof) => ({ given, withheld, prevented, verdict })

const textOf = (shown: LessonsLedger, width = 400): string => lessonsLedgerLines(shown, screen(width)).join('\n')

test('a settled lesson says what both groups did, and what follows', () => {
  const text = textOf(ledger())
  assert.match(text, /^The lessons prevent 94 % of the mistakes they are about \(53 to 100 %\), over 68 sessions\.$/m)
  assert.match(text, /given: 1 of 34 sessions did it again; withheld: 17 of 34; prevents 53 to 100 %, settled$/m)
  assert.match(text, /3f9a01b2c4d5 · missing · shop · before it 12 of 40 \(not causal\) · last 2026-03-20$/m)
  assert.match(text, /half of the sessions, later from one in ten/)
})

test('a lesson that is not settled says how many more sessions it takes', () => {
  const open = proof({ verdict: 'not-settled', needed: { sessions: 41, assumed: 0.8 }, pending: 3 })
  const text = textOf(ledger({ lessons: [open], all: { ...effect(open), units: 12 } }))
  assert.match(
    text,
    /^Whether the lessons help is not settled yet, over 12 sessions: a given lesson was followed by its mistake 1 time in 34, a withheld one 17 times in 34\.$/m,
  )
  assert.match(text, /not settled: about 41 more sessions if it prevents 80 %$/m)
  assert.match(text, /3 not back yet/)
  assert.match(textOf(ledger({ lessons: [proof({ verdict: 'not-settled' })] })), /; not settled$/m)
})

test('a lesson that does harm is proposed to be refused, and one that does little is told so', () => {
  const harm = proof({ verdict: 'causes', proposal: 'refuse', prevented: { estimate: -2, low: null, high: -0.4 } })
  assert.match(
    textOf(ledger({ lessons: [harm] })),
    /at least 1\.4 times as often, settled: `warmstart lessons refuse 3f9a01b2c4d5` takes it out$/m,
  )
  const little = proof({ verdict: 'does-little', prevented: { estimate: 0, low: -0.2, high: 0.22 } })
  assert.match(textOf(ledger({ lessons: [little] })), /prevents 22 % at best/)
})

test('where nothing was withheld, nothing is said to be proved', () => {
  const observed = proof({ prevented: null, verdict: 'not-settled', observed: { sessions: 9, repeated: 2 } })
  const text = textOf(ledger({ lessons: [observed], holdout: 0, all: { ...effect(observed), units: 0 } }))
  assert.match(text, /given to 9 sessions, 2 did it again; nothing was withheld, so nothing is proved/)
  assert.doesNotMatch(text, /prevent \d/)
  assert.match(textOf(ledger({ lessons: [], holdout: 0 })), /No session was given a lesson yet.*nothing is proved/)
})

test('a lesson that left the experiment says why', () => {
  for (const [state, words] of [
    ['written', /only observed now/],
    ['stale', /not true any more/],
    ['gone', /do not show it any more/],
  ] as const)
    assert.match(textOf(ledger({ lessons: [proof({ state })] })), words)
})

test('one lesson comes with its sessions, and with those that could make the mistake if the groups agree', () => {
  const sessions: LessonsLedger['sessions'] = [
    {
      session: 's-1',
      source: 'codex',
      at: '2026-03-20T10:00:00.000Z',
      moment: 'start',
      given: true,
      probability: 0.5,
      repeated: false,
    },
    {
      session: 's-2',
      source: 'codex',
      at: '2026-03-19T10:00:00.000Z',
      moment: 'message',
      given: false,
      probability: 0.5,
      repeated: true,
    },
    {
      session: 's-3',
      source: 'codex',
      at: '2026-03-18T10:00:00.000Z',
      moment: 'failure',
      given: true,
      probability: 0.5,
      repeated: null,
    },
  ]
  const text = textOf(ledger({ sessions }))
  assert.match(text, /2026-03-20 10:00 {2}s-1 +given at its start +not made/)
  assert.match(text, /s-2 +withheld with a message +made again/)
  assert.match(text, /s-3 +given after a failed call +not back yet/)
  assert.match(text, /given: 1 of 20 sessions did it again; withheld: 17 of 22/)
  const unlike = proof({ opportunity: { ...proof().opportunity, isAlike: false } })
  assert.match(textOf(ledger({ lessons: [unlike], sessions })), /would mislead/)
})

test('hints say how long it took to go on', () => {
  const hints = { given: { failures: 33, calls: 1.4 }, withheld: { failures: 31, calls: 3.2 } }
  assert.match(
    textOf(ledger({ hints: { ...hints, difference: { estimate: -1.8, low: -2.6, high: -0.9 } } })),
    /1\.4 further calls with the hint, 3\.2 without \(difference -1\.8, from -2\.6 to -0\.9\)/,
  )
  assert.match(textOf(ledger({ hints: { ...hints, difference: null } })), /33 and 31 failures, 30 of each are needed/)
})

test('every line fits the window, and words of others cannot move its cursor', () => {
  const evil = proof({ text: `\u001B[2J${'word '.repeat(60)}`, repository: '/home/\u001B[2Jsam' })
  for (const width of [50, 80, 120])
    for (const line of lessonsLedgerLines(ledger({ lessons: [evil, proof()] }), screen(width))) {
      assert.ok(widthOf(line) <= width, `${widthOf(line)} of ${width}: ${line}`)
      assert.ok(!line.includes('\u001B'), line)
    }
})
