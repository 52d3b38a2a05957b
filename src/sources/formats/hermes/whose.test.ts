import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionStart } from '../../../schema/session-event.ts'
import { buildDatabase } from './fixtures/build.ts'
import { inDirectory, readAll, readRecords, type Line } from './fixtures/replay.ts'
import { createLineage } from './lineage.ts'
import { routingBeside } from './routing-index.ts'
import { bareSession, type SessionRow } from './rows.ts'
import { NO_ROUTING, readRouted, type Routing, whoseFile, whoseRow } from './whose.ts'

const row = (cells: Partial<SessionRow>): SessionRow => ({ ...bareSession('s'), source: 'telegram', ...cells })

const routed = (entries: Record<string, unknown>): Routing => {
  const found = Object.entries(entries).flatMap(([key, entry]) => readRouted(key, entry) ?? [])
  return {
    bySession: (id) => found.find(({ session }) => session === id)?.routed,
    byKey: (key) => found.find((each) => each.routed.key === key)?.routed,
    isUsed: true,
  }
}

const DM = 'agent:main:telegram:dm:42'
const sam = { session_id: 's', origin: { platform: 'telegram', chat_id: 42, user_id: '42', chat_type: 'dm' } }

const ROWS: { name: string; cells: Partial<SessionRow>; routing?: Routing; owner: string | null | undefined }[] = [
  { name: 'a user id says whose it is', cells: { userId: '7' }, owner: 'telegram:7' },
  { name: 'no user id: nobody', cells: {}, owner: null },
  { name: 'an empty user id is none', cells: { userId: ' ' }, owner: null },
  { name: 'at the terminal: the local user', cells: { source: 'cli' }, owner: undefined },
  {
    name: 'a platform that nobody knows is a word of the local user',
    cells: { source: 'my-script' },
    owner: undefined,
  },
  {
    name: 'a chat of a platform that a plug-in brought is nobody’s',
    cells: { source: 'my-plug-in', sessionKey: 'agent:main:my-plug-in:dm:7' },
    owner: null,
  },
  { name: 'the id of a chat on such a platform', cells: { source: 'my-plug-in', chatId: '7' }, owner: null },
  { name: 'a chat without the name of its platform', cells: { source: null, sessionKey: DM }, owner: null },
  {
    name: 'a chat with itself at the terminal',
    cells: { source: 'cli', sessionKey: 'agent:main:cli:dm' },
    owner: undefined,
  },
  { name: 'names in any case', cells: { source: 'Telegram' }, owner: null },
  { name: 'the other way to write a name', cells: { source: 'api-server' }, owner: null },
  {
    name: 'the origin in the row',
    cells: { origin: '{"user_id": 9, "chat_id": "9"}', sessionKey: 'agent:main:telegram:dm:9' },
    owner: 'telegram:9',
  },
  { name: 'an origin that is damaged', cells: { origin: '{"user_id":' }, owner: null },
  { name: 'the routing, by session', cells: {}, routing: routed({ [DM]: sam }), owner: 'telegram:42' },
  {
    name: 'the routing, by key: an earlier session of the same chat',
    cells: { id: 'earlier', sessionKey: DM },
    routing: routed({ [DM]: sam }),
    owner: 'telegram:42',
  },
  {
    name: 'a session into which everybody on the platform wrote is nobody’s, whoever was first',
    cells: { userId: '42' },
    routing: routed({ 'agent:main:telegram:dm': sam }),
    owner: null,
  },
  {
    name: 'a member of a group has a session of their own',
    cells: { userId: '7', chatId: '-5', chatType: 'group', sessionKey: 'agent:main:telegram:group:-5:7' },
    owner: 'telegram:7',
  },
  {
    name: 'a number that the key writes in another way',
    cells: {
      source: 'whatsapp',
      userId: '+49 151-1@s.whatsapp.net',
      chatId: '5@g.us',
      sessionKey: 'agent:main:whatsapp:group:5@g.us:491511',
    },
    owner: 'whatsapp:+49 151-1@s.whatsapp.net',
  },
  {
    name: 'a thread is shared: the chat owns it, not whoever began it',
    cells: { userId: '7', chatId: '-5', chatType: 'group', sessionKey: 'agent:main:telegram:group:-5:99' },
    owner: 'telegram:chat:-5',
  },
  {
    name: 'a shared chat of Slack is that of its workspace',
    cells: {
      source: 'slack',
      origin: '{"user_id": "U1", "chat_id": "C1", "scope_id": "T1"}',
      sessionKey: 'agent:main:slack:channel:T1:C1',
    },
    owner: 'slack:chat:T1:C1',
  },
  {
    name: 'a shared chat without an id is nobody’s',
    cells: { userId: '7', sessionKey: 'agent:main:telegram:group' },
    owner: null,
  },
]

for (const { name, cells, routing = NO_ROUTING, owner } of ROWS)
  test(`whose a row is: ${name}`, () => assert.equal(whoseRow(row(cells), routing), owner))

test('whose a file is: its platform, the routing, and where a gateway was at work nobody', () => {
  const known = routed({ [DM]: sam })
  const of = (file: Parameters<typeof whoseFile>[0], routing = known) => whoseFile(file, routing)
  assert.deepEqual(of({ session: 's' }), { owner: 'telegram:42', platform: 'telegram' })
  assert.deepEqual(of({ session: 'other', platform: 'telegram' }), { owner: null, platform: 'telegram' })
  assert.deepEqual(of({ session: 'other', key: DM }), { owner: 'telegram:42', platform: 'telegram' })
  assert.deepEqual(of({ session: 'other', key: 'agent:main:signal:dm:1' }), { owner: null, platform: 'signal' })
  assert.deepEqual(of({ session: 'other', key: 'agent:main:my-plug-in:dm:1' }), { owner: null, platform: 'my-plug-in' })
  assert.deepEqual(of({ session: 'other', platform: 'cli' }), { owner: undefined, platform: 'cli' })
  assert.deepEqual(of({ session: 'other' }), { owner: null, platform: undefined })
  assert.deepEqual(of({ session: 'other' }, NO_ROUTING), { owner: undefined, platform: undefined })
})

test('a helper is its parent’s, local parents included; one whose parent is gone is nobody’s where a gateway was at work', () => {
  const rows = new Map(
    [
      { id: 'chat', source: 'telegram' },
      { id: 'desk', source: 'cli' },
      { id: 'of-chat', source: 'subagent', parentId: 'chat', modelConfig: '{"_delegate_from":"chat"}' },
      { id: 'of-desk', source: 'subagent', parentId: 'desk', modelConfig: '{"_delegate_from":"desk"}' },
      { id: 'orphan', source: 'subagent', parentId: 'gone', modelConfig: '{"_delegate_from":"gone"}' },
      { id: 'alone', source: 'subagent' },
      { id: 'old-helper', source: 'cli', parentId: 'chat', modelConfig: '{"_delegate_from":"chat"}' },
    ].map((cells) => [cells.id, { ...bareSession(cells.id), ...cells }]),
  )
  const owners = (routing: Routing) => {
    const lineageOf = createLineage((id) => rows.get(id), routing)
    return Object.fromEntries([...rows.values()].map((each) => [each.id, lineageOf(each).owner]))
  }
  const common = { chat: null, desk: undefined, 'of-chat': null, 'of-desk': undefined, 'old-helper': null }
  assert.deepEqual(owners({ ...NO_ROUTING, isUsed: true }), { ...common, orphan: null, alone: null })
  assert.deepEqual(owners(NO_ROUTING), { ...common, orphan: undefined, alone: undefined })
})

/** A home with this index; gives what reading a file of it says about its session. */
const described = (directory: string, path: string, records: readonly unknown[]) => {
  const lines = records.map((record, index): Line => ({ record, line: index + 1 }))
  const { events } = readRecords(path, lines, lines.length, directory)
  const start = events.find((event): event is SessionStart => event.type === 'session-start')
  return start === undefined ? undefined : { owner: start.owner, platform: start.platform }
}

const hello = { role: 'user', content: 'hello' }

test('transcripts are never the local user’s: sessions.json says whose they are, or nobody does', () => {
  inDirectory((directory) => {
    mkdirSync(join(directory, 'sessions'))
    assert.deepEqual(described(directory, 'sessions/a.jsonl', [hello]), { owner: null, platform: undefined })
    const index = join(directory, 'sessions', 'sessions.json')
    const entry = { ...sam, session_id: 'a' }
    writeFileSync(index, `\uFEFF${JSON.stringify({ _README: 'x', broken: 5, none: null, [DM]: entry })}`)
    assert.deepEqual(described(directory, 'sessions/a.jsonl', [hello]), {
      owner: 'telegram:42',
      platform: 'telegram',
    })
    assert.deepEqual(described(directory, 'sessions/b.jsonl', [hello]), { owner: null, platform: undefined })
    const snapshot = { session_id: 'a', session_start: 'x', platform: 'telegram', messages: [hello] }
    assert.equal(described(directory, 'sessions/session_a.json', [snapshot])?.owner, 'telegram:42')
    const other = { ...snapshot, session_id: 'c' }
    assert.equal(described(directory, 'sessions/session_c.json', [other])?.owner, null)
    const local = { ...snapshot, session_id: 'c', platform: 'cli' }
    assert.equal(described(directory, 'sessions/session_c.json', [local])?.owner, undefined)
    const spooled = { session_key: DM, reason: 'shutdown', data: { session_id: 'd', message: hello } }
    assert.equal(described(directory, 'pending_messages/pending-1.json', [spooled])?.owner, 'telegram:42')
    const exported = { id: 'e', source: 'telegram', started_at: 1, messages: [hello] }
    assert.equal(described(directory, 'sessions/export.jsonl', [exported])?.owner, null)
  })
})

test('an index that is damaged, a folder or missing names nobody, and never fails', () => {
  inDirectory((directory) => {
    const file = join(directory, 'x.jsonl')
    assert.deepEqual(routingBeside(file), NO_ROUTING)
    writeFileSync(join(directory, 'sessions.json'), '{"a":')
    assert.equal(routingBeside(file).isUsed, true)
    mkdirSync(join(directory, 'folder', 'sessions.json'), { recursive: true })
    assert.deepEqual(routingBeside(join(directory, 'folder', 'x.jsonl')).bySession('a'), undefined)
  })
})

const startsOf = (path: string): Record<string, unknown> =>
  Object.fromEntries(
    readAll(path).events.flatMap((event) => (event.type === 'session-start' ? [[event.session, event.owner]] : [])),
  )

test('rows of a database: the table of routes wins over the file beside it, which fills what is missing', () => {
  inDirectory((directory) => {
    const path = join(directory, 'state.db')
    mkdirSync(join(directory, 'sessions'))
    const named = (id: string, user: string) => ({ ...sam, session_id: id, origin: { ...sam.origin, user_id: user } })
    writeFileSync(
      join(directory, 'sessions', 'sessions.json'),
      JSON.stringify({ [DM]: named('routed', 'from-file'), 'agent:main:telegram:dm:8': named('filed', '8') }),
    )
    buildDatabase(path, 19, ({ session, user, exec }) => {
      for (const id of ['routed', 'filed', 'nobody']) session(id, { source: 'telegram' })
      session('desk')
      for (const id of ['routed', 'filed', 'nobody', 'desk', 'lost']) user(id, 'hello', 1)
      exec('CREATE TABLE gateway_routing (scope TEXT, session_key TEXT, entry_json TEXT, updated_at REAL)')
      const json = JSON.stringify(named('routed', '42'))
      exec(`INSERT INTO gateway_routing VALUES ('', '${DM}', '${json}', 1)`)
    })
    assert.deepEqual(startsOf(path), {
      routed: 'telegram:42',
      filed: 'telegram:8',
      nobody: null,
      desk: undefined,
      lost: null,
    })
  })
})

test('where nobody ever wrote from a chat, a row that is lost is the local user’s', () => {
  inDirectory((directory) => {
    const path = join(directory, 'state.db')
    buildDatabase(path, 19, ({ session, user }) => {
      session('desk')
      for (const id of ['desk', 'lost']) user(id, 'hello', 1)
    })
    assert.deepEqual(startsOf(path), { desk: undefined, lost: undefined })
  })
})
