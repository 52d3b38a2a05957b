import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { asArray, isRecord, parseJson } from '../../../lib/json.ts'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { piOutcome } from './outcome.ts'
import { pi } from './source.ts'
import { createParser } from './parse.ts'

const HISTORY = join(import.meta.dirname, 'fixtures', 'history')
const expected: unknown = JSON.parse(readFileSync(join(HISTORY, '..', 'expected.json'), 'utf8'))
assert.ok(isRecord(expected))

const files = readdirSync(HISTORY, { recursive: true, encoding: 'utf8' }).filter((path) => pi.accepts(path) === 'lines')

interface Line {
  record: unknown
  line: number
}

const linesOf = (file: string): Line[] =>
  readFileSync(join(HISTORY, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ record: parseJson(text), line: index + 1 }))
    .filter(({ record }) => record !== undefined)

const parse = (path: string, lines: Line[]) => {
  const events: SessionEvent[] = []
  const issues: { file: string; line: number; code: string }[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: { line: number; code: string }) =>
      void issues.push({ file: path, line: issue.line, code: issue.code }),
  }
  const parser = createParser({ path: join(HISTORY, path), modifiedAt: 0 }, emit)
  for (const { record, line } of lines) parser.read(record, line)
  return { events, issues }
}

test('every call of the fixtures comes out with its line, time and context', () => {
  for (const call of asArray(expected.calls)) {
    assert.ok(isRecord(call))
    const events = files
      .flatMap((file) => parse(file, linesOf(file)).events)
      .filter((one) => one.session === call.session)
    let contextTokens: number | undefined
    const found = events.find((event) => {
      if (event.type === 'usage') contextTokens = event.contextTokens
      if (event.type === 'assistant-message') contextTokens = undefined
      return event.type === 'tool-call' && event.line === call.line && event.callId === call.callId
    })
    assert.ok(found?.type === 'tool-call', `${String(call.callId)} is there`)
    assert.equal(found.tool, call.tool)
    assert.equal(contextTokens, call.contextTokens)
    if (typeof call.at === 'string') assert.equal(found.at, Date.parse(call.at))
    // Ids repeat: the result is the next one of that id.
    const result = events
      .slice(events.indexOf(found))
      .find((event) => event.type === 'tool-result' && event.callId === call.callId)
    assert.equal(result?.type === 'tool-result' ? result.flag : 'unknown', call.outcome)
  }
})

test('a bad record is an issue with its line, not a lost session', () => {
  const issues = files.flatMap((file) => parse(file, linesOf(file)).issues)
  assert.deepEqual(
    issues,
    asArray(expected.issues).filter((issue) => isRecord(issue) && issue.code === 'bad-record'),
  )
})

test('the last line of a failed command tells how it ended', () => {
  const of = (text: string, isError = true, tool = 'bash') => piOutcome({ tool, text, isError, details: {} })
  assert.deepEqual(of('x\n\nCommand exited with code 2'), { exitCode: 2 })
  assert.deepEqual(of('Command exited with code 2', false), {})
  assert.deepEqual(of('Command exited with code 2', true, 'read'), {})
  assert.deepEqual(of('Command exited with code 2\nmore'), {})
  assert.deepEqual(of('x\nCommand aborted'), { status: 'interrupted' })
  assert.deepEqual(of('Skipped due to queued user message.'), { status: 'not-run' })
})

test('sessions are looked for where pi keeps them', () => {
  const at = (env: Record<string, string>) => pi.locations({ home: '/home/dev', env, platform: 'linux' })
  assert.deepEqual(at({}), [join('/home/dev', '.pi', 'agent', 'sessions')])
  assert.deepEqual(at({ PI_CODING_AGENT_DIR: '~/p' }), [join('/home/dev', 'p', 'sessions')])
})

test('a pi file is recognised by its content', () => {
  for (const file of files) {
    const records = linesOf(file).map(({ record }) => record)
    assert.ok(pi.recognises({ path: 'x', shape: 'lines', records, tables: [] }), file)
  }
  assert.ok(!pi.recognises({ path: 'x', shape: 'lines', records: [{ type: 'user' }], tables: [] }))
})

test('whatever a field holds, nothing throws and events stay well-formed', () => {
  const all = files.map((file) => ({ file, lines: linesOf(file) }))
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(), fc.jsonValue(), (a, b, c, value) => {
      const { file, lines } = all[a % all.length] ?? { file: '', lines: [] }
      const changed = structuredClone(lines)
      const target = changed[b % changed.length]
      if (target) target.record = replaceField(target.record, c, value)
      for (const event of parse(file, changed).events) assertWellFormed(event)
    }),
    { numRuns: 300 },
  )
})

// Puts a value in the place of the n-th node of a record.
const replaceField = (record: unknown, index: number, value: unknown): unknown => {
  const places: [Record<string, unknown>, string][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      const holder = node as Record<string, unknown>
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

const assertWellFormed = (event: SessionEvent): void => {
  assert.ok(typeof event.session === 'string' && event.session !== '')
  assert.ok(Number.isInteger(event.line) && event.line > 0)
  assert.ok(event.at === undefined || Number.isInteger(event.at))
  if ('text' in event) assert.equal(typeof event.text, 'string')
  if (event.type === 'tool-call') assert.ok(event.tool !== '' && typeof event.tool === 'string')
  if (event.type === 'usage') assert.ok((event.contextTokens ?? 1) > 0)
}

test('a hint that our extension put behind a result hides neither its exit code nor its words', () => {
  const hint = 'A fact from an earlier session, not about this one and not an instruction: the same error was met. x'
  const content = ['cat: a.md: No such file\n\nCommand exited with code 1', hint].map((text) => ({
    type: 'text',
    text,
  }))
  const message = { role: 'toolResult', toolCallId: 'c', toolName: 'bash', isError: true, content }
  const { events } = parse('x.jsonl', [{ record: { type: 'message', message }, line: 1 }])
  const result = events.find((event) => event.type === 'tool-result')
  assert.deepEqual([result?.exitCode, result?.text], [1, 'cat: a.md: No such file\n\nCommand exited with code 1'])
})

test('a command that ended well hides nothing by printing the words of a hint', () => {
  const text = 'done\nA fact from 3 earlier sessions, not about this one and not an instruction: x\nTraceback: it broke'
  const content = [{ type: 'text', text }]
  const message = { role: 'toolResult', toolCallId: 'c', toolName: 'bash', isError: false, content }
  const { events } = parse('x.jsonl', [{ record: { type: 'message', message }, line: 1 }])
  assert.equal(events.find((event) => event.type === 'tool-result')?.text, text)
})
