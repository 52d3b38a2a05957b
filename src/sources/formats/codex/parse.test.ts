import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { fixtureFiles, replay } from './fixtures/replay.ts'
import { createParser } from './parse.ts'

const NAME = 'rollout-2026-01-01T00-00-00-0b1c2d3e-0000-7000-8000-0000000000ff.jsonl'
const AT = '2026-01-01T00:00:00Z'
const item = (payload: object) => ({ timestamp: AT, type: 'response_item', payload })
const notice = (payload: object) => ({ timestamp: AT, type: 'event_msg', payload })
const meta = (payload: object) => ({ timestamp: AT, type: 'session_meta', payload })
const user = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] })
const typed = (message: string) => notice({ type: 'user_message', message })

const read = (records: unknown[], name = NAME): SessionEvent[] =>
  replay(
    name,
    records.map((record, index) => ({ record, line: index + 1 })),
  ).events
const ofType = <Type extends SessionEvent['type']>(events: SessionEvent[], type: Type) =>
  events.filter((event): event is Extract<SessionEvent, { type: Type }> => event.type === type)

test('the session is the first header’s, else the uuid of the name, else the name', () => {
  assert.equal(read([meta({ id: 'own' }), meta({ id: 'parent' }), user('hi')]).at(-1)?.session, 'own')
  assert.equal(read([user('hi')])[0]?.session, '0b1c2d3e-0000-7000-8000-0000000000ff')
  assert.equal(read([user('hi')], 'renamed.jsonl')[0]?.session, 'renamed')
})

test('a second header names the parent only at the very beginning', () => {
  const parents = (records: unknown[]) => ofType(read(records), 'session-start').map((event) => event.parent)
  const branch = { session: 'parent', kind: 'branch' }
  assert.deepEqual(parents([meta({ id: 'own' }), meta({ id: 'parent' })]), [undefined, branch])
  assert.deepEqual(parents([meta({ id: 'own' }), user('hi'), meta({ id: 'parent' })]), [undefined])
  assert.deepEqual(parents([meta({ id: 'own', forked_from_id: 'parent' }), meta({ id: 'parent' })]), [branch])
  assert.deepEqual(parents([meta({ id: 'own', forked_from_id: 'own' })]), [undefined])
})

const platforms: [meta: object, platform: string | undefined][] = [
  [{ source: 'cli' }, 'cli'],
  [{ source: 'mcp', originator: 'codex_exec' }, 'mcp'],
  [{ source: 'vscode', originator: 'codex-tui' }, 'cli'],
  [{ source: 'vscode', originator: 'codex_vscode' }, 'vscode'],
  [{ source: 'vscode' }, 'vscode'],
  [{ source: { custom: 'atlas' } }, 'atlas'],
  [{ source: { internal: 'memory_consolidation' } }, 'internal'],
  [{ source: { subagent: 'review' } }, 'subagent'],
  [{ source: 'cli', thread_source: 'subagent' }, 'subagent'],
  [{ originator: 'codex_exec' }, 'exec'],
  [{ source: 'unknown' }, undefined],
  [{}, undefined],
]
for (const [about, platform] of platforms) {
  test(`a session of ${JSON.stringify(about)} was held on ${platform}`, () => {
    assert.equal(ofType(read([meta({ id: 'own', ...about })]), 'session-start')[0]?.platform, platform)
  })
}

test('a message recorded on both sides counts once, whichever comes first', () => {
  const texts = (records: unknown[]) => ofType(read(records), 'user-message').map((event) => event.text)
  assert.deepEqual(texts([user('go'), typed('go')]), ['go'])
  assert.deepEqual(texts([typed('go'), user('go')]), ['go'])
  assert.deepEqual(texts([user('go'), typed('go'), user('go'), typed('go')]), ['go', 'go'])
  assert.deepEqual(texts([user('go'), user('go')]), ['go', 'go'])
  assert.deepEqual(texts([typed('go'), typed('stop')]), ['go', 'stop'])
})

test('context in the user’s name is synthetic, and left out where a person’s words stand beside it', () => {
  const content = [
    { type: 'input_text', text: '<environment_context>\n<cwd>/a</cwd>\n</environment_context>' },
    { type: 'input_text', text: 'Hello' },
  ]
  const events = ofType(read([item({ type: 'message', role: 'user', content })]), 'user-message')
  assert.deepEqual([events[0]?.text, events[0]?.synthetic], ['Hello', undefined])
  for (const text of [
    '<turn_aborted>\nx',
    '# AGENTS.md instructions for /a\n',
    ' <SKILL>\nx',
    'Warning: apply_patch was requested via shell',
  ]) {
    assert.equal(ofType(read([user(text)]), 'user-message')[0]?.synthetic, true, text)
  }
  assert.equal(ofType(read([user('<task>do it</task>')]), 'user-message')[0]?.synthetic, undefined)
})

test('token counts tell cached from new input, and the same count twice is one', () => {
  const count = notice({
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: 100, cached_input_tokens: 80, output_tokens: 7, total_tokens: 107 },
      total_token_usage: { input_tokens: 900, cached_input_tokens: 80, output_tokens: 9, total_tokens: 909 },
    },
  })
  const usage = ofType(read([count, count, notice({ type: 'token_count', info: null })]), 'usage')
  assert.equal(usage.length, 1)
  const { inputTokens, cacheReadTokens, outputTokens, contextTokens, cumulative } = usage[0] ?? {}
  assert.deepEqual([inputTokens, cacheReadTokens, outputTokens, contextTokens, cumulative], [20, 80, 7, 100, undefined])
})

test('totals alone are handed on as totals', () => {
  const info = { total_token_usage: { input_tokens: 900, cached_input_tokens: 100, output_tokens: 9 } }
  const usage = ofType(read([notice({ type: 'token_count', info })]), 'usage')[0]
  assert.deepEqual([usage?.inputTokens, usage?.contextTokens, usage?.cumulative], [800, undefined, true])
})

test('a poll that sees the end tells the call that started the process', () => {
  const call = (name: string, id: string, args: object) =>
    item({ type: 'function_call', name, call_id: id, arguments: JSON.stringify(args) })
  const output = (id: string, text: string) => item({ type: 'function_call_output', call_id: id, output: text })
  const results = ofType(
    read([
      call('exec_command', 'start', { cmd: 'make' }),
      output('start', 'Wall time: 1 seconds\nProcess running with session ID 5\nOutput:\n'),
      call('write_stdin', 'wrong', { session_id: 5 }),
      output('wrong', 'write_stdin failed: stdin is closed'),
      call('write_stdin', 'early', { session_id: 5 }),
      output('early', 'Wall time: 1 seconds\nProcess running with session ID 5\nOutput:\n'),
      call('write_stdin', 'poll', { session_id: 5 }),
      output('poll', 'Wall time: 1 seconds\nProcess exited with code 2\nOutput:\n'),
    ]),
    'tool-result',
  )
  assert.deepEqual(
    results.map(({ callId, status, flag, exitCode }) => [callId, status ?? flag ?? exitCode]),
    [
      ['start', 'running'],
      ['wrong', 'error'],
      ['early', undefined],
      ['poll', 2],
      ['start', 2],
    ],
  )
})

test('tool names keep the server of an MCP tool and drop the namespaces of Codex itself', () => {
  const named = (name: string, namespace?: string) =>
    ofType(read([item({ type: 'function_call', name, namespace, call_id: 'c', arguments: '{}' })]), 'tool-call')[0]
      ?.tool
  assert.equal(named('find', 'mcp__docs__'), 'mcp__docs__find')
  assert.equal(named('find', 'mcp__docs'), 'mcp__docs__find')
  assert.equal(named('spawn_agent', 'collaboration'), 'spawn_agent')
  assert.equal(named('open', 'browser'), 'browser.open')
  assert.equal(named('shell'), 'shell')
})

test('whatever stands in any field of any record, nothing throws and every event is well-formed', () => {
  const files = fixtureFiles()
  const places = files.flatMap((file) => file.records.map((_, index) => ({ file, index })))
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.nat(), fc.jsonValue(), (place, seed, value) => {
      const records = place.file.records.map((entry, index) =>
        index === place.index ? { ...entry, record: mutate(entry.record, seed, value) } : entry,
      )
      const { events, issues } = replay(place.file.path, records, place.index)
      for (const event of events) assertWellFormed(event)
      for (const issue of issues) assert.ok(Number.isInteger(issue.line) && /^[a-z-]+$/.test(issue.code))
    }),
    { numRuns: 600 },
  )
})

test('whatever was saved, a parser starts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (saved) => {
      const emit = { event: assertWellFormed, issue: () => {} }
      createParser({ path: `/a/${NAME}`, modifiedAt: 0 }, emit, saved).read(user('hi'), 1)
    }),
  )
})

/** Replaces the seed-th value found anywhere inside. */
const mutate = (record: unknown, seed: number, value: unknown): unknown => {
  const copy: unknown = structuredClone(record)
  const slots: (() => void)[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      slots.push(() => Object.assign(node, { [key]: value }))
      visit(Reflect.get(node, key))
    }
  }
  visit(copy)
  const slot = slots[seed % (slots.length + 1)]
  if (slot === undefined) return value
  slot()
  return copy
}

const TYPES = new Set([
  'session-start',
  'system-message',
  'user-message',
  'assistant-message',
  'tool-call',
  'tool-result',
  'usage',
  'compaction',
])
const TEXTS = ['platform', 'cwd', 'model', 'title', 'agentVersion', 'text', 'callId', 'tool', 'kind']
const NUMBERS = ['at', 'exitCode', 'contextTokens', 'inputTokens', 'outputTokens', 'cacheReadTokens', 'tokensBefore']

const assertWellFormed = (event: SessionEvent): void => {
  assert.ok(TYPES.has(event.type))
  assert.ok(typeof event.session === 'string' && event.session !== '')
  assert.ok(Number.isInteger(event.line) && event.line > 0)
  for (const [field, value] of Object.entries(event)) {
    assert.notEqual(value, undefined, `${event.type}.${field}`)
    if (TEXTS.includes(field)) assert.equal(typeof value, 'string', `${event.type}.${field}`)
    if (NUMBERS.includes(field)) assert.ok(Number.isFinite(value), `${event.type}.${field}`)
  }
  if (event.type === 'tool-call') assert.notEqual(event.tool, '')
  if (event.type === 'session-start' && event.parent !== undefined) assert.equal(typeof event.parent.session, 'string')
}

test('a finished web search without any id has its outcome too', () => {
  const search = (status: string) => read([item({ type: 'web_search_call', status, action: { query: 'a' } })])
  const flags = (status: string) => ofType(search(status), 'tool-result').map((event) => [event.callId, event.flag])
  assert.deepEqual(flags('completed'), [[undefined, 'ok']])
  assert.deepEqual(flags('failed'), [[undefined, 'error']])
  assert.deepEqual(flags('in_progress'), [])
})

test('code mode in pieces: an item without a script, a script that does not parse, a nested call without a result', () => {
  const script = (id: string, input: string) =>
    item({ type: 'custom_tool_call', name: 'exec', call_id: id, input, status: 'completed' })
  const ended = (id: string, state: string, ...texts: string[]) =>
    item({
      type: 'custom_tool_call_output',
      call_id: id,
      output: [`Script ${state}\nWall time 0.1 seconds\nOutput:\n`, ...texts].map((text) => ({
        type: 'input_text',
        text,
      })),
    })
  const command = { type: 'CommandExecution', id: 'exec-1', command: ['bash', '-lc', 'make'], exit_code: 2 }
  const events = read([
    meta({ id: 'own', history_mode: 'paginated' }),
    notice({ type: 'item_completed', item: { ...command, aggregated_output: 'make: *** [all] Error 1' } }),
    script('c1', 'const = ; broken('),
    ended('c1', 'failed', 'Script error:\nSyntaxError: Unexpected token'),
    script('c2', 'await tools.exec_command({ cmd: "sleep 900" })'),
  ])
  const results = new Map(ofType(events, 'tool-result').map((event) => [event.callId, event.exitCode ?? event.flag]))
  assert.deepEqual(
    ofType(events, 'tool-call').map(({ callId, tool }) => [callId, tool, results.get(callId ?? '')]),
    [
      ['exec-1', 'exec_command', 2],
      ['c1', 'exec', 'error'],
      ['c2/1', 'exec_command', undefined],
    ],
  )
})
