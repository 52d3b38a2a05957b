import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRecord, parseJson } from '../../../lib/json.ts'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { claudeCode } from './source.ts'
import { createParser } from './parse.ts'

const root = join(import.meta.dirname, 'fixtures', 'history')
const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'expected.json'), 'utf8'))

interface Read {
  path: string
  rank: number
  records: { value: unknown; line: number }[]
}

const files: Read[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => claudeCode.accepts(path) !== undefined)
  .map((path) => ({ path, rank: claudeCode.rank?.(path) ?? 0, records: recordsOf(join(root, path)) }))
  .toSorted((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))

function recordsOf(path: string): Read['records'] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .map((text, index) => ({ value: parseJson(text), line: index + 1 }))
    .filter((record) => record.value !== undefined)
}

const eventsOf = (path: string, records: Read['records'], onIssue: (line: number, code: string) => void = () => {}) => {
  const events: SessionEvent[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { line: number; code: string }) => onIssue(issue.line, issue.code),
  }
  const parser = createParser({ path: join(root, path), modifiedAt: 0 }, emit)
  for (const { value, line } of records) parser.read(value, line)
  return events
}

test('every call of the fixtures comes out at its place with what decides its outcome', () => {
  const found = new Map<string, Record<string, unknown>>()
  for (const file of files) {
    const positions = new Map<string | undefined, number>()
    const contexts = new Map<string | undefined, number>()
    for (const event of eventsOf(file.path, file.records)) {
      if (event.type === 'usage' && event.contextTokens !== undefined) contexts.set(event.agent, event.contextTokens)
      if (event.type === 'tool-result')
        Object.assign(
          found.get(`${event.callId}`) ?? {},
          event.status && { status: event.status },
          event.flag && { flag: event.flag },
        )
      if (event.type !== 'tool-call') continue
      const position = (positions.get(event.agent) ?? 0) + 1
      positions.set(event.agent, position)
      const { session, agent, tool, at, line } = event
      if (!found.has(`${event.callId}`))
        found.set(`${event.callId}`, { session, agent, tool, at, line, position, contextTokens: contexts.get(agent) })
    }
  }
  assert.deepEqual(
    [...found.keys()].toSorted(),
    expected.calls.map((call: { callId: string }) => call.callId).toSorted(),
  )
  for (const { callId, outcome, cause, at, ...place } of expected.calls) {
    const { flag, status, at: foundAt, ...rest } = found.get(callId) ?? {}
    assert.deepEqual(
      { ...rest, at: foundAt },
      { agent: undefined, contextTokens: undefined, ...place, at: at && Date.parse(at) },
      callId,
    )
    assert.equal(flag, outcome === 'unknown' ? undefined : outcome, callId)
    if (cause === 'user') assert.ok(status === 'rejected' || status === 'interrupted', callId)
    if (cause === 'not-run') assert.equal(status, 'not-run', callId)
  }
})

test('the issues of the fixtures that are ours are reported with their lines', () => {
  const ours: unknown[] = []
  for (const file of files)
    eventsOf(file.path, file.records, (line, code) => ours.push({ file: file.path, line, code }))
  const key = (issue: unknown) => JSON.stringify(issue)
  const wanted = expected.issues.filter(({ code }: { code: string }) => code.startsWith('bad-'))
  assert.deepEqual(ours.map(key).toSorted(), wanted.map(key).toSorted())
})

test('a file is known by its lines, and those of other agents are not taken for ours', () => {
  const recognised = (...records: unknown[]) =>
    claudeCode.recognises({ path: 'x', shape: 'lines', records, tables: [] })
  for (const file of files.filter(({ records }) => records.length > 0)) {
    assert.ok(recognised(...file.records.slice(0, 20).map(({ value }) => value)), file.path)
  }
  const foreign: unknown[] = [
    { timestamp: 't', type: 'response_item', payload: { type: 'message', role: 'user', content: [] } },
    { type: 'session', version: 3, id: 'x', cwd: '/' },
    { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'hi' } },
    { role: 'user', content: 'hi' },
    { type: 'user', message: { role: 'user', content: 'hi' } },
    { type: 'user.message', data: {}, id: 'a', parentId: null },
    { type: 'system', subtype: 'init', session_id: 'x' },
    null,
    7,
  ]
  for (const record of foreign) assert.ok(!recognised(record), JSON.stringify(record))
})

const REQUIRED: Record<SessionEvent['type'], string[]> = {
  'session-start': [],
  'system-message': ['text'],
  'user-message': ['text'],
  'assistant-message': ['text'],
  'tool-call': ['tool'],
  'tool-result': ['callId'],
  usage: [],
  compaction: ['kind'],
  'session-end': ['reason'],
}
const TEXTS = [
  'session',
  'agent',
  'text',
  'callId',
  'tool',
  'messageId',
  'model',
  'cwd',
  'title',
  'platform',
  'agentVersion',
  'kind',
  'trigger',
]
const NUMBERS = [
  'at',
  'line',
  'block',
  'exitCode',
  'contextTokens',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'tokensBefore',
]

const assertWellFormed = (event: SessionEvent): void => {
  const fields: Record<string, unknown> = { ...event }
  assert.ok(event.session !== '' && event.line > 0)
  for (const name of REQUIRED[event.type]) assert.equal(typeof fields[name], 'string', name)
  for (const name of TEXTS) assert.ok(!(name in fields) || typeof fields[name] === 'string', name)
  for (const name of NUMBERS) assert.ok(!(name in fields) || Number.isFinite(fields[name]), name)
}

/** All places in a value, as lists of keys. */
const pathsIn = (value: unknown, path: string[] = []): string[][] => {
  const inner =
    isRecord(value) || Array.isArray(value)
      ? Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))
      : []
  return [path, ...inner]
}

const replaced = (value: unknown, path: string[], by: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

test('any field of any record may hold any value: nothing is thrown and every event is well-formed', () => {
  const records = files.flatMap((file) =>
    file.records.map((record, index) => ({ file, index, paths: pathsIn(record.value) })),
  )
  const mutation = fc.nat(records.length - 1).chain((at) => {
    const paths = records[at]?.paths ?? [[]]
    return fc.record({ at: fc.constant(at), path: fc.constantFrom(...paths), by: fc.jsonValue() })
  })
  fc.assert(
    fc.property(mutation, ({ at, path, by }) => {
      const { file, index } = records[at] ?? assert.fail()
      const around = file.records
        .slice(Math.max(0, index - 3), index + 4)
        .map((record) =>
          record === file.records[index] ? { ...record, value: replaced(record.value, path, by) } : record,
        )
      for (const event of eventsOf(file.path, around)) assertWellFormed(event)
    }),
    { numRuns: 2_000 },
  )
})

test('any JSON for a saved state is survived', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ session: fc.jsonValue(), recent: fc.jsonValue(), running: fc.jsonValue() })),
      (saved) => {
        const parser = createParser(
          { path: '/p/x.jsonl', modifiedAt: 0 },
          { event: assertWellFormed, issue: () => {} },
          saved,
        )
        for (const { value, line } of files[0]?.records ?? []) parser.read(value, line)
        JSON.stringify(parser.save())
      },
    ),
    { numRuns: 100 },
  )
})
