import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import {
  analyzeCompression,
  AppError,
  buildWarmConversation,
  compareSessions,
  createTemplate,
  extractPatterns,
  extractTemplate,
  importMessages,
  lintHistory,
  listTemplates,
  loadSeed,
  loadTemplate,
  type Message,
  openWarmstart,
  profileSession,
  saveTemplate,
  syncHistory,
  type Warmstart,
} from '../src/index.ts'
import { scratch } from './support/store.ts'

const inMemory = (): Promise<Warmstart> => openWarmstart({ store: 'sqlite::memory:', owner: 'sam' })

const shell = (id: string, command: string, exitCode = 0): Message[] => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'terminal', arguments: JSON.stringify({ command }) } }],
  },
  { role: 'tool', tool_call_id: id, content: JSON.stringify({ output: 'done', exit_code: exitCode, error: null }) },
]

const TALK: Message[] = [{ role: 'user', content: 'Lint the shop.' }, ...shell('1', 'make lint')]

const LINT = { tool: 'terminal', arguments: { command: 'make lint' }, intent: 'lint the shop', result: '0 issues.' }

const codeIs = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

suite('a store', () => {
  test('keeps what was put into it for the next one who opens it, and is closed at the end of its block', async (t) => {
    const store = `sqlite:${join(scratch(t), 'of', 'ours', 'store.db')}`
    let closed: Warmstart
    {
      await using warm = await openWarmstart({ store, owner: 'sam' })
      await saveTemplate(warm, { name: 'shop', patterns: [LINT] })
      closed = warm
    }
    await assert.rejects(listTemplates(closed))
    await using again = await openWarmstart({ store, owner: 'sam' })
    assert.equal((await loadTemplate(again, 'shop'))?.patterns[0]?.result, '0 issues.')
  })

  test('is not opened at an address that is none', () =>
    assert.rejects(openWarmstart({ store: 'mysql://x' }), codeIs('store-url')))

  test('takes a conversation once, however often it is handed over, and as it grows', async () => {
    await using warm = await inMemory()
    const count = async () => (await profileSession({ warm, session: 'talk' })).toolCallCount
    for (let round = 0; round < 2; round++) await importMessages(warm, [{ id: 'talk', messages: TALK }])
    assert.equal(await count(), 1)
    await importMessages(warm, [{ id: 'talk', messages: [...TALK, ...shell('2', 'make test')] }])
    assert.equal(await count(), 2)
  })

  test('a place to read that does not exist is an error that names it', async (t) => {
    await using warm = await inMemory()
    const path = join(scratch(t), 'nowhere')
    await assert.rejects(syncHistory(warm, { targets: [{ path }] }), codeIs('no-such-path'))
  })
})

suite('a seed', () => {
  test('goes into the ledger, once for every time it is loaded', async () => {
    await using warm = await inMemory()
    await saveTemplate(warm, { name: 'shop', patterns: [LINT] })
    for (const format of ['openai-chat', 'text']) {
      const { unrecorded, downgraded, template } = await loadSeed(warm, { name: 'shop', format })
      assert.deepEqual([unrecorded, downgraded, template.name], [null, null, 'shop'])
    }
    const { templates } = await listTemplates(warm)
    assert.equal(templates[0]?.usage.uses, 2)
    assert.equal(templates[0]?.success, null, 'nobody has said how it went')
  })

  test('of a tool that the session does not have becomes text; tools are given as the provider takes them', async () => {
    await using warm = await inMemory()
    await saveTemplate(warm, { name: 'shop', patterns: [LINT] })
    const toolNamed = (name: string) => [{ name, input_schema: { type: 'object' } }]
    const load = (tools: unknown) => loadSeed(warm, { name: 'shop', format: 'anthropic', tools })
    assert.equal((await load(toolNamed('terminal'))).downgraded, null)
    const other = await load(toolNamed('search'))
    assert.equal(other.form, 'text')
    assert.match(other.downgraded ?? '', /"terminal" is not declared/)
    await assert.rejects(load('no tools'), codeIs('usage'))
  })

  test('that cannot be made is an error with something to do about it', async () => {
    await using warm = await inMemory()
    await saveTemplate(warm, { name: 'shop', patterns: [LINT] })
    const wrong = [
      [{ name: 'shop', format: 'morse' }, 'unknown-format'],
      [{ name: 'nothing', format: 'text' }, 'no-such-template'],
      [{ name: 'shop', format: 'text', dose: 0 }, 'usage'],
      [{ name: 'shop', format: 'openai-chat', message: ' ' }, 'usage'],
    ] as const
    for (const [input, code] of wrong)
      await assert.rejects(
        loadSeed(warm, input),
        (error) => error instanceof AppError && error.code === code && error.hint !== undefined,
      )
    assert.equal((await listTemplates(warm)).templates[0]?.usage.uses, 0)
  })

  test('of a template in memory is the one of the same template in a store', async () => {
    await using warm = await inMemory()
    const given = { name: 'shop', addendum: 'Use tabs.', patterns: [LINT] }
    await saveTemplate(warm, given)
    const { value } = await loadSeed(warm, { name: 'shop', format: 'anthropic', message: 'Go on.' })
    assert.deepEqual(buildWarmConversation(createTemplate(given), { format: 'anthropic', message: 'Go on.' }), value)
  })
})

suite('patterns', () => {
  test('of nobody saying anything are none', async () => {
    const nothing = { patterns: [], recoveries: [], leftOut: [] }
    assert.deepEqual(await extractPatterns([]), nothing)
    assert.deepEqual(await extractPatterns([{ role: 'system', content: 'You work on the shop.' }]), nothing)
  })

  test('can be saved as they are found, and the same ones make no new version', async () => {
    await using warm = await inMemory()
    const { patterns } = await extractPatterns(TALK)
    assert.equal(patterns.length, 1)
    const saved = await saveTemplate(warm, { name: 'shop', patterns })
    const again = await saveTemplate(warm, { name: 'shop', patterns })
    assert.deepEqual([saved.version, saved.isNew, again.version, again.isNew], [1, true, 1, false])
    assert.equal(saved.patterns[0]?.shape, 'make lint')
  })

  test('hold no value of the environment that is a secret, found, saved or built', async () => {
    await using open = await inMemory()
    const secret = 'correct-horse-battery-staple'
    const place = { ...open.app.place, env: { SHOP_PASSWORD: secret } }
    const warm: Warmstart = { ...open, app: { ...open.app, place } }
    const messages = [{ role: 'user', content: `It is ${secret}.` }, ...shell('1', `npm run lint -- ${secret}`)]
    await importMessages(warm, [{ id: 'talk', messages }])
    const found = await extractPatterns({ warm, session: 'talk' })
    assert.equal(found.patterns.length, 1)
    const pattern = { ...LINT, arguments: { command: `npm run lint -- ${secret}` } }
    const words = { description: `With ${secret}`, tags: [secret], addendum: `Say ${secret}.` }
    const saved = await saveTemplate(warm, { name: 'saved', patterns: [pattern], ...words })
    assert.ok(saved.redactions.length > 0)
    const built = await extractTemplate(warm, { session: 'talk', name: 'built' })
    for (const shown of [found, saved, built]) assert.ok(!JSON.stringify(shown).includes(secret))
  })
})

suite('sessions that are not in one place', () => {
  test('of a store and of messages cannot be compared', async () => {
    await using warm = await inMemory()
    await importMessages(warm, [{ id: 'talk', messages: TALK }])
    await assert.rejects(compareSessions({ warm, session: 'talk' }, TALK), codeIs('usage'))
    const itself = await compareSessions({ warm, session: 'talk' }, { warm, session: 'talk' })
    assert.equal(itself.improvement?.estimate, 0)
  })

  test('in which nobody says anything are named', async () => {
    await assert.rejects(compareSessions([], TALK), /nobody says anything in the first session/)
    await assert.rejects(compareSessions(TALK, []), /nobody says anything in the second session/)
    await assert.rejects(analyzeCompression({ before: [], after: TALK }), /nobody says anything in the messages before/)
  })

  test('with the same messages are two, not copies of one', async () => {
    const { warm, cold } = await compareSessions(TALK, TALK)
    assert.deepEqual([warm.calls, cold.calls], [1, 1])
  })

  test('that a tolerance is asked of which is none', () =>
    assert.rejects(analyzeCompression({ before: TALK, after: TALK }, { tolerance: 0 }), codeIs('usage')))

  test('leave no trace at home', async (t) => {
    const home = scratch(t)
    const { HOME, WARMSTART_HOME } = process.env
    t.after(() => Object.assign(process.env, { HOME, ...(WARMSTART_HOME === undefined ? {} : { WARMSTART_HOME }) }))
    process.env['HOME'] = home
    delete process.env['WARMSTART_HOME']
    await profileSession(TALK)
    await extractPatterns(TALK)
    assert.deepEqual(readdirSync(home), [])
  })
})

test('a history is examined as a value and as text alike', async () => {
  const history = buildWarmConversation(createTemplate({ name: 'shop', patterns: [LINT] }))
  const report = await lintHistory(history, { format: 'openai-chat' })
  assert.equal(report.valid, true)
  assert.deepEqual(await lintHistory(JSON.stringify(history), { format: 'openai-chat' }), report)
  const tools = [{ type: 'function', function: { name: 'search' } }]
  const [first] = (await lintHistory(history, { format: 'openai-chat', tools })).problems
  assert.equal(first?.check, 'L4-tools')
  assert.equal((await lintHistory(history, { format: 'openai-chat', budget: 1 })).valid, false)
})

/** Messages as they should be, as they should not be, and things that are none. */
const anyMessage = fc.oneof(
  fc.constantFrom(...TALK, ...shell('1', 'rm -rf /'), ...shell('2', 'make test', 2)),
  fc.record(
    {
      role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'nobody'),
      content: fc.oneof(fc.string(), fc.jsonValue()),
      tool_calls: fc.jsonValue(),
      tool_call_id: fc.string(),
    },
    { requiredKeys: ['role'] },
  ),
  fc.jsonValue(),
)

test('whatever messages are given, there is a profile in which every call is counted, and patterns of what worked', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { maxLength: 10 }), async (given) => {
      const messages = given as Message[]
      const { withTrivial, errorRate } = await profileSession(messages)
      const { ok, error, unknown } = withTrivial.outcomes
      assert.equal(ok + error + unknown, withTrivial.toolCallCount)
      if (errorRate !== null) assert.ok(errorRate.low <= errorRate.rate && errorRate.rate <= errorRate.high)
      const { patterns } = await extractPatterns(messages)
      assert.ok(patterns.length <= ok)
      assert.ok(!JSON.stringify(patterns).includes('rm -rf'))
      assert.deepEqual((await extractPatterns(messages)).patterns, patterns)
    }),
    { numRuns: 25 },
  ))
