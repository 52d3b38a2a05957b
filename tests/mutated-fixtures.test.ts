import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '../src/lib/json.ts'
import type { SessionEvent } from '../src/schema/session-event.ts'
import type { Reader, Source } from '../src/sources/source.ts'
import { eachSource, layOut } from './support/fixtures.ts'
import { scratch } from './support/store.ts'

interface Fixture {
  path: string
  records: unknown[]
}

const fixturesOf = (source: Source, root: string): Fixture[] =>
  readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry): Fixture[] => {
    const path = join(entry.parentPath, entry.name)
    const shape = entry.isFile() ? source.accepts(relative(root, path).replaceAll('\\', '/')) : undefined
    if (shape === undefined || shape === 'database') return []
    const text = readFileSync(path, 'utf8')
    const records = (shape === 'lines' ? text.split('\n') : [text]).map(parseJson).filter((each) => each !== undefined)
    return records.length === 0 ? [] : [{ path, records }]
  })

const ODD = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1e300,
  0.5,
  '',
  '\u0000',
  'x'.repeat(5_000),
  [],
  [[]],
  {},
  { type: {}, id: [], role: 7 },
  ['a', null, { text: 5 }],
  '{"a":',
)

/** The value with one place in it replaced, found by walking down along `steps`. */
const replacedAt = (value: unknown, steps: readonly number[], odd: unknown): unknown => {
  const [step, ...rest] = steps
  if (step === undefined || typeof value !== 'object' || value === null) return odd
  const keys = Object.keys(value)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return odd
  const changed = replacedAt((value as Record<string, unknown>)[key], rest, odd)
  return Array.isArray(value)
    ? value.map((each: unknown, index) => (String(index) === key ? changed : each))
    : { ...value, [key]: changed }
}

const read = (reader: Reader, { path, records }: Fixture): { events: SessionEvent[]; codes: string[] } => {
  const events: SessionEvent[] = []
  const codes: string[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: ({ code }: { code: string }) => void codes.push(code),
  }
  const parser = reader.createParser?.({ path, modifiedAt: statSync(path).mtimeMs }, emit)
  for (const [index, record] of records.entries()) parser?.read(record, index + 1)
  return { events, codes }
}

eachSource((source) => {
  test(`${source.name}: a record with anything in any place is read or reported, and never throws`, async (t) => {
    const root = join(scratch(t), 'history')
    await layOut(source, root)
    const fixtures = fixturesOf(source, root)
    if (fixtures.length === 0) return
    const reader = await source.reader()
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
        ODD,
        (file, at, steps, odd) => {
          const fixture = fixtures[file % fixtures.length]
          assert.ok(fixture)
          const place = at % fixture.records.length
          const records = fixture.records.map((record, index) =>
            index === place ? replacedAt(record, steps, odd) : record,
          )
          const { events, codes } = read(reader, { ...fixture, records })
          for (const { session, line, at: time } of events) {
            assert.equal(typeof session, 'string')
            assert.ok(Number.isSafeInteger(line))
            assert.ok(time === undefined || Number.isFinite(time))
          }
          for (const code of codes) assert.match(code, /^[a-z][a-z-]+$/)
        },
      ),
      { numRuns: 300 },
    )
  })
})
