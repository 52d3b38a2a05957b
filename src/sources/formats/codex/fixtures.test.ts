import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ToolCall, ToolResult } from '../../../schema/session-event.ts'
import { fixtureFiles, replay } from './fixtures/replay.ts'
import { codex } from './source.ts'

interface Expected {
  sessions: {
    session: string
    platform?: string
    cwd?: string
    model?: string
    title?: string
    parent?: unknown
    messages: number
    userMessages: number
    calls: number
  }[]
  calls: {
    session: string
    callId: string
    tool: string
    outcome: string
    position: number
    at?: string
    line: number
  }[]
  issues: { file: string; line: number; code: string }[]
  compactions: number
}

const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'expected.json'), 'utf8')) as Expected
const files = fixtureFiles().map((file) => ({ ...file, ...replay(file.path, file.records) }))
const events = files.flatMap((file) => file.events)

test('every call comes out once in the session that made it, at its line, place and time', () => {
  for (const call of expected.calls) {
    const inSession = callsOf(call.session)
    const found = inSession.filter((event) => event.callId === call.callId)
    assert.equal(found.length, 1, call.callId)
    const event = found[0] as ToolCall
    assert.equal(event.tool, call.tool)
    assert.equal(event.line, call.line, call.callId)
    assert.equal(inSession.indexOf(event) + 1, call.position, call.callId)
    assert.equal(event.at === undefined ? undefined : new Date(event.at).toISOString(), call.at, call.callId)
  }
})

test('what the format says about an outcome agrees with what a person says', () => {
  for (const call of expected.calls) {
    const said = resultsOf(call.session, call.callId)
    // Of most commands inside scripts only the text is known.
    if (call.callId.includes('/') && (said.flag ?? said.exitCode) === undefined) continue
    const failed =
      said.flag === 'error' || (said.exitCode ?? 0) !== 0 || said.status === 'rejected' || said.status === 'interrupted'
    if (call.outcome === 'error') assert.ok(failed, call.callId)
    else assert.ok(!failed, call.callId)
    if (call.outcome === 'unknown') assert.equal(said.flag ?? said.exitCode, undefined, call.callId)
    if (call.outcome === 'ok') assert.notEqual(said.text, undefined, call.callId)
  }
})

test('a damaged record is an issue with its line, and nothing else is lost', () => {
  const ours = expected.issues.filter((issue) => issue.code === 'bad-record' || issue.code === 'unknown-record')
  const found = files.flatMap((file) => file.issues.map(({ line, code }) => ({ file: file.path, line, code })))
  assert.deepEqual(found.toSorted(byPlace), ours.toSorted(byPlace))
})

test('a compaction counts once, and the history it kept is not counted again', () => {
  assert.equal(events.filter((event) => event.type === 'compaction').length, expected.compactions)
})

test('a session is told from its first records, an index of sessions is not', () => {
  for (const file of files) {
    const records = file.records.slice(0, 20).map(({ record }) => record)
    const shape = file.path.endsWith('.json') ? 'document' : 'lines'
    assert.ok(codex.recognises({ path: file.path, shape, records, tables: [] }), file.path)
  }
  const foreign = [
    { session_id: 'a', ts: 1, text: 'hello' },
    { type: 'user', message: { role: 'user', content: 'hello' }, sessionId: 'a', uuid: 'b' },
    { type: 'session', version: 3, id: 'a', timestamp: '2026-01-01T00:00:00Z', cwd: '/' },
    { role: 'user', content: 'hello' },
    [],
    null,
  ]
  assert.ok(!codex.recognises({ path: 'x.jsonl', shape: 'lines', records: foreign, tables: [] }))
})

test('reading on after any line gives what reading at once gives', () => {
  for (const file of files) {
    for (let cut = 0; cut <= file.records.length; cut++) {
      const again = replay(file.path, file.records, cut)
      assert.deepEqual(again.events, file.events, `${file.path} cut at ${cut}`)
      assert.deepEqual(again.issues, file.issues, `${file.path} cut at ${cut}`)
    }
  }
})

/** As the importer counts them: a call that replaces announced ones stands in the place of the first. */
const callsOf = (session: string): ToolCall[] => {
  const calls: ToolCall[] = []
  for (const event of events) {
    if (event.type !== 'tool-call' || event.session !== session) continue
    const places = (event.replaces ?? []).map((id) => calls.findIndex((call) => call.callId === id))
    const [first] = places
    if (first === undefined) calls.push(event)
    else calls[first] = event
    for (const place of places.slice(1).toSorted((a, b) => b - a)) calls.splice(place, 1)
  }
  return calls
}

/** As the importer joins them: what is said first stays. */
const resultsOf = (session: string, callId: string): Partial<ToolResult> => {
  const joined: Partial<ToolResult> = {}
  for (const event of events) {
    if (event.type !== 'tool-result' || event.session !== session || event.callId !== callId) continue
    if (event.text !== undefined) joined.text ??= event.text
    if (event.flag !== undefined) joined.flag ??= event.flag
    if (event.exitCode !== undefined) joined.exitCode ??= event.exitCode
    if (event.status !== undefined) joined.status ??= event.status
  }
  return joined
}

const byPlace = (a: { file: string; line: number }, b: { file: string; line: number }): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1
