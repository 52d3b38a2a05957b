import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '../../src/lib/json.ts'
import type { SessionEvent } from '../../src/schema/session-event.ts'
import type { Reader, Source } from '../../src/sources/source.ts'
import { eachSource, layOut } from '../support/fixtures.ts'
import { scratch } from '../support/store.ts'

interface Fixture {
  path: string
  records: { record: unknown; line: number }[]
}

/** The files of a source that a parser reads, record by record. */
const fixturesOf = (source: Source, root: string): Fixture[] =>
  readdirSync(root, { recursive: true, withFileTypes: true }).flatMap((entry): Fixture[] => {
    const path = join(entry.parentPath, entry.name)
    const shape = entry.isFile() ? source.accepts(relative(root, path).replaceAll('\\', '/')) : undefined
    if (shape !== 'lines' && shape !== 'document') return []
    const text = readFileSync(path, 'utf8')
    const records = (shape === 'lines' ? text.split('\n') : [text])
      .map((line, index) => ({ record: parseJson(line), line: index + 1 }))
      .filter(({ record }) => record !== undefined)
    return records.length === 0 ? [] : [{ path, records }]
  })

/** Puts a value in the place of the n-th node of a record. */
const replaceNode = (record: unknown, index: number, value: unknown): unknown => {
  const places: [Record<string, unknown>, string][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const holder = node as Record<string, unknown>
    for (const key of Object.keys(holder)) {
      places.push([holder, key])
      visit(holder[key])
    }
  }
  visit(record)
  const [holder, key] = places[index % Math.max(1, places.length)] ?? []
  if (holder === undefined || key === undefined) return value
  holder[key] = value
  return record
}

const parse = (reader: Reader, { path, records }: Fixture): SessionEvent[] => {
  const events: SessionEvent[] = []
  const emit = { event: (event: SessionEvent) => void events.push(event), issue: () => {} }
  const parser = reader.createParser?.({ path, modifiedAt: 0 }, emit)
  for (const { record, line } of records) parser?.read(record, line)
  assert.doesNotThrow(() => JSON.stringify(parser?.save()))
  return events
}

const assertWellFormed = (event: SessionEvent): void => {
  assert.ok(typeof event.session === 'string' && event.session !== '')
  assert.ok(Number.isInteger(event.line) && event.line >= 0)
  assert.ok(event.at === undefined || Number.isInteger(event.at))
  if ('text' in event && event.text !== undefined) assert.equal(typeof event.text, 'string')
  if (event.type === 'tool-call') assert.ok(typeof event.tool === 'string' && event.tool !== '')
  if (event.type === 'tool-result') assert.ok(event.exitCode === undefined || Number.isFinite(event.exitCode))
  if (event.type !== 'usage') return
  for (const count of [event.inputTokens, event.outputTokens, event.cacheReadTokens, event.contextTokens])
    assert.ok(count === undefined || count >= 0)
}

eachSource((source) => {
  test(`${source.name}: whatever a field holds, nothing throws and events stay well-formed`, async (t) => {
    const root = scratch(t)
    await layOut(source, root)
    const reader = await source.reader()
    const fixtures = fixturesOf(source, root)
    if (fixtures.length === 0) return
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), fc.jsonValue(), (file, at, node, value) => {
        const fixture = fixtures[file % fixtures.length]
        if (fixture === undefined) return
        const records = structuredClone(fixture.records)
        const target = records[at % records.length]
        if (target !== undefined) target.record = replaceNode(target.record, node, value)
        for (const event of parse(reader, { path: fixture.path, records })) assertWellFormed(event)
      }),
      { numRuns: 200 },
    )
  })
})
