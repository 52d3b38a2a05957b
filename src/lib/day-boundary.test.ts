import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayBoundary, isTimeZone } from './day-boundary.ts'

const boundary = (now: string, atHour: number, timeZone: string): string =>
  new Date(dayBoundary(Date.parse(now), { atHour, timeZone })).toISOString()

test('a day begins at the hour of the place, today or yesterday', () => {
  assert.equal(boundary('2026-07-01T02:00:00Z', 4, 'Europe/Berlin'), '2026-07-01T02:00:00.000Z')
  assert.equal(boundary('2026-07-01T01:59:59.999Z', 4, 'Europe/Berlin'), '2026-06-30T02:00:00.000Z')
  assert.equal(boundary('2026-07-01T12:00:00Z', 0, 'Asia/Kolkata'), '2026-06-30T18:30:00.000Z')
})

test('an hour that is skipped begins its day when clocks go on', () => {
  // From 2:00 to 3:00 there.
  assert.equal(boundary('2026-03-29T12:00:00Z', 2, 'Europe/Berlin'), '2026-03-29T01:00:00.000Z')
  // From 0:00 to 1:00: the day has no midnight.
  assert.equal(boundary('2018-11-04T12:00:00Z', 0, 'America/Sao_Paulo'), '2018-11-04T03:00:00.000Z')
})

test('an hour that comes twice begins its day once, the first time', () => {
  for (const now of ['2026-10-25T00:00:00Z', '2026-10-25T00:59:00Z', '2026-10-25T01:00:00Z', '2026-10-25T12:00:00Z'])
    assert.equal(boundary(now, 2, 'Europe/Berlin'), '2026-10-25T00:00:00.000Z', now)
  assert.equal(boundary('2026-11-01T12:00:00Z', 0, 'America/Havana'), '2026-11-01T04:00:00.000Z')
})

test('a date that a place left out begins no day', () => {
  // Samoa went from the 29th of December 2011 to the 31st.
  assert.equal(boundary('2011-12-30T13:59:00Z', 4, 'Pacific/Apia'), '2011-12-29T14:00:00.000Z')
  assert.equal(boundary('2011-12-30T14:00:00Z', 4, 'Pacific/Apia'), '2011-12-30T14:00:00.000Z')
})

const ZONES = (
  'UTC Europe/Berlin America/New_York America/Sao_Paulo America/Havana America/St_Johns Australia/Lord_Howe Pacific/Apia ' +
  'Pacific/Chatham Asia/Kathmandu Africa/Casablanca Asia/Tehran Africa/Cairo Asia/Beirut Antarctica/Troll Pacific/Kiritimati'
).split(' ')
const QUARTER_MS = 15 * 60_000

/** The same rule said in another way: goes back by quarters of an hour, in which all clocks change, and reads each of them. */
const slowBoundary = (now: number, atHour: number, timeZone: string): number => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const read = (moment: number): { date: string; hour: number } => {
    const [date = '', time = ''] = format.format(moment).split(' ')
    return { date, hour: Number(time.slice(0, 2)) }
  }
  let found: number | undefined
  let date: string | undefined
  for (let moment = Math.floor(now / QUARTER_MS) * QUARTER_MS; moment > now - 80 * 3_600_000; moment -= QUARTER_MS) {
    const wall = read(moment)
    if (wall.hour < atHour) continue
    if (date !== undefined && wall.date !== date) break
    date = wall.date
    found = moment
  }
  return found ?? Number.NaN
}

/** Around the days on which clocks change somewhere, and anywhere else. */
const moments = fc.oneof(
  fc
    .date({ min: new Date('2008-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.getTime()),
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-25',
        '2026-11-01',
        '2018-11-04',
        '2018-02-18',
        '2011-12-30',
        '2026-04-24',
      ),
      fc.integer({ min: -36 * 3_600_000, max: 60 * 3_600_000 }),
    )
    .map(([day, offset]) => Date.parse(day) + offset),
)

test('the boundary is what a patient reader of that clock would find', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 23 }), fc.constantFrom(...ZONES), (now, atHour, timeZone) => {
      assert.equal(dayBoundary(now, { atHour, timeZone }), slowBoundary(now, atHour, timeZone))
    }),
    { numRuns: 400 },
  )
})

test('time that goes on never brings an earlier boundary, and there is one within fifty hours', () => {
  fc.assert(
    fc.property(
      moments,
      fc.nat(40 * 3_600_000),
      fc.nat(23),
      fc.constantFrom(...ZONES),
      (now, later, atHour, timeZone) => {
        const [first, second] = [now, now + later].map((moment) => dayBoundary(moment, { atHour, timeZone }))
        assert.ok(first !== undefined && second !== undefined && first <= second && second <= now + later)
        assert.ok(now - first <= 50 * 3_600_000)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('names of places are known from other words', () => {
  assert.ok(isTimeZone('Europe/Berlin') && isTimeZone('UTC'))
  for (const name of ['', 'Europe/Atlantis', 'CET/CEST', '../etc']) assert.equal(isTimeZone(name), false, name)
})
