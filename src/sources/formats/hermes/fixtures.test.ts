import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent, ToolCall } from '../../../schema/session-event.ts'
import { replayFixtures } from './fixtures/replay.ts'
import { accepts, rank } from './paths.ts'

interface Expected {
  sessions: { session: string; messages: number; userMessages: number; calls: number }[]
  calls: { session: string; callId: string; tool: string; outcome: string; at?: string; line: number }[]
  issues: { file: string; line: number; code: string }[]
  compactions: number
}

const expected = JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', 'expected.json'), 'utf8')) as Expected
const files = replayFixtures()
const DESCRIBED = ['platform', 'owner', 'cwd', 'model', 'title', 'parent'] as const

/** The events of a session from the file that describes it. */
const ownEvents = (session: string): SessionEvent[] => {
  const file = files.find(({ events }) => events.some((event) => event.session === session))
  return (file?.events ?? []).filter((event) => event.session === session)
}

void test('the tree holds exactly the sessions a person would name', () => {
  const found = new Set(files.flatMap(({ events }) => events.map((event) => event.session)))
  assert.deepEqual([...found].toSorted(), expected.sessions.map(({ session }) => session).toSorted())
})

void test('every session is described and counted as a person would', () => {
  for (const { session, messages, userMessages, calls: _calls, ...description } of expected.sessions) {
    const own = ownEvents(session)
    const about: Record<string, unknown> = {}
    for (const event of own) {
      if (event.type !== 'session-start') continue
      for (const field of DESCRIBED) if (event[field] !== undefined) about[field] = event[field]
    }
    assert.deepEqual(about, description, session)
    const typed = own.filter((event) => event.type === 'user-message' && event.synthetic !== true).length
    assert.equal(typed, userMessages, `user messages of ${session}`)
    const answers = own.filter((event) => event.type === 'assistant-message' || event.type === 'tool-result').length
    assert.equal(typed + answers, messages, `messages of ${session}`)
  }
})

void test('every call is found once, however many sessions and files repeat it', () => {
  const seen = new Set<string>()
  const found: string[] = []
  for (const { path, events } of files) {
    for (const event of events) {
      if (event.type !== 'tool-call') continue
      // Copies in other sessions share scope and time; lesser files only add calls that the session lacks.
      const copy = [event.copyScope, event.callId, event.tool, JSON.stringify(event.args), event.at].join(' ')
      const known = `${event.session} ${event.callId}`
      if (!seen.has(rank(path) === 0 ? copy : known)) found.push(nameOf(event))
      seen.add(copy).add(known)
    }
  }
  const wanted = expected.calls.map(
    ({ session, callId, tool, line, at }) => `${session} ${callId} ${tool} ${line} ${at}`,
  )
  assert.deepEqual(found.toSorted(), wanted.toSorted())
})

const nameOf = (event: ToolCall): string => {
  const at = event.at === undefined ? undefined : new Date(event.at).toISOString()
  return `${event.session} ${event.callId} ${event.tool} ${event.line} ${at}`
}

void test('what cannot be read is reported with its file and line', () => {
  const found = files.flatMap(({ path, issues }) => issues.map(({ line, code }) => `${path} ${line} ${code}`))
  // Lines that are no JSON never reach a parser.
  const wanted = expected.issues.filter(({ code }) => code !== 'not-json')
  assert.deepEqual(found.toSorted(), wanted.map(({ file, line, code }) => `${file} ${line} ${code}`).toSorted())
})

void test('compactions are found in place, by their summary, and by the link to the session before', () => {
  const kinds = files.flatMap(({ events }) => events.flatMap((each) => (each.type === 'compaction' ? [each.kind] : [])))
  assert.equal(kinds.length, expected.compactions)
  assert.deepEqual([...new Set(kinds)].toSorted(), ['in-place', 'rotation', 'summary'])
})

void test('routing tables and dumps of failed requests are not sessions', () => {
  assert.equal(accepts('sessions/sessions.json'), undefined)
  assert.equal(accepts('sessions/request_dump_20260301_090000_0a0b0c_1.json'), undefined)
})
