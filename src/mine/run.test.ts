import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bash, type MadeCall, type MadeSession, START, writeHistory } from '../../tests/support/mined-history.ts'
import { scratch } from '../../tests/support/store.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { mine, type MineOptions } from './run.ts'
import { mineUserSide } from './run-user-side.ts'

const DAY = 24 * 3_600_000
const OPTIONS: MineOptions = { owner: 'sam', now: START + 10 * DAY }

const storeWith = async (
  t: { after(clean: () => void | Promise<void>): void },
  sessions: readonly MadeSession[],
): Promise<Connection> => {
  const store = await openStore(`sqlite:${scratch(t)}/store.db`)
  t.after(() => store.close())
  await writeHistory(store, sessions)
  return store
}

/** What a session of the shop looks like. */
const work = (file: string): MadeCall[] => [
  {
    tool: 'Read',
    args: { file_path: `/home/sam/shop/src/${file}` },
    result: 'export const total = 1',
    asked: 'Please fix the total',
  },
  bash('mise run lint', { intent: 'Now the linter', result: 'Found 0 errors.\nlook at the moon' }),
  bash(`go test ./${file} -run TestTotal`, { result: 'ok' }),
  bash(`git diff --stat ${file} && npm run check -- --grep "Fix ${file}"`, { result: `checked ${file}` }),
]

const shapes = (patterns: readonly { shape: string }[]): string[] => patterns.map(({ shape }) => shape)

test('what several sessions did is a pattern, with its support, and its varying words as slots', async (t) => {
  const store = await storeWith(t, [
    { id: 'a', calls: work('cart') },
    { id: 'b', calls: work('order') },
    { id: 'c', calls: work('stock') },
  ])
  const { patterns, scanned, sessions } = await mine(store, OPTIONS)
  assert.equal(scanned, 3)
  assert.equal(sessions.length, 3)
  assert.deepEqual(shapes(patterns).toSorted(), ['go test', 'mise run lint', 'npm run check'])
  const lint = patterns.find(({ shape }) => shape === 'mise run lint')
  assert.deepEqual(lint?.arguments, { command: 'mise run lint' })
  assert.deepEqual(lint?.slots, [])
  assert.equal(lint?.support, 3)
  assert.equal(lint?.result, 'Found 0 errors.')
  assert.equal(lint?.intent, 'Check the style')
  assert.equal(lint?.intentFrom, 'shape')
  const goTest = patterns.find(({ shape }) => shape === 'go test')
  assert.deepEqual(goTest?.arguments, { command: 'go test <package> -run TestTotal' })
  const check = patterns.find(({ shape }) => shape === 'npm run check')
  assert.deepEqual(check?.arguments, { command: 'git diff --stat <name> && npm run check -- --grep "<pattern>"' })
})

test('a check behind a pipe is shown without the pipe where its output says that it passed, and else not at all', async (t) => {
  const calls = (passed: string): MadeCall[] => [
    bash('ruff check 2>&1 | tail -3', { result: 'All checks passed!' }),
    bash('pytest -q 2>&1 | tail -3; echo done', { result: passed }),
    bash('pnpm check 2>&1 | grep total | head -4', { result: 'total of the cart' }),
  ]
  const store = await storeWith(t, [
    { id: 'a', calls: calls('3 passed in 1.2s') },
    { id: 'b', calls: calls('4 passed in 1.3s') },
  ])
  const { patterns, leftOut } = await mine(store, OPTIONS)
  assert.deepEqual(
    patterns.map(({ arguments: given, result }) => [given['command'], result]),
    [
      ['pytest -q', '4 passed in 1.3s'],
      ['ruff check', 'All checks passed!'],
    ],
  )
  assert.ok(leftOut.some(({ reason }) => reason === 'a pipe hides whether it worked'))
})

test('what tunes one call of a shell is left out, and what all calls have stays', async (t) => {
  const call = (limit: number): MadeCall => ({
    ...bash('make test', { result: '3 passed in 1.2s' }),
    args: { command: 'make test', workdir: '/home/sam/shop', max_output_tokens: limit, timeout: 180_000 },
  })
  const store = await storeWith(t, [
    { id: 'a', calls: [call(100)] },
    { id: 'b', calls: [call(2_000)] },
    { id: 'c', calls: [call(6_000)] },
  ])
  const { patterns } = await mine(store, OPTIONS)
  assert.deepEqual(patterns[0]?.arguments, { command: 'make test', timeout: 180_000 })
})

test('a tool that every model knows is shown only where there is little else', async (t) => {
  const reading = (id: string) => ({ id, calls: work(id).filter(({ tool }) => tool === 'Read') })
  const store = await storeWith(t, [reading('a'), reading('b')])
  const { patterns } = await mine(store, { ...OPTIONS, minMessages: 1 })
  const read = patterns.at(-1)
  assert.equal(read?.tool, 'Read')
  assert.deepEqual(read?.arguments, { file_path: '<file>' })
  assert.equal(read?.resultIs, 'size')
  assert.equal(read?.type, 'init')
  assert.equal(read?.intentFrom, 'shape')
})

test('every piece of evidence is a call of the owner, and another owner finds nothing', async (t) => {
  const store = await storeWith(t, [
    { id: 'a', calls: work('cart') },
    { id: 'b', calls: work('order') },
    { id: 'x', owner: 'telegram:eve', calls: [bash('make docs'), ...work('cart')] },
    { id: 'y', owner: 'telegram:eve', calls: [bash('make docs'), ...work('cart')] },
  ])
  const { patterns, sessions } = await mine(store, OPTIONS)
  assert.ok(!shapes(patterns).includes('make docs'))
  assert.ok(patterns.every(({ evidence }) => evidence.every(({ session }) => session === 'a' || session === 'b')))
  const eve = await mine(store, { ...OPTIONS, owner: 'telegram:eve' })
  assert.equal(eve.patterns.find(({ shape }) => shape === 'make docs')?.support, 2)
  const nobody = await mine(store, { ...OPTIONS, owner: 'telegram:nobody' })
  assert.deepEqual([nobody.scanned, nobody.patterns, nobody.avgProficiencyGain], [0, [], null])
  // A session of somebody else that is named or handed in does not exist.
  assert.equal((await mine(store, { ...OPTIONS, sessions: ['x'] })).scanned, 0)
  const side = await mineUserSide(store, eve.sessions, OPTIONS)
  assert.deepEqual(side.conventions, [])
  assert.equal(side.userPatterns, null)
  assert.equal((await mineUserSide(store, sessions, OPTIONS)).userPatterns?.messageCount, 2)
})

test('sessions qualify by messages, errors and how they ended', async (t) => {
  const failing = [1, 2, 3, 4].map((n) => bash(`make step-${n}`, { outcome: 'error' }))
  const red = [1, 2, 3].map((n) => bash(`make step-${n}`, { outcome: 'error', cause: 'expected' }))
  const store = await storeWith(t, [
    { id: 'good', calls: work('a') },
    { id: 'short', calls: work('a'), messages: 10 },
    { id: 'wrong', calls: [...work('a'), ...failing] },
    { id: 'crashed', calls: work('a'), endReason: 'agent_error' },
    { id: 'reset', calls: work('a'), endReason: 'session_reset' },
    { id: 'red', calls: [...work('a'), ...red] },
    { id: 'silent', calls: [] },
  ])
  const { scanned, sessions, leftOut } = await mine(store, OPTIONS)
  assert.equal(scanned, 7)
  assert.deepEqual(sessions.map(({ id }) => id).toSorted(), ['good', 'red', 'reset'])
  assert.deepEqual(
    leftOut.filter(({ reason }) => reason.startsWith('session')),
    [
      { reason: 'session ended by an error', count: 1 },
      { reason: 'session too short', count: 1 },
      { reason: 'session with too many errors', count: 1 },
      { reason: 'session without calls of known outcome', count: 1 },
    ],
  )
})

test('only the newest sessions that qualify are mined', async (t) => {
  const store = await storeWith(
    t,
    [0, 1, 2, 3, 4].map((n) => ({ id: `s${n}`, startedAt: START + n * DAY, calls: work('a') })),
  )
  const { sessions, scanned } = await mine(store, { ...OPTIONS, maxSessions: 2 })
  assert.deepEqual(
    sessions.map(({ id }) => id),
    ['s4', 's3'],
  )
  assert.equal(scanned, 2)
})

test('a family of sessions is one witness, and one witness is not enough unless a person named it', async (t) => {
  const store = await storeWith(t, [
    { id: 'parent', calls: [bash('mise run lint'), bash('mise run fmt')] },
    { id: 'child', parentSession: 'parent', parentKind: 'compression', calls: [bash('mise run lint')] },
    { id: 'later', parentSession: 'child', parentKind: 'reset', calls: [bash('mise run fmt')] },
  ])
  const { patterns, leftOut } = await mine(store, OPTIONS)
  assert.deepEqual(shapes(patterns), ['mise run fmt'])
  assert.deepEqual(leftOut, [{ reason: 'seen in too few independent sessions', count: 1 }])
  const named = await mine(store, { ...OPTIONS, sessions: ['child'] })
  assert.deepEqual(
    named.patterns.map(({ shape, support }) => [shape, support]),
    [['mise run lint', 1]],
  )
})

test('nothing at or after `until` is looked at', async (t) => {
  const later = (calls: MadeCall[]) => [
    ...work('a'),
    ...Array.from({ length: 12 }, () => bash('mise run lint')),
    ...calls,
  ]
  const early: MadeSession[] = [
    { id: 'a', startedAt: START, lastAt: START + 15 * 60_000, calls: later([]) },
    { id: 'b', startedAt: START, lastAt: START + 15 * 60_000, calls: later([]) },
  ]
  const whole = early.map((session) => ({
    ...session,
    // Went on for hours, failed at nearly everything, and ended by a crash.
    endReason: 'crash',
    lastAt: START + 80 * 60_000,
    messages: 400,
    calls: [
      ...session.calls,
      ...Array.from({ length: 60 }, (_, n) => bash(`deploy now-${n}`, n < 30 ? {} : { outcome: 'error' })),
    ],
  }))
  const until = START + 16 * 60_000
  const future: MadeSession = { id: 'c', startedAt: START + DAY, calls: [bash('deploy now')] }
  const timeless: MadeSession = { id: 'd', startedAt: undefined, lastAt: undefined, calls: work('a') }
  const known = await mine(await storeWith(t, early), { ...OPTIONS, until })
  const hindsight = await mine(await storeWith(t, [...whole, future, timeless]), { ...OPTIONS, until })
  assert.ok(known.patterns.length > 2)
  assert.deepEqual(hindsight.patterns, known.patterns)
  assert.deepEqual(hindsight.workflows, known.workflows)
  assert.deepEqual(hindsight.toolDistribution, known.toolDistribution)
  assert.equal(hindsight.avgProficiencyGain, known.avgProficiencyGain)
})

test('filters narrow what is mined; a source filter also takes a platform', async (t) => {
  const store = await storeWith(t, [
    { id: 'a', platform: 'telegram', calls: work('a') },
    { id: 'b', source: 'hermes', project: '/home/sam/other', model: 'small', calls: work('b') },
    { id: 'c', startedAt: START - 40 * DAY, calls: work('c') },
  ])
  const idsOf = async (filter: Partial<MineOptions>): Promise<string[]> =>
    (await mine(store, { ...OPTIONS, ...filter })).sessions.map(({ id }) => id).toSorted()
  assert.deepEqual(await idsOf({}), ['a', 'b', 'c'])
  assert.deepEqual(await idsOf({ source: 'hermes' }), ['b'])
  assert.deepEqual(await idsOf({ source: 'telegram' }), ['a'])
  assert.deepEqual(await idsOf({ platform: 'telegram' }), ['a'])
  assert.deepEqual(await idsOf({ project: 'shop' }), ['a', 'c'])
  assert.deepEqual(await idsOf({ model: 'small' }), ['b'])
  assert.deepEqual(await idsOf({ since: START - DAY }), ['a', 'b'])
})

test('what recurs in order is a workflow, shown as one stretch of one session', async (t) => {
  const store = await storeWith(t, [
    { id: 'a', calls: work('cart') },
    { id: 'b', calls: work('order') },
  ])
  const { workflows } = await mine(store, OPTIONS)
  assert.equal(workflows.length, 1)
  assert.deepEqual(
    workflows[0]?.steps.map(({ shape }) => shape),
    ['mise run lint', 'go test', 'npm run check'],
  )
  assert.equal(workflows[0]?.support, 2)
  assert.equal(new Set(workflows[0]?.evidence.map(({ session }) => session)).size, 1)
  assert.equal(workflows[0]?.steps[0]?.result, 'Found 0 errors.')
})

test('a command that destroys is left out and counted, a call that was cut is never shown', async (t) => {
  const long = 'x'.repeat(60)
  const calls = (n: number): MadeCall[] => [bash('rm -rf build'), bash(`deploy push --note ${long}${n}`)]
  const store = await storeWith(t, [
    { id: 'a', calls: calls(1) },
    { id: 'b', calls: calls(2) },
  ])
  await store.run("update call set args_tail = 'rest', args_chars = 5000 where subject like 'deploy%'")
  const { patterns, leftOut } = await mine(store, OPTIONS)
  assert.deepEqual(patterns, [])
  assert.deepEqual(leftOut, [
    { reason: 'arguments not kept whole', count: 1 },
    { reason: 'runs rm, which is not known', count: 1 },
  ])
})

test('mining twice gives the same bytes, and so does mining sessions that came in another order', async (t) => {
  const sessions: MadeSession[] = ['cart', 'order', 'stock', 'price'].map((file, n) => ({
    id: `s${n}`,
    startedAt: START + n * DAY,
    calls: work(file),
  }))
  const one = await mine(await storeWith(t, sessions), OPTIONS)
  const other = await mine(await storeWith(t, sessions.toReversed()), OPTIONS)
  assert.equal(JSON.stringify(other), JSON.stringify(one))
})

test('recoveries reach further back than patterns, unless it was said how far', async (t) => {
  const failed = bash('npm test -- cart', {
    outcome: 'error',
    cause: 'agent',
    evidence: 'unknown option --cart was given',
    result: 'unknown option --cart was given',
  })
  const old = (id: string): MadeSession => ({
    id,
    startedAt: START,
    calls: [...work(id), failed, bash('npm test cart'), bash('npm run lint')],
  })
  const recent = Array.from(
    { length: 30 },
    (_, at): MadeSession => ({
      id: `n${at}`,
      startedAt: START + (at + 1) * DAY,
      calls: work(`n${at}`),
    }),
  )
  const store = await storeWith(t, [old('a'), old('b'), ...recent])
  const far = await mine(store, { ...OPTIONS, now: START + 31 * DAY })
  assert.deepEqual(
    far.recoveries.map(({ signature, support }) => [signature, support]),
    [['unknown option …', 2]],
  )
  assert.equal(far.sessions.length, 30)
  assert.deepEqual((await mine(store, { ...OPTIONS, maxSessions: 30, now: START + 31 * DAY })).recoveries, [])
})
