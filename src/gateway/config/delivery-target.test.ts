import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DeliveryTarget, isSilent, parseTargets, resolveTargets, writeTarget } from './delivery-target.ts'

test('targets are read in any case, and ids keep theirs', () => {
  const cases: [text: string, target: DeliveryTarget][] = [
    ['origin', { kind: 'origin' }],
    ['LOCAL', { kind: 'local' }],
    ['All', { kind: 'all' }],
    ['Telegram', { kind: 'home', platform: 'telegram' }],
    ['telegram:-100123', { kind: 'chat', platform: 'telegram', chatId: '-100123', threadId: undefined }],
    ['Slack:C0AbC:17.5', { kind: 'chat', platform: 'slack', chatId: 'C0AbC', threadId: '17.5' }],
    [
      'matrix:!Room:example.org',
      { kind: 'chat', platform: 'matrix', chatId: '!Room:example.org', threadId: undefined },
    ],
    ['matrix:!r:example.org:$t', { kind: 'chat', platform: 'matrix', chatId: '!r:example.org', threadId: '$t' }],
  ]
  for (const [text, target] of cases) assert.deepEqual(parseTargets(text), [target], text)
  assert.deepEqual(parseTargets('origin, local'), [{ kind: 'origin' }, { kind: 'local' }])
})

test('what is no target is refused with a hint', () => {
  for (const text of ['', ' , ', 'telegram:', 'a b', '../etc', ':', 'telegram:\u0000', 'x'.repeat(40)])
    assert.throws(() => parseTargets(text), { code: 'usage', hint: /origin, local, all/ }, JSON.stringify(text))
})

const PLAIN = { noNullPrototype: true } as const

test('a target that is written and read again is the same', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
  const target: fc.Arbitrary<DeliveryTarget> = fc.oneof(
    fc.constantFrom<DeliveryTarget>({ kind: 'origin' }, { kind: 'local' }, { kind: 'all' }),
    fc.record({ kind: fc.constant('home' as const), platform: fc.constantFrom('telegram', 'matrix') }, PLAIN),
    fc.record(
      {
        kind: fc.constant('chat' as const),
        platform: fc.constantFrom('telegram', 'slack'),
        chatId: id,
        threadId: fc.option(id, { nil: undefined }),
      },
      PLAIN,
    ),
  )
  fc.assert(
    fc.property(fc.array(target, { minLength: 1, maxLength: 5 }), (targets) => {
      assert.deepEqual(parseTargets(targets.map(writeTarget).join(',')), targets)
    }),
  )
})

const homes = new Map([
  ['telegram', { platform: 'telegram', chatId: '7', name: 'Home' }],
  ['webhook', { platform: 'webhook', chatId: 'main', name: 'Home' }],
])
const context = { origin: { platform: 'telegram', chatId: '7', threadId: undefined }, homes, job: 'job-1' }
const platforms = ['telegram', 'webhook']

test('the same place is delivered to once, however it is named', () => {
  const { addresses, notes } = resolveTargets(parseTargets('origin, telegram, telegram:7, all, TELEGRAM:7:3'), {
    ...context,
    platforms,
  })
  assert.deepEqual(addresses, [
    { platform: 'telegram', chatId: '7', threadId: undefined },
    { platform: 'webhook', chatId: 'main', threadId: undefined },
    { platform: 'telegram', chatId: '7', threadId: '3' },
  ])
  assert.deepEqual(notes, [])
})

test('what leads nowhere is saved locally, with a word on why', () => {
  const cases: [text: string, why: RegExp][] = [
    ['origin', /no chat that this came from/],
    ['pigeon', /there is no platform pigeon/],
    ['pigeon:12', /there is no platform pigeon/],
    ['webhook', /has no home channel/],
    ['all', /no platform has a home channel/],
  ]
  for (const [text, why] of cases) {
    const { addresses, notes } = resolveTargets(parseTargets(text), {
      origin: undefined,
      homes: new Map(),
      platforms,
      job: 'job-1',
    })
    assert.deepEqual(addresses, [{ platform: 'local', chatId: 'job-1', threadId: undefined }])
    assert.match(notes.join(), why)
  }
})

test('silence is what begins with [SILENT]', () => {
  for (const text of ['[SILENT]', '  [silent] nothing new', '[SILENT]\n']) assert.ok(isSilent(text))
  for (const text of ['', 'I stay [SILENT]', 'SILENT']) assert.ok(!isSilent(text))
})
