import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sessionSearch } from '../src/agent/tools/session-search.ts'
import type { ToolContext } from '../src/agent/tool.ts'
import type { LiveSession } from '../src/schema/live-session.ts'
import type { Connection } from '../src/store/connection.ts'
import { appendMessages, retireMessages } from '../src/store/live/live-message.ts'
import { ensureLiveSession } from '../src/store/live/live-session.ts'
import { openStore } from '../src/store/open.ts'
import { turnRow } from '../src/store/facts/rows.ts'
import { writeTurns } from '../src/store/facts/turn.ts'
import { bash, START, writeHistory } from './support/mined-history.ts'
import { bothEngines } from './support/engines.ts'
import { scratch, testApp } from './support/store.ts'

const ENGINES = bothEngines()

const TOKEN = `ghp_${'a1B2'.repeat(9)}`

const SAYINGS = [
  'Deploy with 100% certainty',
  'the file user_name.txt, not userXname.txt',
  `it's "quoted" \\ and back\\slashed`,
  '日本語の検索を試す',
  'ÄRGER mit Umlauten; Straße',
  `the token is ${TOKEN} for the deploy`,
  'plain words about the database migration',
  'emoji 🚀 launch!',
]

const say = async (
  store: Connection,
  id: string,
  { owner = 'sam', texts = SAYINGS, at = START } = {},
): Promise<void> => {
  const session: LiveSession = {
    id,
    owner,
    platform: 'cli',
    project: undefined,
    cwd: undefined,
    model: undefined,
    title: `about ${id}`,
    systemPrompt: undefined,
    parent: undefined,
    startedAt: at,
    lastAt: at,
    endedAt: undefined,
    endReason: undefined,
    usage: { inputTokens: undefined, outputTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  }
  await ensureLiveSession(store, session)
  await appendMessages(store, id, [
    ...texts.map((text, nth) => ({ role: 'user' as const, at: at + nth, text, isSynthetic: false })),
    { role: 'user', at: at + 50, text: 'a summary about the database migration', isSynthetic: true, kind: 'summary' },
    {
      role: 'assistant',
      at: at + 60,
      text: 'I will look',
      isSynthetic: false,
      calls: [{ id: 'c1', tool: 'terminal', args: { command: 'npm run "build:prod"' } }],
    },
    {
      role: 'tool',
      at: at + 70,
      callId: 'c1',
      tool: 'terminal',
      text: 'webpack compiled',
      isError: false,
      isSynthetic: false,
    },
  ])
}

const filled = async (t: Parameters<typeof scratch>[0], address: string): Promise<Connection> => {
  const store = await openStore(address)
  t.after(() => void store.close())
  await say(store, 'live-old')
  await say(store, 'live-now', { at: START + 1_000_000, texts: ['retired words here', 'active words here'] })
  await retireMessages(store, 'live-now', [0])
  await say(store, 'live-eve', { owner: 'telegram:eve', texts: ['eve knows the database migration', 'eve alone'] })
  await writeHistory(store, [
    { id: 'imported', calls: [bash('make')], title: 'An import' },
    { id: 'eves', calls: [bash('make')], owner: 'telegram:eve' },
    // What we ran ourselves comes back through sync; it is searched once.
    { id: 'ours', nativeId: 'live-old', calls: [bash('make')] },
  ])
  const turn = (sessionId: string, number: number, text: string, synthetic = false) =>
    turnRow(
      { sessionId, agent: undefined, turn: number, at: START, line: number, synthetic, chars: text.length, text },
      { fileId: 'file-1', rank: 0 },
    )
  await writeTurns(store, [
    turn('imported', 7, 'migrate the DATABASE of the shop'),
    turn('imported', 8, 'injected database words', true),
    turn('eves', 7, 'the database of eve'),
    turn('ours', 7, 'plain words about the database migration'),
  ])
  return store
}

interface Answer {
  count: number
  note?: string
  results: { session: string; source?: string; matches: { role: string; text: string }[] }[]
}

const ask = async (store: Connection, args: Record<string, unknown>, owner = 'sam'): Promise<Answer> => {
  const context: ToolContext = {
    app: testApp('/nowhere'),
    store,
    session: { id: 'live-now', key: 'live-now', owner, project: undefined, startedAt: 0 },
    cwd: '/nowhere',
    signal: new AbortController().signal,
    approve: async () => false,
  }
  const { text, isError } = await sessionSearch.run(args, context)
  assert.equal(isError, undefined, text)
  return JSON.parse(text) as Answer
}

const sessionsOf = ({ results }: Answer): string[] => results.map(({ session }) => session)

for (const { engine, address } of ENGINES) {
  test(`${engine}: words are found whatever their characters, and wildcards stand for themselves`, async (t) => {
    const store = await filled(t, address(scratch(t)))
    const first = async (query: string): Promise<string | undefined> =>
      (await ask(store, { query })).results[0]?.matches[0]?.text
    assert.equal(await first('100%'), SAYINGS[0])
    assert.equal(await first('deploy 100%'), SAYINGS[0])
    assert.equal(await first('user_name'), SAYINGS[1])
    assert.equal(await first('"\\ and back\\slashed"'), SAYINGS[2])
    assert.equal(await first("it's"), SAYINGS[2])
    assert.equal(await first('検索'), SAYINGS[3])
    assert.equal(await first('ärger'), SAYINGS[4])
    assert.equal(await first('🚀'), SAYINGS[7])
    assert.equal(await first('DATAB*'), 'migrate the DATABASE of the shop')
    for (const query of ['%%%', '_____', "' or 1=1 --", '100_', 'nothing like it']) {
      const { count } = await ask(store, { query: `"${query}"` })
      assert.equal(count, 0, query)
    }
  })

  test(`${engine}: no owner sees what another said, and no search shows a secret or can guess one`, async (t) => {
    const store = await filled(t, address(scratch(t)))
    assert.deepEqual(sessionsOf(await ask(store, { query: 'database' })), ['imported', 'live-old'])
    assert.deepEqual(sessionsOf(await ask(store, { query: 'eve' })), [])
    assert.deepEqual(sessionsOf(await ask(store, { query: 'database' }, 'telegram:eve')).toSorted(), [
      'eves',
      'live-eve',
    ])
    assert.deepEqual(sessionsOf(await ask(store, { query: 'plain' }, 'telegram:eve')), [])
    const told = await ask(store, { query: 'token deploy' })
    assert.match(told.results[0]?.matches[0]?.text ?? '', /^the token is <SECRET:[\w-]+> for the deploy$/)
    assert.equal((await ask(store, { query: TOKEN.slice(0, 12) })).count, 0)
    const guessed = await ask(store, { query: `certainty ${TOKEN.slice(0, 12)}` })
    assert.ok(!JSON.stringify(guessed.results).includes(TOKEN.slice(4)))
  })

  test(`${engine}: calls, roles, alternatives, what was compacted away, and some words where not all are found`, async (t) => {
    const store = await filled(t, address(scratch(t)))
    const build = await ask(store, { query: 'build:prod', role_filter: 'assistant' })
    assert.match(build.results[0]?.matches[0]?.text ?? '', /^I will look \[terminal\] npm run "build:prod"$/)
    assert.deepEqual(sessionsOf(await ask(store, { query: 'webpack' })), [])
    assert.deepEqual(sessionsOf(await ask(store, { query: 'webpack', role_filter: 'Tool, user' })), ['live-old'])
    assert.deepEqual(sessionsOf(await ask(store, { query: 'usage OR emoji' })), ['live-old'])
    assert.deepEqual(
      (await ask(store, { query: 'words here' })).results[0]?.matches.map(({ text }) => text),
      ['retired words here'],
    )
    const some = await ask(store, { query: 'umlauten zebra' })
    assert.equal(some.note, 'no message holds all words; these hold some')
    assert.deepEqual(sessionsOf(some), ['live-old'])
    assert.equal((await ask(store, { query: 'isSynthetic' })).count, 0)
    assert.equal((await ask(store, { query: 'database', limit: '1' })).count, 1)
  })
}

test('both engines answer alike, whatever is asked', async (t) => {
  const stores: Connection[] = []
  for (const { address } of ENGINES) stores.push(await filled(t, address(scratch(t))))
  const pieces = fc.constantFrom(
    ...SAYINGS.flatMap((text) => text.split(' ')),
    '%',
    '_',
    '\\',
    '!',
    '"',
    "'",
    'OR',
    'é',
    '字',
  )
  const queries = fc.oneof(
    fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary', minLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(
      queries.filter((query) => /[^\s"*\0]/.test(query) && !/^\s*(?:OR|AND)?\s*$/.test(query)),
      async (query) => {
        const [one, other] = stores
        assert.ok(one !== undefined && other !== undefined)
        const read = async (store: Connection): Promise<unknown> => ask(store, { query }).catch(() => 'no words')
        assert.deepEqual(await read(one), await read(other))
      },
    ),
    { numRuns: 150 },
  )
})

test('a query without words is answered with what is expected', async (t) => {
  const store = await filled(t, ENGINES[0].address(scratch(t)))
  const context = {
    store,
    session: { id: 'x', key: 'x', owner: 'sam', project: undefined, startedAt: 0 },
    signal: new AbortController().signal,
  }
  for (const query of ['', ' " " ', '***', 'AND'])
    assert.match(
      (await sessionSearch.run({ query }, context as ToolContext)).text,
      /^Invalid arguments for session_search: query holds no words/,
    )
})
