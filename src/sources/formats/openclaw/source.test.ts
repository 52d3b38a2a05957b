import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { asArray, isRecord, parseJson } from '../../../lib/json.ts'
import type { SessionEvent, ToolResult } from '../../../schema/session-event.ts'
import { openclaw } from './source.ts'
import { createParser } from './parse.ts'
import { withoutTerminalCodes } from '../../../lib/terminal-codes.ts'

const HISTORY = join(import.meta.dirname, 'fixtures', 'history')
const expected: unknown = JSON.parse(readFileSync(join(HISTORY, '..', 'expected.json'), 'utf8'))
assert.ok(isRecord(expected))

const files = readdirSync(HISTORY, { recursive: true, encoding: 'utf8' }).filter(
  (path) => openclaw.accepts(path) === 'lines',
)
const records = (file: string): [unknown, number][] =>
  readFileSync(join(HISTORY, file), 'utf8')
    .split('\n')
    .map((text, index): [unknown, number] => [parseJson(text), index + 1])
    .filter(([record]) => record !== undefined)

const parse = (path: string, lines: [unknown, number][]) => {
  const events: SessionEvent[] = []
  const issues: { file: string; line: number; code: string }[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { line: number; code: string }) =>
      void issues.push({ file: path, line: issue.line, code: issue.code }),
  }
  const parser = createParser({ path: join(HISTORY, path), modifiedAt: 0 }, emit)
  for (const [record, line] of lines) parser.read(record, line)
  return { events, issues }
}

const own = files.filter((file) => openclaw.rank?.(file) === 0)
const events = own.flatMap((file) => parse(file, records(file)).events)
const resultOf = (session: string, callId: string): ToolResult => {
  const found = events.find(
    (event) => event.type === 'tool-result' && event.session === session && event.callId === callId,
  )
  assert.ok(found?.type === 'tool-result')
  return found
}

test('transcripts of live, reset and deleted sessions are read, indexes and foreign files are not', () => {
  assert.deepEqual(files.toSorted(), [
    'helper/sessions/oc-child.jsonl',
    'main/sessions/oc-broken.jsonl',
    'main/sessions/oc-deleted.jsonl.deleted.2026-03-23T06-00-00.000Z',
    'main/sessions/oc-main.jsonl',
    'main/sessions/oc-main.jsonl.bak-20260401',
    'main/sessions/oc-reset.jsonl.reset.2026-03-21T06-00-00.000Z',
  ])
  const others = ['main/sessions/a.jsonl.deleted.1.zst', 'cron/runs/a.jsonl', 'main/agent/x/sessions/a.jsonl', 'a.json']
  for (const path of others) assert.equal(openclaw.accepts(path), undefined, path)
  assert.equal(openclaw.accepts('main/agent/openclaw-agent.sqlite'), 'database')
  assert.equal(openclaw.accepts('collected/by/hand.jsonl'), 'lines')
  assert.equal(openclaw.rank?.('main/sessions/oc-main.jsonl.bak-20260401'), 1)
})

test('every call of the fixtures comes out at its line and time', () => {
  for (const call of asArray(expected.calls)) {
    assert.ok(isRecord(call))
    const found = events.find(
      (event) => event.type === 'tool-call' && event.session === call.session && event.callId === call.callId,
    )
    assert.ok(found?.type === 'tool-call', String(call.callId))
    assert.deepEqual([found.tool, found.line], [call.tool, call.line])
    if (typeof call.at === 'string') assert.equal(found.at, Date.parse(call.at))
  }
  assert.equal(events.filter((event) => event.type === 'tool-call').length, asArray(expected.calls).length)
})

test('the outcome in the details is handed on, whatever the flag says', () => {
  const table: [string, Partial<ToolResult>][] = [
    ['oc_1', { flag: 'ok', exitCode: 3, fields: { status: 'completed' } }],
    ['oc_3', { flag: 'ok', fields: { status: 'failed', timedOut: true } }],
    ['oc_4', { flag: 'ok', status: 'running', fields: { status: 'running' } }],
    ['oc_5', { flag: 'ok', exitCode: 0, fields: { status: 'completed' } }],
    ['oc_7', { flag: 'ok', status: 'running', fields: { status: 'approval-pending' } }],
    ['oc_10', { flag: 'ok', fields: { status: 200 } }],
    ['oc_11', { flag: 'error' }],
  ]
  for (const [callId, wanted] of table) {
    const { flag, exitCode, status, fields } = resultOf('oc-main', callId)
    const got = Object.entries({ flag, exitCode, status, fields }).filter(([, value]) => value !== undefined)
    assert.deepEqual(Object.fromEntries(got), wanted, callId)
  }
  assert.equal(resultOf('oc-deleted', 'oc_30').status, 'not-run')
  assert.equal(resultOf('oc-deleted', 'oc_31').status, 'rejected')
  assert.equal(resultOf('oc-broken', 'call_1').fields?.error, 'spawn failed')
})

test('terminal codes leave the words behind, and unended ones cost no more than others', () => {
  assert.equal(resultOf('oc-main', 'oc_9').text, 'File Not Found')
  assert.equal(withoutTerminalCodes('\u001b[31mred\u001b[0m \u001b]8;;x\u001b\\link\u001b(B.'), 'red link.')
  assert.equal(withoutTerminalCodes('a\u001b'), 'a')
  assert.equal(withoutTerminalCodes('\u001b]'.repeat(100_000)), '')
})

test('bad records are issues with their line', () => {
  const issues = own.flatMap((file) => parse(file, records(file)).issues)
  assert.deepEqual(
    issues,
    asArray(expected.issues).filter((issue) => isRecord(issue) && issue.code === 'bad-record'),
  )
})

test('a chat names its person as owner of the session, and a name in an envelope is no person', () => {
  const owners = events.filter((event) => event.type === 'session-start').map((event) => event.owner)
  assert.deepEqual(
    owners.filter((owner) => owner !== undefined),
    ['discord:77', null],
  )
})

test('its own signs tell a transcript from one of pi', () => {
  const sample = (list: unknown[]) => ({ path: 'x.jsonl', shape: 'lines' as const, records: list, tables: [] })
  for (const file of own) assert.ok(openclaw.recognises(sample(records(file).map(([record]) => record))), file)
  const plain = { type: 'session', id: 'a', cwd: '/home/dev/shop' }
  assert.ok(!openclaw.recognises(sample([plain])))
  assert.ok(
    !openclaw.recognises(sample([plain, { type: 'message', message: { role: 'toolResult', toolName: 'bash' } }])),
  )
  assert.ok(
    openclaw.recognises(sample([plain, { type: 'message', message: { role: 'toolResult', toolName: 'exec' } }])),
  )
})

test('agents are looked for under all three names', () => {
  const at = (env: Record<string, string>) => openclaw.locations({ home: '/home/dev', env, platform: 'linux' })
  assert.equal(at({}).length, 3)
  assert.deepEqual(at({ OPENCLAW_STATE_DIR: '/state' }), [join('/state', 'agents')])
  assert.ok(at({ OPENCLAW_HOME: '/oc' }).includes(join('/oc', '.openclaw', 'agents')))
})

test('whatever the details or the message hold, nothing throws', () => {
  const result = (details: unknown, more: object) => ({
    type: 'message',
    message: { role: 'toolResult', toolCallId: 'c', toolName: 'exec', content: 'x', isError: false, details, ...more },
  })
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('status', 'error', 'exitCode', 'ok'), fc.jsonValue()),
  )
  fc.assert(
    fc.property(
      anything,
      fc.dictionary(fc.constantFrom('content', 'provenance', 'toolName'), fc.jsonValue()),
      (details, more) => {
        const user = { type: 'message', message: { role: 'user', content: 'x', ...more } }
        for (const event of parse('a.jsonl', [
          [result(details, more), 1],
          [user, 2],
        ]).events) {
          if (event.type !== 'tool-result') continue
          assert.equal(typeof event.text, 'string')
          assert.ok(event.exitCode === undefined || Number.isInteger(event.exitCode))
        }
      },
    ),
    { numRuns: 300 },
  )
})
