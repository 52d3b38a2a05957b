import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { createRandom } from '../lib/stats/random.ts'
import { CompressionReport } from '../schema/listing/compression-report.ts'
import { type CompactionEvent, compressionReport, placeAt, pointAt } from './compression.ts'
import { createControls } from './controls.ts'

const eventIn = (
  session: string,
  track: string,
  index: number,
  given: Partial<CompactionEvent['around']> = {},
): CompactionEvent => ({
  cluster: session,
  session,
  source: 'codex',
  around: {
    ...placeAt(index, track.length),
    kind: 'compacted',
    at: undefined,
    afterCall: index,
    before: [0, 0],
    after: [0, 0],
    repeats: [0, 0],
    ...given,
  },
  ...pointAt(track, 's'.repeat(track.length), placeAt(index, track.length)),
})

const report = (events: CompactionEvent[], controls: ReturnType<ReturnType<typeof createControls>['match']> = []) =>
  v.parse(CompressionReport, compressionReport(events, controls, { session: null, tolerance: 1.2, sessions: 1 }))

test('without a compaction there is nothing to judge', () => {
  const found = report([])
  assert.deepEqual([found.hasCompression, found.preserved, found.verdict], [false, null, 'not-enough-data'])
  assert.equal(found.reason, 'nothing was compacted')
})

test('twenty calls on each side are counted, unknown ones left out', () => {
  const track = `${'a'.repeat(5)}${'.'.repeat(18)}a?${'.'.repeat(15)}aaa..aaaa`
  const found = report([eventIn('one', track, 25)])
  assert.deepEqual([found.before?.rate, found.before?.n], [1 / 19, 19])
  assert.deepEqual([found.after?.rate, found.after?.n], [3 / 20, 20])
  assert.equal(found.events[0]?.before?.n, 19)
  assert.equal(found.verdict, 'not-enough-data')
})

test('too few calls on one side are said to be too few', () => {
  const found = report([eventIn('one', '....a.....|', 10)])
  assert.match(found.reason ?? '', /only 1 call with/)
})

/** Sessions of 40 calls compacted in the middle, failing with these chances before and after. */
const simulate = (count: number, before: number, after: number, seed: string): string[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    Array.from({ length: 40 }, (_, index) => (random() < (index < 20 ? before : after) ? 'a' : '.')).join(''),
  )
}

const eventsOf = (tracks: string[]): CompactionEvent[] => tracks.map((track, at) => eventIn(`e${at}`, track, 20))

const controlsOf = (tracks: string[]) => {
  const controls = createControls()
  for (const [at, track] of tracks.entries()) controls.add('codex', `c${at}`, track, 's'.repeat(track.length))
  return controls
}

test('a planted loss is found, and is more than at places without compaction', () => {
  const events = eventsOf(simulate(200, 0.05, 0.2, 'loss'))
  const found = report(events, controlsOf(simulate(200, 0.05, 0.05, 'steady')).match(events))
  assert.deepEqual([found.verdict, found.preserved], ['lost', false])
  assert.ok(found.difference && found.difference.low > 0 && found.difference.low < 0.15 && found.difference.high > 0.15)
  assert.match(found.note, /not compacted errors rise less/)
})

test('where nothing changes proficiency is preserved, given enough calls', () => {
  const events = eventsOf(simulate(300, 0.05, 0.05, 'same'))
  assert.deepEqual([report(events).verdict, report(events).preserved], ['preserved', true])
  assert.equal(report(events.slice(0, 3)).verdict, 'not-enough-data')
})

test('errors that have tripled are not preserved, however rare they are', () => {
  const events = eventsOf(simulate(1500, 0.005, 0.016, 'rare'))
  const found = report(events)
  assert.ok(found.change && found.change.low > 0)
  assert.notEqual(found.verdict, 'preserved')
})

test('where nothing ever fails, all figures are there and say so', () => {
  const events = eventsOf(simulate(60, 0, 0, 'none'))
  const found = report(events, controlsOf(simulate(60, 0, 0, 'none-too')).match(events))
  assert.ok(found.change && found.difference && found.control?.difference)
  assert.deepEqual([found.change.estimate, found.difference.estimate], [0, 0])
})

test('what was done on one side only is no change, and that is the reason given', () => {
  const events = eventsOf(simulate(10, 0.1, 0.1, 'other')).map((event) => ({
    ...event,
    after: { ...event.after, strata: 'r'.repeat(20) },
  }))
  const found = report(events)
  assert.equal(found.change, null)
  assert.match(found.reason ?? '', /different kinds/)
})

test('a rise that happens without compaction too is not blamed on it', () => {
  const events = eventsOf(simulate(200, 0.05, 0.15, 'rise'))
  const found = report(events, controlsOf(simulate(400, 0.05, 0.15, 'rise-too')).match(events))
  assert.equal(found.verdict, 'lost')
  assert.ok(found.difference && found.difference.low < 0 && found.difference.high > 0)
  assert.match(found.note, /need not be the reason/)
})

test('the tolerance moves the verdict', () => {
  const events = eventsOf(simulate(300, 0.1, 0.14, 'tolerance'))
  const strict = compressionReport(events, [], { session: null, tolerance: 1, sessions: 1 })
  const lenient = compressionReport(events, [], { session: null, tolerance: 2, sessions: 1 })
  assert.equal(strict.verdict, 'lost')
  assert.equal(lenient.verdict, 'preserved')
})

test('re-reads and repeated errors are shares of reads and of errors', () => {
  const found = report([
    eventIn('one', '.'.repeat(40), 20, { before: [4, 1], after: [6, 3], repeats: [2, 1] }),
    eventIn('two', '.'.repeat(40), 20, { before: [6, 0], after: [4, 3], repeats: [0, 0] }),
  ])
  assert.equal(found.rereads.before?.rate, 1 / 10)
  assert.equal(found.rereads.after?.rate, 6 / 10)
  assert.deepEqual([found.repeatedErrors.count, found.repeatedErrors.rate?.n], [1, 2])
})

test('controls come from the same source and reach as far, or else are the longest there are', () => {
  const controls = createControls()
  controls.add('codex', 'long', '.'.repeat(40), 's'.repeat(40))
  controls.add('codex', 'short', '.'.repeat(25), 's'.repeat(25))
  controls.add('hermes', 'other', '.'.repeat(40), 's'.repeat(40))
  const matched = controls.match([eventIn('one', '.'.repeat(40), 20)])
  assert.equal(matched.length, 1)
  assert.equal(matched[0]?.[0]?.after.track.length, 20)
  const far = controls.match([eventIn('far', '.'.repeat(200), 180)])
  assert.deepEqual([far.length, far[0]?.[0]?.before.track.length, far[0]?.[0]?.after.track.length], [1, 20, 20])
})
