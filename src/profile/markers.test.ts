import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { ContextMarker } from '../schema/listing/session-profile.ts'
import type { ProfileCall, ProfileTurn } from '../schema/tally.ts'
import { contextMarkers } from './markers.ts'

const turn = (text: string, more: Partial<ProfileTurn> = {}): ProfileTurn => ({
  agent: undefined,
  turn: 1,
  at: undefined,
  line: 1,
  synthetic: false,
  chars: text.length,
  text,
  ...more,
})
const call = (tool: string, subject: string, trivial = false): ProfileCall => ({
  id: 'c',
  agent: undefined,
  tool,
  kind: 'general',
  trivial,
  outcome: 'ok',
  cause: undefined,
  rung: 'flag',
  rule: 'flag-ok',
  evidence: '',
  position: 1,
  turn: 1,
  contextTokens: undefined,
  at: undefined,
  subject,
  line: 1,
})
const inText = (text: string): string[] => contextMarkers([turn(text)], []).map(({ kind, value }) => `${kind} ${value}`)
const inCall = (tool: string, subject: string): string[] =>
  contextMarkers([], [call(tool, subject)]).map(({ kind, value }) => `${kind} ${value}`)

const TEXTS: [text: string, markers: string[]][] = [
  ['read @src/main.ts and README.md.', ['path README.md', 'path src/main.ts']],
  ['see src/a.ts:12:3, then `lib/b.py`', ['path lib/b.py', 'path src/a.ts']],
  ['look at /home/anna/shop/cart and /Users/ben/notes', ['path ~/notes', 'path ~/shop/cart']],
  ['C:\\Users\\Cleo\\shop\\a.cs', ['path ~\\shop\\a.cs']],
  ['it is at https://example.org/a?b=1.', ['url https://example.org/a?b=1']],
  ['this and/or that, 1/2, e.g. a.b', []],
  ['/review it', []],
  ['write to /dev/null', []],
  ['```ts\n\nconst a = 1\n```', ['code const a = 1']],
  ['the folder packages/web/src is new', ['path packages/web/src']],
]

test('paths, addresses and code blocks are found in messages', () => {
  for (const [text, markers] of TEXTS) assert.deepEqual(inText(text).toSorted(), markers, text)
})

test('the subject of a file tool is its path, a command line holds paths', () => {
  assert.deepEqual(inCall('Read', '/home/anna/my notes/a b.md'), ['path ~/my notes/a b.md'])
  assert.deepEqual(inCall('Bash', 'cd /home/anna/shop && cat ./src/a.ts'), ['path src/a.ts'])
  assert.deepEqual(inCall('Bash', "sed -n 's/a/b/p' x.txt | rg '\\bword\\b'"), ['path x.txt'])
  assert.deepEqual(inCall('apply_patch', '*** Begin Patch *** Update File: docs/b.md @@ -x'), ['path docs/b.md'])
  assert.deepEqual(inCall('WebFetch', 'https://example.org/x'), ['url https://example.org/x'])
})

test('one listing cannot flood the markers', () => {
  assert.equal(inText('a.ts b.ts c.ts d.ts e.ts').length, 3)
  assert.equal(inText('https://a.example https://b.example https://c.example').length, 2)
})

test('a marker counts once a message, the most frequent first, equals by value', () => {
  const turns = [turn('b.ts b.ts a.ts'), turn('b.ts'), turn('c.ts', { synthetic: true }), turn('d.ts', { agent: 'x' })]
  assert.deepEqual(contextMarkers(turns, [call('Read', 'a.ts'), call('TodoWrite', 'e.ts', true)]), [
    { kind: 'path', value: 'a.ts', count: 2 },
    { kind: 'path', value: 'b.ts', count: 2 },
  ])
})

test('at most twenty markers, well-formed, whatever the order of the messages', () => {
  const piece = fc.constantFrom(
    'a.ts',
    '/x/y',
    ' ',
    'https://e.org/',
    '```\n',
    'src/b/',
    '\\',
    '\ud800',
    ':1',
    '@',
    '~/',
    '.',
    '*',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.array(piece, { maxLength: 60 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 20 }), (texts, subjects) => {
      const turns = texts.map((each) => turn(each))
      const calls = subjects.map((each, index) => call(index % 2 === 0 ? 'Bash' : 'Read', each))
      const markers = contextMarkers(turns, calls)
      assert.ok(markers.length <= 20)
      for (const marker of markers) v.parse(v.strictObject(ContextMarker.entries), marker)
      assert.deepEqual(contextMarkers(turns.toReversed(), calls.toReversed()), markers)
    }),
  )
})
