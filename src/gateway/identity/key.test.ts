import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readGatewayConfig } from '../config/config.ts'
import { strangeLocalLinks } from './identity-links.ts'
import { DEFAULT_KEY_RULES, isShared, type KeyRules, describeKey, ownerOf, PERSON, sessionKey } from './key.ts'
import { KNOWN_PLATFORMS } from './known-platforms.ts'
import { type MessageSource, readSource } from './source.ts'

const at = (fields: object, rules: Partial<KeyRules> = {}): string =>
  sessionKey(readSource({ platform: 'telegram', ...fields }), { ...DEFAULT_KEY_RULES, ...rules })

suite('keys are those that people have from before', () => {
  const CASES: [what: string, fields: object, key: string, rules?: Partial<KeyRules>][] = [
    ['a direct chat', { chat_id: 99, user_id: 42 }, 'agent:main:telegram:dm:99'],
    ['a thread in it', { chat_id: 99, thread_id: 7 }, 'agent:main:telegram:dm:99:7'],
    ['a person without a chat', { user_id: 42 }, 'agent:main:telegram:dm:42'],
    ['the lasting id of a person counts', { user_id: 42, user_id_alt: 'u-1' }, 'agent:main:telegram:dm:u-1'],
    ['a person without a chat, in a thread', { user_id: 42, thread_id: 7 }, 'agent:main:telegram:dm:42:7'],
    ['nobody known', {}, 'agent:main:telegram:dm'],
    ['nobody known, in a thread', { thread_id: 7 }, 'agent:main:telegram:dm:7'],
    ['a group is per user', { chat_type: 'group', chat_id: -5, user_id: 42 }, 'agent:main:telegram:group:-5:42'],
    [
      'or shared',
      { chat_type: 'group', chat_id: -5, user_id: 42 },
      'agent:main:telegram:group:-5',
      { groupSessionsPerUser: false },
    ],
    ['a group without a person is shared', { chat_type: 'group', chat_id: -5 }, 'agent:main:telegram:group:-5'],
    ['a channel', { chat_type: 'channel', chat_id: 'c', user_id: 'u' }, 'agent:main:telegram:channel:c:u'],
    [
      'a thread in a group is shared',
      { chat_type: 'group', chat_id: -5, thread_id: 7, user_id: 42 },
      'agent:main:telegram:group:-5:7',
    ],
    [
      'or per user, the thread first',
      { chat_type: 'group', chat_id: -5, thread_id: 7, user_id: 42 },
      'agent:main:telegram:group:-5:7:42',
      { threadSessionsPerUser: true },
    ],
    ['a profile', { chat_id: 99, profile: 'work' }, 'agent:work:telegram:dm:99'],
    ['the usual profile', { chat_id: 99, profile: 'default' }, 'agent:main:telegram:dm:99'],
    ['a profile called main', { chat_id: 99, profile: 'main' }, 'agent:main~:telegram:dm:99'],
    ['a workspace', { platform: 'slack', scope_id: 'T1', chat_id: 'D1' }, 'agent:main:slack:dm:T1:D1'],
    [
      'a guild is not part of it',
      { platform: 'discord', chat_type: 'group', guild_id: 'g', chat_id: 'c', user_id: 'u' },
      'agent:main:discord:group:c:u',
    ],
  ]
  for (const [what, fields, key, rules] of CASES) test(what, () => assert.equal(at(fields, rules), key))
})

test('two people without a chat never share a session', () => {
  assert.notEqual(at({ user_id: 1 }), at({ user_id: 2 }))
})

test('a message that gets a thread of its own is in it already', () => {
  const begins = (user: string, prospective: string): string =>
    at({ platform: 'discord', chat_type: 'channel', chat_id: 'c', user_id: user, prospective_thread_id: prospective })
  const follows = at({ platform: 'discord', chat_type: 'thread', chat_id: 'c', thread_id: 't1', user_id: 'other' })
  assert.equal(begins('u', 't1'), follows)
  assert.notEqual(begins('u', 't1'), begins('u', 't2'))
  // The thread it is in wins over the one it might get.
  const both = { platform: 'discord', chat_type: 'thread', chat_id: 'c', thread_id: 't1', prospective_thread_id: 't9' }
  assert.equal(at(both), follows)
})

test('one number of WhatsApp is one person however it is written', () => {
  const written = [
    '491511234',
    '+49 151 1234',
    '491511234@c.us',
    '491511234@s.whatsapp.net',
    '491511234:12@s.whatsapp.net',
  ]
  const keys = written.map((chat) => at({ platform: 'whatsapp', chat_id: chat }))
  assert.deepEqual([...new Set(keys)], ['agent:main:whatsapp:dm:491511234'])
  const members = written.map((user) =>
    at({ platform: 'whatsapp', chat_type: 'group', chat_id: '1-2@g.us', user_id: user }),
  )
  assert.deepEqual([...new Set(members)], ['agent:main:whatsapp:group:1-2@g.us:491511234'])
  assert.notEqual(at({ platform: 'whatsapp', chat_id: '491511234@lid' }), keys[0])
})

test('ids that could be mistaken for something else are escaped', () => {
  assert.equal(at({ chat_id: 'a:b' }), 'agent:main:telegram:dm:a%3Ab')
  assert.equal(at({ chat_id: '../../etc/passwd' }), 'agent:main:telegram:dm:%2E%2E%2F%2E%2E%2Fetc%2Fpasswd')
  assert.equal(at({ platform: 'google_chat', chat_id: 'spaces/AAA' }), 'agent:main:google_chat:dm:spaces%2FAAA')
  assert.equal(at({ chat_id: '50%' }), 'agent:main:telegram:dm:50%25')
  assert.equal(at({ chat_id: 'a\u0000\nb' }), 'agent:main:telegram:dm:a%00%0Ab')
  assert.equal(at({ chat_id: '\ud800' }), 'agent:main:telegram:dm:%ud800')
  assert.equal(at({ chat_id: '~thread' }), 'agent:main:telegram:dm:%7Ethread')
  assert.equal(at({ chat_id: 'v1.2' }), 'agent:main:telegram:dm:v1.2')
})

/** Ids that people of ill will would choose, and usual ones. */
const ids = fc.oneof(
  fc.string({ unit: fc.constantFrom(':', '/', '.', '%', '~', 'a', '2', 'E', '\\', '\ud800', '\u0000'), maxLength: 6 }),
  fc.string({ maxLength: 12 }),
  fc.integer().map(String),
)
const optional = fc.option(ids, { nil: undefined })
const sources: fc.Arbitrary<MessageSource> = fc.record({
  // Aliases of one id are meant to be one.
  platform: fc.constantFrom(...Object.keys(KNOWN_PLATFORMS).filter((name) => !KNOWN_PLATFORMS[name]?.canonicalId)),
  chatType: fc.constantFrom('dm', 'group', 'channel', 'thread', 'forum'),
  chatId: optional,
  userId: optional,
  threadId: optional,
  scopeId: optional,
  profile: optional,
})
const rules = fc.record({
  groupSessionsPerUser: fc.boolean(),
  threadSessionsPerUser: fc.boolean(),
  identityLinks: fc.constant(new Map<string, string>()),
})

/** What a conversation is, said without keys: every part of it under its name. */
const meaning = (source: MessageSource, { groupSessionsPerUser, threadSessionsPerUser }: KeyRules): string => {
  const filled = (id: string | undefined): string | null => (id === undefined || id === '' ? null : id)
  const { platform, chatType, profile } = source
  const [thread, user] = [filled(source.threadId), filled(source.userId)]
  const isDirect = chatType === 'dm'
  const isPerUser = !isDirect && (thread === null ? groupSessionsPerUser : threadSessionsPerUser)
  return JSON.stringify([
    profile === 'default' ? null : (profile ?? null),
    platform,
    chatType,
    KNOWN_PLATFORMS[platform]?.hasScopedChats ? filled(source.scopeId) : null,
    isDirect && source.chatId === undefined ? user : filled(source.chatId),
    thread,
    isPerUser ? user : null,
  ])
}

test('two conversations never have one key and one shape, and one conversation has one', () => {
  fc.assert(
    fc.property(sources, sources, rules, (first, second, rule) => {
      const identity = (source: MessageSource): string => `${sessionKey(source, rule)}\n${describeKey(source, rule)}`
      assert.equal(identity(first) === identity(second), meaning(first, rule) === meaning(second, rule))
    }),
    { numRuns: 3_000 },
  )
})

test('two conversations that differ in one id never have one key', () => {
  fc.assert(
    fc.property(
      sources,
      ids,
      ids,
      fc.constantFrom('chatId', 'threadId', 'userId'),
      rules,
      (source, a, b, field, rule) => {
        fc.pre(a !== b && a !== '' && b !== '')
        const [one, other] = [
          { ...source, [field]: a },
          { ...source, [field]: b },
        ]
        const isSame = meaning(one, rule) === meaning(other, rule)
        assert.equal(sessionKey(one, rule) === sessionKey(other, rule), isSame)
      },
    ),
    { numRuns: 3_000 },
  )
})

test('a key is fit for a store, a file and a line', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const key = sessionKey(source)
      assert.ok(key.isWellFormed() && !/[\u0000-\u001f\u007f/\\]|\.\./.test(key), key)
    }),
  )
})

suite('people who are linked', () => {
  const { identityLinks } = readGatewayConfig({
    identityLinks: { sam: ['Telegram:42', 'matrix:@sam:example.org', 'whatsapp:+49 151 1234', 'slack:T1:U1'] },
  })
  const linked = (fields: object): MessageSource => readSource({ platform: 'telegram', ...fields })
  const key = (fields: object): string => sessionKey(linked(fields), { ...DEFAULT_KEY_RULES, identityLinks })

  test('have one direct conversation on all platforms', () => {
    assert.equal(key({ chat_id: 42, user_id: 42 }), 'agent:main:person:dm:sam')
    assert.equal(
      key({ platform: 'matrix', chat_id: '!r:example.org', user_id: '@sam:example.org' }),
      'agent:main:person:dm:sam',
    )
    assert.equal(key({ platform: 'whatsapp', user_id: '491511234@c.us' }), 'agent:main:person:dm:sam')
    assert.equal(key({ platform: 'slack', scope_id: 'T1', chat_id: 'D1', user_id: 'U1' }), 'agent:main:person:dm:sam')
  })

  test('are known by their ids, never by their names, and in their own workspace only', () => {
    assert.equal(key({ chat_id: 43, user_id: 43, user_name: 'sam' }), 'agent:main:telegram:dm:43')
    assert.equal(key({ platform: 'slack', scope_id: 'T2', chat_id: 'D1', user_id: 'U1' }), 'agent:main:slack:dm:T2:D1')
  })

  test('keep their groups and threads apart', () => {
    assert.equal(key({ chat_type: 'group', chat_id: -5, user_id: 42 }), 'agent:main:telegram:group:-5:42')
    assert.equal(key({ chat_id: 42, user_id: 42, thread_id: 7 }), 'agent:main:telegram:dm:42:7')
  })

  test('own what they say wherever they say it', () => {
    const rules = { ...DEFAULT_KEY_RULES, identityLinks }
    assert.equal(ownerOf(linked({ chat_id: 42, user_id: 42 }), rules), 'person:sam')
    assert.equal(ownerOf(linked({ chat_type: 'group', chat_id: -5, user_id: 42 }), rules), 'person:sam')
  })

  test('are the local user where somebody has linked them to a user of this machine, in direct chats alone', () => {
    const links = { sam: ['local:sam', 'telegram:42'], kim: ['telegram:7'], 'local user': ['telegram:9'] }
    const config = readGatewayConfig({ identityLinks: links }, { localUser: 'sam' })
    const owner = (fields: object, rules = config): string => ownerOf(linked(fields), rules)
    assert.equal(owner({ chat_id: 42, user_id: 42 }), 'sam')
    assert.equal(owner({ chat_id: 7, user_id: 7 }), 'person:kim')
    assert.equal(owner({ chat_type: 'group', chat_id: -5, user_id: 42 }), 'person:sam')
    assert.equal(owner({ chat_type: 'group', chat_id: -5, user_id: 42, thread_id: 1 }), 'telegram:chat:-5')
    // Neither a person who is merely called so, nor another user of the machine, nor somebody who calls themselves so.
    const named = readGatewayConfig({ identityLinks: { sam: ['telegram:42'] } }, { localUser: 'sam' })
    assert.equal(owner({ chat_id: 42, user_id: 42 }, named), 'person:sam')
    const other = readGatewayConfig({ identityLinks: links }, { localUser: 'kim' })
    assert.equal(owner({ chat_id: 42, user_id: 42 }, other), 'person:sam')
    assert.deepEqual(strangeLocalLinks(other.identityLinks, 'kim'), ['local:sam'])
    assert.deepEqual(strangeLocalLinks(config.identityLinks, 'sam'), [])
    assert.equal(owner({ chat_id: 8, user_id: 8, user_name: 'sam' }), 'telegram:8')
    assert.equal(owner({ platform: 'webhook', chat_id: 'sam', user_id: 'local:sam' }), 'webhook:local:sam')
  })

  test('take the place of a platform that nobody may be called like', () => {
    assert.ok(!Object.hasOwn(KNOWN_PLATFORMS, PERSON))
  })

  test('nobody is linked unless somebody has said so', () => {
    assert.equal(at({ chat_id: 42, user_id: 42 }), 'agent:main:telegram:dm:42')
  })
})

test('a session belongs to its person, or to its chat where it is shared', () => {
  const owner = (fields: object): string => ownerOf(readSource({ platform: 'telegram', ...fields }))
  assert.equal(owner({ chat_id: 42, user_id: 42 }), 'telegram:42')
  assert.equal(owner({ chat_type: 'group', chat_id: -5, user_id: 42 }), 'telegram:42')
  assert.equal(owner({ chat_type: 'group', chat_id: -5, user_id: 42, thread_id: 7 }), 'telegram:chat:-5')
  assert.equal(owner({ chat_type: 'group', chat_id: -5 }), 'telegram:chat:-5')
  assert.notEqual(owner({ chat_id: 1, user_id: 'chat:-5' }), 'telegram:chat:-5')
  assert.equal(isShared(readSource({ platform: 'telegram', chat_id: 42 })), false)
})
