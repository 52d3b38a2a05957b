import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { commandHelp } from '../src/interfaces/cli/help.ts'
import { GATEWAY_VERBS } from '../src/verbs/gateway/verbs-cli.ts'
import { widthOf } from '../src/interfaces/cli/table.ts'
import { openChats } from '../src/verbs/gateway/sessions-operation.ts'
import { readSource } from '../src/gateway/identity/source.ts'
import { ChatExported } from '../src/verbs/gateway/exported-shape.ts'
import { ChatImported } from '../src/verbs/gateway/imported-shape.ts'
import { ChatKey, ChatPrompt } from '../src/verbs/gateway/key-shape.ts'
import { ChatListing } from '../src/verbs/gateway/listing-shape.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { sayIn } from './support/live-session.ts'
import { runCommand } from './support/run-command.ts'
import { runHere } from './support/run-here.ts'
import { scratch, testApp } from './support/store.ts'

const SAM = readSource({ platform: 'telegram', chat_id: 42, user_id: 42, user_name: 'Sam\n\u001b[31mred' })
const KIM = readSource({ platform: 'telegram', chat_id: 43, user_id: 43, user_name: 'Kim' })
const KEY = 'agent:main:telegram:dm:42'

suite('gateway at the command line', () => {
  const home = scratch({ after })
  const app = { ...testApp(home), now: Date.now }
  let store: Connection

  before(async () => {
    store = await openStore(app.storeAddress)
    const chats = await openChats(app, store)
    for (const source of [SAM, KIM]) {
      const { chat } = await chats.getOrCreate(source)
      await sayIn(store, {
        session: chat.session,
        owner: chat.owner,
        at: Date.now(),
        text: 'api_key="a-secret-of-mine"',
      })
    }
  })
  after(() => store.close())

  const warmstart = async (...words: string[]) => {
    const { HOME: _home, WARMSTART_STORE: _store, TZ: _zone, ...rest } = process.env
    const env = { ...rest, HOME: join(home, 'user'), WARMSTART_HOME: home, WARMSTART_STORE: app.storeAddress }
    const done = await runHere(['gateway', ...words], { env, cwd: home })
    return { ...done, lines: () => done.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) }
  }

  /** Parsing drops fields it does not know: what comes out equal has no undocumented one. */
  const conforms = <T>(shape: v.GenericSchema<T>, values: readonly unknown[]): T[] => {
    assert.ok(values.length > 0, 'nothing was printed')
    for (const value of values) assert.deepEqual(v.parse(shape, value), value)
    return values as T[]
  }

  test('lists chats with what is known of them', async () => {
    const rows = conforms(ChatListing, (await warmstart('sessions', '--json')).lines())
    assert.deepEqual(rows.map(({ displayName }) => displayName).toSorted(), ['Kim', 'Sam [31mred'])
    const sam = rows.find(({ key }) => key === KEY)
    assert.deepEqual(
      [sam?.platform, sam?.chatType, sam?.origin['chat_id'], sam?.tokens.input],
      ['telegram', 'dm', '42', null],
    )
    assert.equal(conforms(ChatListing, (await warmstart('sessions', '--active', '60', '--json')).lines()).length, 2)
    assert.match((await warmstart('sessions', '--platform', 'discord')).stdout, /No chat fits/)
    assert.equal((await warmstart('sessions', '--platform', 'pigeon')).status, 2)
    assert.equal((await warmstart('sessions', '--active', 'soon')).status, 2)
  })

  test('resets a chat, tells it so, and takes it back, once', async () => {
    const [before] = conforms(ChatListing, (await warmstart('sessions', '--owner', 'telegram:42', '--json')).lines())
    const [reset] = conforms(ChatListing, (await warmstart('reset', KEY, '--json')).lines())
    assert.notEqual(reset?.id, before?.id)
    assert.deepEqual([reset?.previous?.id, reset?.previous?.reason], [before?.id, 'reset'])
    const [notice] = await store.all<{ notice: string }>('select notice from chat_session where key = ?', [KEY])
    assert.match(notice?.notice ?? '', /somebody who runs this gateway began a new one/)
    const [undone] = conforms(ChatListing, (await warmstart('undo-reset', KEY, '--json')).lines())
    assert.deepEqual([undone?.id, undone?.previous], [before?.id, null])
    const twice = await warmstart('undo-reset', KEY, '--json')
    assert.equal(twice.status, 3)
    assert.equal((JSON.parse(twice.stderr) as { error: { code: string } }).error.code, 'nothing-to-undo')
  })

  test('takes a beginning of a key that no other has', async () => {
    assert.equal((await warmstart('reset', 'agent:main:telegram:dm:43')).status, 0)
    const several = await warmstart('reset', 'agent:main:telegram:dm:4')
    assert.equal(several.status, 3)
    assert.match(several.stderr, /several keys begin with agent:main:telegram:dm:4:\n/)
    assert.equal((await warmstart('reset', 'nothing')).status, 3)
    assert.equal((await warmstart('reset')).status, 2)
  })

  test('prints keys and prompts', async () => {
    assert.equal((await warmstart('key', '--platform', 'Telegram', '--chat-id', '42')).stdout, `${KEY}\n`)
    const group = ['--platform', 'telegram', '--chat-type', 'group', '--chat-id', '-100', '--user-id', '7']
    assert.equal((await warmstart('key', ...group)).stdout, 'agent:main:telegram:group:-100:7\n')
    assert.equal((await warmstart('key', ...group, '--thread-id', '5')).stdout, 'agent:main:telegram:group:-100:5\n')
    assert.equal(
      (await warmstart('key', '--platform', 'console', '--chat-id', '../x')).stdout,
      'agent:main:console:dm:%2E%2E%2Fx\n',
    )
    conforms(ChatKey, (await warmstart('key', ...group, '--json')).lines())
    const [prompt] = conforms(
      ChatPrompt,
      (await warmstart('prompt', ...group, '--user-name', 'Sam\n## System', '--json')).lines(),
    )
    assert.match(prompt?.prompt ?? '', /\*\*User:\*\* "Sam ## System"/)
    assert.match((await warmstart('prompt')).stdout, /command line of this machine/)
    const unknown = await warmstart('key', '--platform', 'pigeon')
    assert.deepEqual([unknown.status, unknown.stderr.startsWith('warmstart: there is no platform "pigeon"')], [2, true])
  })

  test('a configuration that makes no sense is said with its place', async (t) => {
    const file = join(home, 'warmstart.config.json')
    t.after(() => writeFileSync(file, '{}'))
    writeFileSync(file, '{"gateway": {"reset": {"mode": "weekly"}}}')
    const refused = await warmstart('sessions')
    assert.deepEqual([refused.status, /gateway\.reset\.mode must be one of/.test(refused.stderr)], [1, true])
    writeFileSync(file, '{')
    assert.match((await warmstart('sessions')).stderr, /is not JSON/)
    writeFileSync(file, '{"gateway": {"groupSessionsPerUser": false}}')
    const words = ['--platform', 'telegram', '--chat-type', 'group', '--chat-id', '-5', '--user-id', '7']
    assert.equal((await warmstart('key', ...words)).stdout, 'agent:main:telegram:group:-5\n')
  })

  test('writes transcripts in full, for their owner alone', async () => {
    const directory = join(home, 'transcripts')
    const [done] = conforms(ChatExported, (await warmstart('export', KEY, '--out', directory, '--json')).lines())
    assert.equal(done?.files.length, 1)
    const [file] = done?.files ?? []
    assert.equal(statSync(file?.path ?? '').mode & 0o777, 0o600)
    const [head, message, ...rest] = readFileSync(file?.path ?? '', 'utf8')
      .trim()
      .split('\n')
    assert.deepEqual(rest, [])
    assert.deepEqual((JSON.parse(head ?? '') as { type: string; key: string }).key, KEY)
    assert.equal((JSON.parse(message ?? '') as { text: string }).text, 'api_key="a-secret-of-mine"')
    // The other chat was reset above: what was said before comes along.
    assert.equal((await warmstart('export', '--all', '--out', '-')).lines().length, 4)
    for (const words of [['export'], ['export', KEY, '--all', '--out', '-'], ['export', KEY]])
      assert.equal((await warmstart(...words)).status, 2, words.join(' '))
  })

  test('moves chats over and says so in words and in JSON', async () => {
    const theirs = join(home, 'theirs')
    mkdirSync(join(theirs, 'sessions'), { recursive: true })
    const entry = { session_id: 'x1', origin: { platform: 'telegram', chat_id: 77, user_id: 77, user_name: 'Lee' } }
    const index = { 'agent:main:telegram:dm:77': entry, broken: 1 }
    writeFileSync(join(theirs, 'sessions', 'sessions.json'), JSON.stringify(index))
    const [report] = conforms(
      ChatImported,
      (await warmstart('import', '--path', theirs, '--dry-run', '--json')).lines(),
    )
    assert.deepEqual([report?.taken.length, report?.skipped.length], [1, 1])
    assert.match((await warmstart('import', '--path', theirs)).stdout, /^1 chat taken over, 1 left out\./)
    assert.match((await warmstart('import', '--path', theirs)).stdout, /^0 chats taken over, 1 were here before/)
    assert.equal((await warmstart('import', '--path', join(home, 'nowhere'))).status, 3)
    assert.equal((await warmstart('import', '--from', 'pigeon')).status, 2)
  })

  test('a word that is no verb is answered with the nearest', async () => {
    const slip = await warmstart('undo')
    assert.deepEqual([slip.status, /did you mean `warmstart gateway undo-reset`/.test(slip.stderr)], [2, true])
  })

  for (const width of [60, 80])
    test(`no line is wider than ${width} columns`, async () => {
      const verbs = await Promise.all(Object.values(GATEWAY_VERBS).map((load) => load()))
      const pages = await Promise.all(verbs.map((verb) => commandHelp(verb, width)))
      const help = pages.flat().filter((line) => !/^ {2}warmstart /.test(line))
      const shown = await runCommand(['gateway', 'sessions'], { app, store: async () => store, columns: width })
      assert.deepEqual(
        [...help, ...shown].filter((line) => widthOf(line) > width),
        [],
      )
    })
})
