import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { App } from '../src/app.ts'
import { readEntry } from '../src/gateway/foreign/hermes/entry.ts'
import { translateSettings } from '../src/gateway/foreign/hermes/settings.ts'
import { readGatewayConfig } from '../src/gateway/config/config.ts'
import { readSource } from '../src/gateway/identity/source.ts'
import { gatewayImport } from '../src/verbs/gateway/import-operation.ts'
import { gatewaySessions, openChats } from '../src/verbs/gateway/sessions-operation.ts'
import type { Connection } from '../src/store/connection.ts'
import { readMessages } from '../src/store/live/live-message.ts'
import { openStore } from '../src/store/open.ts'
import { scratch, testApp } from './support/store.ts'

type TestContext = Parameters<typeof scratch>[0]

interface Theirs {
  index?: unknown
  routing?: Record<string, unknown>
  sessions?: [id: string, ended: string | null, parent?: string][]
  messages?: [session: string, role: string, content: string | null, active?: number | null, kind?: string][]
  files?: Record<string, string>
}

/** A home as theirs, with as much in it as a test needs. */
const homeOf = (t: TestContext, { index, routing, sessions, messages = [], files = {} }: Theirs): string => {
  const home = scratch(t)
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  if (index !== undefined) put('sessions/sessions.json', typeof index === 'string' ? index : JSON.stringify(index))
  for (const [name, text] of Object.entries(files)) put(name, text)
  if (routing === undefined && sessions === undefined) return home
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec(`create table sessions (id text primary key, source text, user_id text, parent_session_id text, started_at real, ended_at real, end_reason text);
    create table messages (id integer primary key autoincrement, session_id text, role text, content text, timestamp real, active integer, display_kind text);
    create table gateway_routing (scope text default '', session_key text, entry_json text, updated_at real, primary key (scope, session_key))`)
  for (const [id, ended, parent = null] of sessions ?? [])
    database
      .prepare('insert into sessions values (?, ?, ?, ?, ?, ?, ?)')
      .run(id, 'telegram', '42', parent, 1_780_000_000, ended === null ? null : 1_780_000_100, ended)
  for (const [session, role, content, active = 1, kind = null] of messages)
    database
      .prepare(
        'insert into messages (session_id, role, content, timestamp, active, display_kind) values (?, ?, ?, ?, ?, ?)',
      )
      .run(session, role, content, 1_780_000_050, active, kind)
  for (const [key, entry] of Object.entries(routing ?? {}))
    database
      .prepare('insert into gateway_routing (session_key, entry_json, updated_at) values (?, ?, ?)')
      .run(key, typeof entry === 'string' ? entry : JSON.stringify(entry), 1)
  database.close()
  return home
}

const entry = (session: string, origin: object, change: object = {}): object => ({
  session_id: session,
  created_at: '2026-05-01T10:00:00.123456',
  updated_at: '2026-06-01T10:00:00.123456',
  origin: { platform: 'telegram', chat_type: 'dm', ...origin },
  ...change,
})

const opened = async (t: TestContext): Promise<{ app: App; store: Connection }> => {
  const app = testApp(scratch(t))
  const store = await openStore(app.storeAddress)
  t.after(() => void store.close())
  return { app, store }
}

const moved = async (t: TestContext, theirs: Theirs) => {
  const { app, store } = await opened(t)
  const path = homeOf(t, theirs)
  const report = await gatewayImport(app, store, { from: 'hermes', path })
  return { app, store, path, report }
}

const SAM = { chat_id: 42, user_id: '42', user_name: 'Sam' }
const KEY = 'agent:main:telegram:dm:42'

test('a chat is moved over with its conversation, and goes on in it', async (t) => {
  const { app, store, report } = await moved(t, {
    routing: {
      [KEY]: entry('20260501_100000_abcdef12', SAM, { input_tokens: 900, output_tokens: 0, estimated_cost_usd: 0.25 }),
    },
    sessions: [['20260501_100000_abcdef12', null]],
    messages: [
      ['20260501_100000_abcdef12', 'user', 'paint the shed'],
      ['20260501_100000_abcdef12', 'assistant', 'Which colour?'],
      ['20260501_100000_abcdef12', 'assistant', null],
      ['20260501_100000_abcdef12', 'tool', 'a result'],
      ['20260501_100000_abcdef12', 'assistant', 'I have looked.'],
      ['20260501_100000_abcdef12', 'user', 'taken back', 0],
      ['20260501_100000_abcdef12', 'user', 'a notice', 1, 'internal_notification'],
      ['20260501_100000_abcdef12', 'user', '\u0000json:[{"type":"text","text":"green"}]', null],
    ],
  })
  assert.deepEqual(report.taken, [{ key: KEY, id: '20260501_100000_abcdef12', displayName: 'Sam', messages: 3 }])
  const messages = await readMessages(store, '20260501_100000_abcdef12')
  assert.deepEqual(
    messages.map(({ role, text }) => [role, text]),
    [
      ['user', 'paint the shed'],
      ['assistant', 'Which colour?\n\nI have looked.'],
      ['user', 'green'],
    ],
  )
  const [listed] = await gatewaySessions(app, store)
  assert.deepEqual([listed?.owner, listed?.costUsd], ['telegram:42', 0.25])
  // A counter that stayed at 0 was never used.
  assert.deepEqual([listed?.tokens.input, listed?.tokens.output], [900, null])
  const { chat } = await (await openChats(app, store)).getOrCreate({
    platform: 'telegram',
    chatType: 'dm',
    chatId: '42',
  })
  assert.equal(chat.session, '20260501_100000_abcdef12')
})

test('a second run changes nothing, and nothing is ever written there', async (t) => {
  const theirs = {
    routing: { [KEY]: entry('a', SAM) },
    index: { [KEY]: entry('a', SAM) },
    sessions: [['a', null]],
  } as Theirs
  const { app, store, path, report } = await moved(t, { ...theirs, messages: [['a', 'user', 'hello']] })
  const look = (): unknown =>
    readdirSync(path, { recursive: true })
      .map(String)
      .toSorted()
      .map((name) => {
        const found = statSync(join(path, name))
        return [name, found.isFile() ? readFileSync(join(path, name), 'base64') : '', found.mtimeMs]
      })
  const before = look()
  const again = await gatewayImport(app, store, { from: 'hermes', path })
  assert.deepEqual([report.taken.length, again.taken, again.present], [1, [], [KEY]])
  assert.equal((await readMessages(store, 'a')).length, 1)
  assert.deepEqual(look(), before)
})

test('the table wins over the file, which fills what is missing', async (t) => {
  const kim = { chat_id: 43, user_id: '43', user_name: 'Kim' }
  const { report } = await moved(t, {
    routing: { [KEY]: entry('from-table', SAM) },
    index: {
      _README: 'made by a machine',
      [KEY]: entry('from-file', SAM),
      'agent:main:telegram:dm:43': entry('kims', kim),
    },
    sessions: [],
  })
  assert.deepEqual(report.taken.map(({ id }) => id).toSorted(), ['from-table', 'kims'])
  assert.deepEqual(report.skipped, [])
})

test('a session that has ended is not brought back, one that was compacted is followed', async (t) => {
  const { report } = await moved(t, {
    routing: {
      [KEY]: entry('ended', SAM),
      'agent:main:telegram:dm:43': entry('first', { chat_id: 43 }),
      'agent:main:telegram:dm:44': entry('lost', { chat_id: 44 }),
    },
    sessions: [
      ['ended', 'session_reset'],
      ['first', 'compression'],
      ['second', 'compression', 'first'],
      ['third', null, 'second'],
      ['lost', 'compression'],
    ],
    messages: [['third', 'user', 'hello']],
  })
  assert.deepEqual(
    report.taken.map(({ key, id }) => [key, id]),
    [['agent:main:telegram:dm:43', 'third']],
  )
  assert.deepEqual(report.skipped.map(({ key, reason }) => `${key}: ${reason}`).toSorted(), [
    `${KEY}: its session has ended (session_reset)`,
    'agent:main:telegram:dm:44: its session has ended (compression)',
  ])
})

test('one bad entry never keeps the others out, and each has its reason', async (t) => {
  const bad: Record<string, unknown> = {
    number: 5,
    nothing: null,
    'no session': entry('', SAM),
    'agent:main:pigeon:dm:1': { session_id: 'a', origin: { platform: 'pigeon', chat_id: 1 } },
    '../../etc/passwd': entry('b', SAM),
    '/etc/passwd': entry('b', SAM),
    'agent:main:telegram:dm:50': entry('../../up', { chat_id: 50 }),
    'agent:main:telegram:dm:51': entry('a/b', { chat_id: 51 }),
    'agent:main:telegram:dm:52': entry('a\\b', { chat_id: 52 }),
    'agent:main:telegram:dm:53': entry('C:x', { chat_id: 53 }),
    'agent:main:telegram:dm:54': entry('stopped', { chat_id: 54 }, { suspended: true }),
    'agent:main:telegram:group:-5:7': { session_id: 'nowhere' },
    // Everybody who wrote on that platform, in one session.
    'agent:main:telegram:dm': entry('everybody', SAM),
  }
  const { report } = await moved(t, { index: { ...bad, [KEY]: entry('good', SAM) } })
  assert.deepEqual(
    report.taken.map(({ id }) => id),
    ['good'],
  )
  assert.deepEqual(report.skipped.map(({ key }) => key).toSorted(), Object.keys(bad).toSorted())
  assert.ok(report.skipped.every(({ reason, where }) => reason !== '' && where === 'sessions/sessions.json'))
})

test('an old key that does not say who wrote is taken when the operator says that all of it is theirs, a group is not', async (t) => {
  const theirs: Theirs = {
    index: {
      'agent:main:telegram:dm': entry('old', SAM),
      'agent:main:telegram:group': entry('room', { chat_id: 7, chat_type: 'group', user_id: '42' }),
    },
    files: { 'sessions/old.jsonl': '{"role":"user","content":"paint the shed"}\n' },
  }
  const { app, store, path, report } = await moved(t, theirs)
  assert.deepEqual([report.taken.length, report.skipped.length], [0, 2])
  const mine = await gatewayImport(app, store, { from: 'hermes', path, isMine: true })
  assert.deepEqual(
    mine.taken.map(({ key, messages }) => [key, messages]),
    [[KEY, 1]],
  )
  assert.deepEqual(
    mine.skipped.map(({ key }) => key),
    ['agent:main:telegram:group'],
  )
})

test('a group that was one session there does not become one person’s here', async (t) => {
  const shared = { 'agent:main:telegram:group:-5': entry('g', { chat_type: 'group', chat_id: -5, user_id: '42' }) }
  const apart = await moved(t, { index: shared })
  assert.deepEqual([apart.report.taken, apart.report.skipped[0]?.reason.includes('shared differently')], [[], true])
  const together = await moved(t, {
    index: shared,
    files: { 'config.yaml': 'gateway:\n  group_sessions_per_user: false\n' },
  })
  assert.equal(together.report.taken[0]?.key, 'agent:main:telegram:group:-5')
})

test('a key with a slash inside is taken, and older ways of writing a number are one chat', async (t) => {
  const { report } = await moved(t, {
    index: {
      'agent:main:google_chat:dm:spaces/AAA': entry('a', { platform: 'google_chat', chat_id: 'spaces/AAA' }),
      'agent:main:whatsapp:dm:491511234@s.whatsapp.net': entry('b', {
        platform: 'whatsapp',
        chat_id: '491511234@s.whatsapp.net',
      }),
    },
  })
  assert.deepEqual(report.taken.map(({ key }) => key).toSorted(), [
    'agent:main:google_chat:dm:spaces%2FAAA',
    'agent:main:whatsapp:dm:491511234',
  ])
})

test('a chat of Slack belongs to the workspace that its origin names, and to no other', async (t) => {
  const slack = { platform: 'slack', chat_id: 'D1', user_id: 'U1' }
  const { app, store, report } = await moved(t, {
    index: {
      'agent:main:slack:dm:D1': entry('a', { ...slack, scope_id: 'T1' }),
      'agent:main:slack:dm:D2': entry('b', { ...slack, chat_id: 'D2' }),
    },
  })
  assert.deepEqual(report.taken.map(({ key }) => key).toSorted(), [
    'agent:main:slack:dm:D2',
    'agent:main:slack:dm:T1:D1',
  ])
  const chats = await openChats(app, store)
  const found = async (fields: object) => (await chats.getOrCreate(readSource({ ...slack, ...fields }))).chat.session
  assert.equal(await found({ scope_id: 'T1' }), 'a')
  assert.notEqual(await found({ scope_id: 'T2' }), 'a')
  assert.notEqual(await found({ chat_id: 'D2', scope_id: 'T2' }), 'b')
})

test('damaged files are remarks, a byte order mark is none', async (t) => {
  const damaged = await moved(t, {
    index: '{"a":',
    files: { 'config.yaml': ': : [', 'gateway.json': '{', 'state.db': 'not a database' },
  })
  assert.equal(damaged.report.remarks.length, 4, damaged.report.remarks.join('\n'))
  const marked = await moved(t, { index: `\uFEFF${JSON.stringify({ [KEY]: entry('a', SAM) })}` })
  assert.equal(marked.report.taken.length, 1)
})

test('conversations from before there was a database come from their files of lines', async (t) => {
  const lines = [
    '{"role":"session_meta"}',
    '{"role":"user","content":"hello"}',
    'broken',
    '{"role":"assistant","content":"hi"}',
  ]
  const { store } = await moved(t, {
    index: { [KEY]: entry('old', SAM) },
    files: { 'sessions/old.jsonl': lines.join('\n') },
  })
  assert.deepEqual(
    (await readMessages(store, 'old')).map(({ text }) => text),
    ['hello', 'hi'],
  )
})

test('a trial run writes nothing', async (t) => {
  const { app, store } = await opened(t)
  const path = homeOf(t, { index: { [KEY]: entry('a', SAM) }, files: { 'config.yaml': 'session_reset: {mode: idle}' } })
  const report = await gatewayImport(app, store, { from: 'hermes', path, isDryRun: true })
  assert.equal(report.taken.length, 1)
  assert.deepEqual(await gatewaySessions(app, store), [])
  assert.ok(!readdirSync(app.home).includes('warmstart.config.json'))
})

test('their configuration becomes ours where there is none, without a secret', async (t) => {
  const { app, report } = await moved(t, {
    files: {
      'config.yaml': `session_reset:
  mode: both
  idle_minutes: 90
  at_hour: 5
  notify: "false"
timezone: Europe/Berlin
privacy: {redact_pii: true}
TELEGRAM_HOME_CHANNEL: "-100"
`,
      'gateway.json': JSON.stringify({
        reset_by_platform: { Discord: { mode: 'none' }, pigeon: { mode: 'idle' } },
        reset_by_type: { group: { mode: 'sometimes' } },
        platforms: {
          telegram: { enabled: true, token: 'secret-token' },
          discord: { enabled: 'false', home_channel: { chat_id: 7, name: 'Team' } },
        },
      }),
      '.env': 'TELEGRAM_BOT_TOKEN=secret-token\nMATRIX_HOME_CHANNEL="!room:example.org"\n',
    },
  })
  assert.deepEqual(report.settings, {
    timeZone: 'Europe/Berlin',
    reset: { mode: 'both', idleMinutes: 90, atHour: 5, notify: false },
    resetByPlatform: { discord: { mode: 'none' } },
    platforms: { telegram: { enabled: true }, discord: { enabled: false } },
    homeChannels: {
      discord: { chatId: '7', name: 'Team' },
      telegram: { chatId: '-100' },
      matrix: { chatId: '!room:example.org' },
    },
    privacy: { hashIds: true },
  })
  assert.ok(!JSON.stringify(report).includes('secret-token'))
  const file = join(app.home, 'warmstart.config.json')
  assert.equal(report.writtenTo, file)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { gateway: report.settings })
  assert.ok(
    report.remarks.some((remark) => /pigeon/.test(remark)) && report.remarks.some((remark) => /no mode/.test(remark)),
  )
})

test('a configuration of ours stays as it is', async (t) => {
  const { app, store } = await opened(t)
  const file = join(app.home, 'warmstart.config.json')
  writeFileSync(file, '{"gateway": {}}')
  const path = homeOf(t, { files: { 'config.yaml': 'session_reset: {mode: idle}' } })
  const report = await gatewayImport(app, store, { from: 'hermes', path })
  assert.equal(report.writtenTo, null)
  assert.equal(readFileSync(file, 'utf8'), '{"gateway": {}}')
  assert.match(report.remarks.join('\n'), /is there already/)
})

test('an empty section at the top blocks the one inside, and no section is no reset', () => {
  const reset = (yaml: unknown): unknown => translateSettings(yaml, {}, new Map()).settings['reset']
  assert.deepEqual(reset({ gateway: { session_reset: { mode: 'idle' } } }), { mode: 'idle' })
  assert.equal(reset({ session_reset: {}, gateway: { session_reset: { mode: 'idle' } } }), undefined)
  assert.equal(reset({}), undefined)
})

test('whatever stands in their files, reading it neither throws nor makes settings that are refused', () => {
  const names = fc.constantFrom(
    'session_reset',
    'gateway',
    'platforms',
    'privacy',
    'timezone',
    'reset_by_platform',
    'mode',
    'telegram',
  )
  const trees = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 1 }), fc.dictionary(names, tie('tree'))),
  })).tree
  fc.assert(
    fc.property(trees, trees, (yaml, json) => {
      const { settings } = translateSettings(yaml, json, new Map())
      const { timeZone: _, ...rest } = settings
      readGatewayConfig(rest)
    }),
  )
  fc.assert(fc.property(fc.string(), fc.anything(), (key, value) => void readEntry(key, value)))
})
