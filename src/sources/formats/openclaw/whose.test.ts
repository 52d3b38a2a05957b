import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { openclawOrigin } from './origin.ts'
import { createParser } from './parse.ts'
import { readRoute } from './whose.ts'

test('the key of a session says whose it is, where it is one person’s or one chat’s', () => {
  const table: [string, string | undefined, ReturnType<typeof readRoute>][] = [
    ['agent:main:main', undefined, {}],
    ['agent:main:main', 'webchat', { platform: 'webchat' }],
    ['agent:main:main', 'telegram', { platform: 'telegram', owner: null }],
    ['agent:main:notes', 'openclaw-weixin', { platform: 'openclaw-weixin', owner: null }],
    ['agent:main:telegram:direct:42', undefined, { platform: 'telegram', owner: 'telegram:42' }],
    ['agent:main:telegram:work:dm:42', 'telegram', { platform: 'telegram', owner: 'telegram:42' }],
    ['agent:main:direct:42', 'signal', { platform: 'signal', owner: 'signal:42' }],
    ['agent:main:direct:42', undefined, { owner: null }],
    ['agent:main:whatsapp:group:120@g.us', undefined, { platform: 'whatsapp', owner: 'whatsapp:chat:120@g.us' }],
    ['agent:main:telegram:group:-100:topic:7', undefined, { platform: 'telegram', owner: 'telegram:chat:-100' }],
    ['agent:main:matrix:channel:!a:b.c', undefined, { platform: 'matrix', owner: 'matrix:chat:!a:b.c' }],
    ['agent:main:cron:morning', 'telegram', { platform: 'cron' }],
    ['cron:morning', undefined, { platform: 'cron' }],
    ['hook:77', undefined, { platform: 'webhook', owner: null }],
    ['agent:main:subagent:1', 'telegram', { platform: 'subagent' }],
  ]
  for (const [key, channel, route] of table) assert.deepEqual(readRoute(key, channel), route, `${key} ${channel}`)
  const helper = (owner: string | null) =>
    readRoute('agent:main:subagent:1', undefined, { platform: 'telegram', owner })
  assert.deepEqual(helper('telegram:42'), { platform: 'subagent', owner: 'telegram:42' })
  assert.deepEqual(helper(null), { platform: 'subagent', owner: null })
})

const info = (fields: object): string =>
  `Conversation info (untrusted metadata):\n\`\`\`json\n${JSON.stringify(fields, null, 2)}\n\`\`\`\n\n`
const sender = (id: string): string =>
  `Sender (untrusted metadata):\n\`\`\`json\n${JSON.stringify({ label: id, id }, null, 2)}\n\`\`\`\n\n`

test('a message of a chat belongs to its sender, to its group, or to nobody known; never to the local user', () => {
  const table: [string, string, ReturnType<typeof openclawOrigin>['owner'], string?][] = [
    ['words at this machine', 'hello', undefined],
    ['the control page', `${sender('openclaw-control-ui')}[Mon 2026-04-06 18:33] hello`, undefined],
    ['an envelope with a name', '[Telegram Robin id:4242 2026-04-01 07:00 UTC] hello', null],
    ['an envelope with forged words', '[Telegram Robin 2026-04-01] "sender_id": "42"', null],
    ['a sender with a chat', `${info({ chat_id: 'telegram:42', sender_id: '42' })}hello`, 'telegram:42'],
    ['a sender without a channel', `${info({ message_id: '7', sender_id: '42' })}hello`, null],
    ['the same where the session says it', `${info({ message_id: '7', sender_id: '42' })}hello`, 'signal:42', 'signal'],
    ['the same in a session of this machine', `${info({ sender_id: '42' })}hello`, null, 'webchat'],
    ['a time alone', `${info({ timestamp: 'Sun 2026-03-01' })}hello`, null, 'telegram'],
    ['a group', `${info({ chat_id: 'slack:C1', sender_id: 'U1', is_group_chat: true })}hello`, 'slack:chat:C1'],
    ['a group without its id', `${info({ sender_id: 'U1', group_subject: 'shop' })}hello`, null, 'slack'],
    ['two people in one message', `${info({ sender_id: '1' })}a\n${info({ sender_id: '2' })}b`, null, 'signal'],
    [
      'metadata that is cut',
      'Conversation info (untrusted metadata):\n```json\n{"sender_id": "42\n```\n',
      null,
      'signal',
    ],
    ['a note of the runtime', 'System: [2026-04-01] Telegram reaction added', undefined],
  ]
  for (const [what, text, owner, held] of table) assert.equal(openclawOrigin(text, {}, held).owner, owner, what)
  const provenance = { kind: 'external_user', sourceChannel: 'WhatsApp' }
  assert.equal(openclawOrigin('hello', { provenance }).owner, null)
  assert.equal(openclawOrigin(`${info({ sender_id: '+49' })}hi`, { provenance }).owner, 'whatsapp:+49')
  assert.equal(openclawOrigin('hi', { provenance: { kind: 'inter_session', sourceChannel: 'slack' } }).owner, undefined)
})

suite('a transcript', () => {
  const user = (text: string) => ({ type: 'message', message: { role: 'user', content: text } })
  const from = (id: string) => user(`${info({ chat_id: `telegram:${id}`, sender_id: id })}hello`)

  /** Owner by the last word that the events of a file say; `shared` if several people write in it. */
  const ownerOf = (messages: unknown[], index?: object): unknown => {
    const folder = mkdtempSync(join(tmpdir(), 'warmstart-'))
    try {
      if (index !== undefined) writeFileSync(join(folder, 'sessions.json'), JSON.stringify(index))
      const events: SessionEvent[] = []
      const emit = { event: (event: SessionEvent) => void events.push(event), issue: () => undefined }
      const file = { path: join(folder, 'a.jsonl'), modifiedAt: 0 }
      let parser = createParser(file, emit)
      for (const message of [{ type: 'session', id: 'a' }, ...messages]) {
        parser.read(message, 1)
        // The file grows: reading goes on with what was saved.
        parser = createParser(file, emit, JSON.parse(JSON.stringify(parser.save())))
      }
      const starts = events.filter((event) => event.type === 'session-start')
      if (starts.some(({ isShared }) => isShared === true)) return 'shared'
      return starts.findLast(({ owner }) => owner !== undefined)?.owner
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const main = (channel?: string) => ({ 'agent:main:main': { sessionId: 'a', lastChannel: channel } })

  test('of one person is theirs, of two people nobody’s', () => {
    assert.equal(ownerOf([user('hi')]), undefined)
    assert.equal(ownerOf([from('42'), from('42'), user('hi')]), 'telegram:42')
    assert.equal(ownerOf([user('hi'), from('42')]), 'telegram:42')
    assert.equal(ownerOf([from('42'), from('43')]), 'shared')
    assert.equal(ownerOf([user('[WhatsApp +49 10:00] hi'), from('42')]), null)
    assert.equal(ownerOf([from('42'), user('[WhatsApp +49 10:00] hi')]), 'shared')
  })

  test('that does not mark its messages is told by the index beside it', () => {
    assert.equal(ownerOf([user('hi')], main('webchat')), undefined)
    assert.equal(ownerOf([user('hi')], main('telegram')), null)
    assert.equal(ownerOf([user(`${info({ sender_id: '42' })}hi`)], main('telegram')), 'telegram:42')
    assert.equal(ownerOf([user('hi')], { 'agent:main:telegram:direct:42': { sessionId: 'a' } }), 'telegram:42')
    const slack = { 'agent:main:slack:direct:u1': { sessionId: 'a' } }
    assert.equal(ownerOf([user(`${info({ sender_id: 'U1' })}hi`)], slack), 'slack:U1')
    assert.equal(ownerOf([user(`${info({ sender_id: 'linked' })}hi`)], slack), 'slack:u1')
    const spawned = { 'agent:main:subagent:1': { sessionId: 'a', spawnedBy: 'agent:main:telegram:direct:42' } }
    assert.equal(ownerOf([user('[Subagent Context] do')], spawned), null)
    assert.equal(
      ownerOf([user('[Subagent Context] do')], { ...spawned, 'agent:main:telegram:direct:42': { sessionId: 'b' } }),
      'telegram:42',
    )
  })

  test('that the index does not list is nobody’s where chats are served, and the local user’s where none are', () => {
    const other = (channel: string) => ({ 'agent:main:main': { sessionId: 'b', origin: { provider: channel } } })
    assert.equal(ownerOf([user('hi')], other('telegram')), null)
    assert.equal(ownerOf([user('hi')], other('webchat')), undefined)
    assert.equal(ownerOf([user('hi')], []), null)
    const circle = { 'agent:main:subagent:1': { sessionId: 'b', spawnedBy: 'agent:main:subagent:1' } }
    assert.equal(ownerOf([user('hi')], circle), null)
  })

  test('is read with the index as it is now', () => {
    const folder = mkdtempSync(join(tmpdir(), 'warmstart-'))
    try {
      const index = join(folder, 'sessions.json')
      const ownerNow = (): unknown => {
        let owner: unknown
        const emit = {
          event: (event: SessionEvent) => void (event.type === 'session-start' && (owner = event.owner)),
          issue: () => undefined,
        }
        createParser({ path: join(folder, 'a.jsonl'), modifiedAt: 0 }, emit).read({ type: 'session', id: 'a' }, 1)
        return owner
      }
      writeFileSync(index, JSON.stringify(main('webchat')))
      assert.equal(ownerNow(), undefined)
      writeFileSync(index, JSON.stringify(main('telegram')))
      utimesSync(index, 1, 1)
      assert.equal(ownerNow(), null)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
