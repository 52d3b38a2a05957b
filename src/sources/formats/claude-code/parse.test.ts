import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportIssue } from '../../../schema/facts.ts'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { createParser } from './parse.ts'

const ID = '5e551000-0000-4000-8000-0000000000aa'
const OTHER = '5e551000-0000-4000-8000-0000000000bb'
type Line = Record<string, unknown>

const parse = (lines: unknown[], path = `/p/${ID}.jsonl`, saved?: unknown, first = 1) => {
  const events: SessionEvent[] = []
  const issues: ImportIssue[] = []
  const emit = {
    event: (event: SessionEvent) => void events.push(event),
    issue: (issue: ImportIssue) => void issues.push(issue),
  }
  const parser = createParser({ path, modifiedAt: 0 }, emit, saved)
  for (const [index, line] of lines.entries()) parser.read(line, first + index)
  return { events, issues, saved: parser.save() }
}
const line = (type: string, more: Line): Line => ({
  type,
  sessionId: ID,
  cwd: '/home/sam/shop',
  version: '2.1.0',
  timestamp: '2026-03-02T09:00:00.000Z',
  ...more,
})
const user = (content: unknown, more: Line = {}): Line => line('user', { message: { role: 'user', content }, ...more })
const assistant = (content: unknown, message: Line = {}, more: Line = {}): Line =>
  line('assistant', { message: { role: 'assistant', id: 'msg_1', model: 'm-1', content, ...message }, ...more })
const call = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } })
const result = (id: string, more: Line = {}) => ({ type: 'tool_result', tool_use_id: id, content: 'done', ...more })
const kinds = (events: SessionEvent[]) => events.map((event) => event.type)
const only = <T extends SessionEvent['type']>(events: SessionEvent[], type: T) =>
  events.filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)

test('the session is announced before its first event, and a file without events announces none', () => {
  const { events } = parse([line('ai-title', { aiTitle: 'Early' }), user('Hello')])
  assert.deepEqual(events[0], {
    type: 'session-start',
    session: ID,
    line: 2,
    at: Date.UTC(2026, 2, 2, 9),
    platform: 'cli',
    cwd: '/home/sam/shop',
    agentVersion: '2.1.0',
    title: 'Early',
  })
  assert.deepEqual(
    parse([line('custom-title', { customTitle: 'x' }), line('permission-mode', {}), line('of the future', {})]).events,
    [],
  )
})

test('the lines of one message share its id, and its usage is told once, before its calls', () => {
  const usage = { input_tokens: 3, cache_creation_input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 5 }
  const { events } = parse([
    assistant([{ type: 'text', text: 'Look' }], { usage }),
    assistant([call('a')], { usage }),
    assistant([call('b')], { usage: { ...usage, output_tokens: 50 } }),
  ])
  assert.deepEqual(
    kinds(events).filter((kind) => kind !== 'session-start'),
    ['assistant-message', 'usage', 'assistant-message', 'tool-call', 'assistant-message', 'usage', 'tool-call'],
  )
  assert.ok(only(events, 'assistant-message').every((event) => event.messageId === 'msg_1'))
  assert.deepEqual(
    only(events, 'usage').map((event) => [event.messageId, event.contextTokens, event.outputTokens]),
    [
      ['msg_1', 113, 5],
      ['msg_1', 113, 50],
    ],
  )
})

test('notices in the model’s place are not its answers', () => {
  const { events } = parse([
    assistant([{ type: 'text', text: 'API Error' }], {}, { isApiErrorMessage: true }),
    assistant([{ type: 'text', text: 'No response requested.' }], { model: '<synthetic>' }),
  ])
  assert.deepEqual(events, [])
})

test('a sub-agent’s events carry its name, wherever they were written, and its user is no person', () => {
  const inner = { type: 'assistant', message: { role: 'assistant', id: 'msg_2', model: 'm-2', content: [call('c')] } }
  const cases: [unknown, string | undefined, string][] = [
    [assistant([call('c')], {}, { isSidechain: true, agentId: 'a1' }), undefined, 'a1'],
    [assistant([call('c')], {}, { isSidechain: true }), undefined, 'sidechain'],
    [line('progress', { data: { type: 'agent_progress', agentId: 'a2', message: inner } }), undefined, 'a2'],
    [line('progress', { data: { type: 'skill_progress', agentId: 'a3', message: inner } }), undefined, 'a3'],
    [assistant([call('c')]), `/p/${ID}/subagents/agent-a3.jsonl`, 'a3'],
    [assistant([call('c')]), '/p/agent-a4.jsonl', 'a4'],
  ]
  for (const [record, path, agent] of cases) {
    const { events } = parse([record, user('Do it', { isSidechain: true, agentId: agent })], path)
    assert.deepEqual(
      only(events, 'tool-call').map((event) => [event.session, event.agent]),
      [[ID, agent]],
    )
    assert.equal(only(events, 'user-message')[0]?.synthetic, true)
    assert.equal(only(events, 'session-start')[0]?.partial, path === undefined ? undefined : true)
    assert.ok(only(events, 'session-start').every((event) => event.model === undefined))
  }
})

test('a fork and a resumed session name their parent', () => {
  const parents = (more: Line) =>
    only(parse([user('Hello', more)]).events, 'session-start').map((event) => event.parent?.session)
  assert.deepEqual(parents({}), [undefined])
  assert.deepEqual(parents({ sessionId: OTHER }), [OTHER])
  assert.deepEqual(parents({ forkedFrom: { sessionId: OTHER, messageUuid: 'x' } }), [OTHER])
  assert.deepEqual(parents({ forkedFrom: { sessionId: ID } }), [undefined])
})

test('a file with a name of its own takes the first session id in it', () => {
  const { events } = parse(
    [line('summary', { sessionId: undefined }), line('permission-mode', { sessionId: OTHER }), user('Hello')],
    '/p/export.jsonl',
  )
  assert.deepEqual([...new Set(events.map((event) => event.session))], [OTHER])
  assert.equal(parse([user('Hello', { sessionId: 4 })], '/p/export.jsonl').events[0]?.session, 'export')
})

test('a person’s title beats a generated one, and a summary counts only after its own conversation', () => {
  const titles = (lines: Line[]) => only(parse(lines).events, 'session-start').at(-1)?.title
  const hello = user('Hello', { uuid: 'u-1' })
  const named = line('custom-title', { customTitle: 'Mine' })
  const generated = line('ai-title', { aiTitle: 'Its' })
  assert.equal(titles([hello, generated]), 'Its')
  assert.equal(titles([hello, named, generated]), 'Mine')
  assert.equal(titles([hello, line('summary', { summary: 'Sum', leafUuid: 'u-1' })]), 'Sum')
  assert.equal(titles([line('summary', { summary: 'Sum', leafUuid: 'u-1' }), hello]), undefined)
  assert.equal(titles([hello, line('custom-title', { customTitle: 'Theirs', sessionId: OTHER })]), undefined)
})

test('who a user line is from', () => {
  const cases: [Line, string, boolean][] = [
    [user('Fix it'), 'Fix it', false],
    [user('Fix it', { isMeta: true }), 'Fix it', true],
    [user('All so far', { isCompactSummary: true }), 'All so far', true],
    [user('Done', { origin: { kind: 'peer' } }), 'Done', true],
    [user('Fix it', { origin: { kind: 'human' }, turnOrigin: 'sdk' }), 'Fix it', false],
    [user([{ type: 'image' }]), '[image]', false],
    [user([{ type: 'text', text: 'This one' }, { type: 'image' }]), 'This one\n[image]', false],
    [line('attachment', { attachment: { type: 'queued_command', prompt: 'And that' } }), 'And that', false],
    [
      line('attachment', {
        attachment: { type: 'queued_command', prompt: [{ type: 'text', text: 'And that' }], commandMode: 'prompt' },
      }),
      'And that',
      false,
    ],
    [
      line('attachment', { attachment: { type: 'queued_command', prompt: 'Ended', commandMode: 'task-notification' } }),
      'Ended',
      true,
    ],
    [line('attachment', { attachment: { type: 'hook_additional_context', content: ['a', 'b'] } }), 'a\nb', true],
    [line('system', { subtype: 'local_command', content: '<command-name>/cost</command-name>' }), '/cost', false],
    [
      line('system', { subtype: 'local_command', content: '<local-command-stdout>1</local-command-stdout>' }),
      '<local-command-stdout>1</local-command-stdout>',
      true,
    ],
  ]
  for (const [record, text, synthetic] of cases) {
    const said = only(parse([record]).events, 'user-message')
    assert.deepEqual(
      said.map((event) => [event.text, event.synthetic === true]),
      [[text, synthetic]],
    )
  }
  for (const quiet of [
    user(''),
    user([]),
    line('attachment', { attachment: { type: 'task_reminder', content: 'x' } }),
    line('system', { subtype: 'turn_duration' }),
  ])
    assert.deepEqual(parse([quiet]).events, [])
})

test('the end of a background task is a later word about its call, once', () => {
  const notice =
    '<task-notification>\n<tool-use-id>a</tool-use-id>\n<status>failed</status>\n<summary>Background command "x" failed with exit code 3</summary>'
  const launch = user([result('a', { is_error: false })], { toolUseResult: { backgroundTaskId: 'b1' } })
  const begun = parse([assistant([call('a')]), launch])
  const rest = parse([user(notice), user(notice)], undefined, JSON.parse(JSON.stringify(begun.saved)), 3)
  assert.deepEqual(
    only(begun.events, 'tool-result').map((event) => [event.flag, event.status]),
    [['ok', 'running']],
  )
  assert.deepEqual(
    only(rest.events, 'tool-result').map((event) => [event.callId, event.flag, event.exitCode, event.text, event.line]),
    [['a', 'error', 3, undefined, 3]],
  )
})

test('several results on one line do not share what the tool said about one', () => {
  const { events } = parse([user([result('a'), result('b')], { toolUseResult: { interrupted: true } })])
  assert.deepEqual(
    only(events, 'tool-result').map((event) => [event.callId, event.block, event.status]),
    [
      ['a', 0, undefined],
      ['b', 1, undefined],
    ],
  )
})

test('compactions say how and at which size', () => {
  const { events } = parse([
    line('system', { subtype: 'compact_boundary', compactMetadata: { trigger: 'manual', preTokens: 9 } }),
    line('system', { subtype: 'microcompact_boundary', microcompactMetadata: { trigger: 'auto', preTokens: 'x' } }),
  ])
  assert.deepEqual(
    only(events, 'compaction').map((event) => [event.kind, event.trigger, event.tokensBefore]),
    [
      ['compact_boundary', 'manual', 9],
      ['microcompact_boundary', 'auto', undefined],
    ],
  )
})

test('reading on from what was saved is the same as reading in one go', () => {
  const lines = [
    line('custom-title', { customTitle: 'Mine' }),
    user('Hello', { uuid: 'u-1' }),
    assistant([call('a')]),
    line('ai-title', { aiTitle: 'Its' }),
    user([result('a')]),
    assistant([call('b')], { id: 'msg_2' }),
  ]
  const whole = parse(lines).events
  for (let cut = 0; cut <= lines.length; cut += 1) {
    const first = parse(lines.slice(0, cut))
    const second = parse(lines.slice(cut), undefined, JSON.parse(JSON.stringify(first.saved)), cut + 1)
    assert.deepEqual([...first.events, ...second.events], whole)
  }
})

test('what cannot be read is an issue of its line, one a line', () => {
  const cases: [unknown, string][] = [
    [null, 'bad-record'],
    ['text', 'bad-record'],
    [{ type: 4 }, 'bad-record'],
    [user(3), 'bad-record'],
    [line('user', {}), 'bad-record'],
    [user([result('a', { tool_use_id: 1 }), result('b', { tool_use_id: 2 })]), 'bad-record'],
    [assistant([{ type: 'tool_use', id: 'a', name: 5 }]), 'bad-record'],
    [user('Hello', { timestamp: '0001-01-01T00:00:00Z' }), 'bad-time'],
    [user('Hello', { timestamp: 5e246 }), 'bad-time'],
  ]
  for (const [record, code] of cases)
    assert.deepEqual(
      parse([record]).issues.map((issue) => [issue.line, issue.code]),
      [[1, code]],
    )
})
