import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFiles, readRecords } from './fixtures/replay.ts'

interface Expected {
  sessions: { session: string; messages: number; userMessages: number; calls: number }[]
  calls: { session: string; callId: string; tool: string; line: number; at?: string }[]
  issues: { file: string; line: number; code: string }[]
}

const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'expected.json'), 'utf8')) as Expected
const files = fixtureFiles().map((file) => ({ ...file, ...readRecords(file.path, file.records) }))
const events = files.flatMap((file) => file.events)

void test('sessions are named and counted as a person would', () => {
  const found = [...new Set(events.map((event) => event.session))]
  assert.deepEqual(found.toSorted(), expected.sessions.map(({ session }) => session).toSorted())
  for (const { session, messages, userMessages, calls: _calls, ...description } of expected.sessions) {
    const own = events.filter((event) => event.session === session)
    const start = own.find((event) => event.type === 'session-start')
    assert.ok(start?.type === 'session-start')
    const { model, title } = start
    assert.deepEqual({ ...(model && { model }), ...(title && { title }) }, description)
    const typed = own.filter((event) => event.type === 'user-message').length
    assert.equal(typed, userMessages, session)
    const answers = own.filter((event) => event.type === 'assistant-message' || event.type === 'tool-result').length
    assert.equal(typed + answers, messages, session)
  }
})

void test('a call counts once per history: copies share its scope, unrelated sessions with its id do not', () => {
  const seen = new Set<string>()
  const found: string[] = []
  for (const event of events) {
    if (event.type !== 'tool-call') continue
    const copy = [event.copyScope, event.callId, event.tool, JSON.stringify(event.args)].join(' ')
    const at = event.at === undefined ? undefined : new Date(event.at).toISOString()
    if (!seen.has(copy)) found.push([event.session, event.callId, event.tool, event.line, at].join(' '))
    seen.add(copy)
  }
  const wanted = expected.calls.map(({ session, callId, tool, line, at }) =>
    [session, callId, tool, line, at].join(' '),
  )
  assert.deepEqual(found.toSorted(), wanted.toSorted())
})

void test('every result finds its call', () => {
  for (const event of events) {
    if (event.type !== 'tool-result') continue
    const asked = events.some(
      (each) => each.type === 'tool-call' && each.session === event.session && each.callId === event.callId,
    )
    assert.ok(asked, `${event.session} ${event.callId}`)
  }
})

void test('what is no conversation is an issue, and the rest of the file is read', () => {
  const found = files.flatMap(({ path, issues }) => issues.map(({ line, code }) => `${path} ${line} ${code}`))
  // Lines that are no JSON never reach a parser.
  const wanted = expected.issues.filter(({ code }) => code !== 'not-json')
  assert.deepEqual(found.toSorted(), wanted.map(({ file, line, code }) => `${file} ${line} ${code}`).toSorted())
})
