import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, isFinal, type Life, type LifeEvent, newLife } from './machine.ts'

const walk = (...events: LifeEvent[]): Life => events.reduce((life, event) => advance(life, event), newLife(100))

test('the usual lives', () => {
  const cases: [string, LifeEvent[], Partial<Life>][] = [
    ['runs', [{ type: 'started', pid: 7 }], { state: 'running', pid: 7 }],
    [
      'exits',
      [
        { type: 'started', pid: 7 },
        { type: 'ended', at: 200, exitCode: 3 },
      ],
      { state: 'exited', exitCode: 3, exitedAt: 200 },
    ],
    [
      'is killed',
      [
        { type: 'started', pid: 7 },
        { type: 'kill-asked', by: 'sam' },
        { type: 'ended', at: 200, exitCode: 143 },
      ],
      { state: 'killed', exitCode: 143, endedBy: 'sam' },
    ],
    [
      'is lost',
      [
        { type: 'started', pid: 7 },
        { type: 'vanished', at: 200 },
      ],
      { state: 'lost', exitCode: undefined },
    ],
    [
      'is killed with nothing left',
      [
        { type: 'started', pid: 7 },
        { type: 'kill-asked', by: 'sam' },
        { type: 'vanished', at: 200 },
      ],
      { state: 'killed' },
    ],
    [
      'is given up, which is no proof that it was killed',
      [
        { type: 'started', pid: 7 },
        { type: 'kill-asked', by: 'sam' },
        { type: 'given-up', at: 200 },
      ],
      { state: 'lost', exitedAt: 200, endedBy: 'sam' },
    ],
    [
      'does not start',
      [{ type: 'start-failed', at: 200, why: 'no shell' }],
      { state: 'failed-start', endedBy: 'no shell', exitedAt: 200 },
    ],
    [
      'ends while the clock goes back',
      [
        { type: 'started', pid: 7 },
        { type: 'ended', at: 50, exitCode: 0 },
      ],
      { exitedAt: 100 },
    ],
  ]
  for (const [name, events, expected] of cases) {
    const life = walk(...events)
    for (const [field, value] of Object.entries(expected))
      assert.equal(life[field as keyof Life], value, `${name}: ${field}`)
  }
})

const event: fc.Arbitrary<LifeEvent> = fc.oneof(
  fc.record({
    type: fc.constant('started' as const),
    pid: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('start-failed' as const),
    at: fc.nat(300),
    why: fc.constantFrom('no shell', 'no room'),
  }),
  fc.record({ type: fc.constant('kill-asked' as const), by: fc.constantFrom('sam', 'kim') }),
  fc.record({
    type: fc.constant('ended' as const),
    at: fc.nat(300),
    exitCode: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
  }),
  fc.record({ type: fc.constantFrom('vanished' as const, 'given-up' as const), at: fc.nat(300) }),
)

const ORDER = { starting: 0, running: 1, exited: 2, killed: 2, lost: 2, 'failed-start': 2 } as const

test('whatever happens in whatever order: no way back, no way out of an end, and every end is complete', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      let life = newLife(100)
      for (const each of events) {
        const next = advance(life, each)
        assert.ok(ORDER[next.state] >= ORDER[life.state])
        if (isFinal(life.state)) assert.equal(next, life)
        if (life.endedBy !== undefined) assert.equal(next.endedBy, life.endedBy)
        if (life.pid !== undefined) assert.equal(next.pid, life.pid)
        assert.equal(next.exitedAt !== undefined, isFinal(next.state))
        assert.ok(next.exitedAt === undefined || next.exitedAt >= next.startedAt)
        if (next.state === 'killed') assert.notEqual(next.endedBy, undefined)
        if (next.state === 'exited') assert.equal(next.endedBy, undefined)
        life = next
      }
    }),
    { numRuns: 2_000 },
  )
})

test('the input is never changed', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), (events) => {
      let life = Object.freeze(newLife(100))
      for (const each of events) life = Object.freeze(advance(life, Object.freeze(each)))
    }),
  )
})
