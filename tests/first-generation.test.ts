import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import {
  analyzeCompression,
  AppError,
  buildTemplate,
  buildWarmConversation,
  classifyTool,
  compareSessions,
  createTemplate,
  deleteTemplate,
  extractPatterns,
  extractTemplate,
  type GivenPattern,
  importMessages,
  injectTemplate,
  lintHistory,
  listTemplates,
  loadSeed,
  loadTemplate,
  type Message,
  openWarmstart,
  profileSession,
  saveTemplate,
  type Warmstart,
} from '../src/index.ts'

// What the first generation's tests asserted, and what went wrong with it on real histories. docs/coming-from-hermes.md
// tells people of every difference that a name here calls one.

const user = (content: string): Message => ({ role: 'user', content })

const call = (id: string, tool: string, args: Record<string, unknown>, result: string): [Message, Message] => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
  },
  { role: 'tool', tool_call_id: id, content: result },
]

/** As Hermes writes it: the word "error" stands in every result, whatever came of the call. */
const shell = (id: string, command: string, exitCode = 0): [Message, Message] =>
  call(id, 'terminal', { command }, JSON.stringify({ output: `${command}: done`, exit_code: exitCode, error: null }))

/** Calls whose letters say how they ended: `.` worked, `x` failed. */
const calls = (letters: string, prefix = 'step'): Message[] =>
  [...letters].flatMap((letter, at) => shell(`${prefix}-${at}`, taskOf(prefix, at), letter === 'x' ? 2 : 0))

/** A task that is known to be harmless by its name. */
const taskOf = (prefix: string, at: number): string => `make test-${prefix.length}-${at}`

const pattern = (name: string): GivenPattern => ({
  tool: 'terminal',
  arguments: { command: `make ${name}` },
  intent: `run ${name}`,
  result: `${name} is done`,
})

const inMemory = (owner = 'sam'): Promise<Warmstart> => openWarmstart({ store: 'sqlite::memory:', owner })

suite('tool types', () => {
  const types = [
    ['terminal', 'terminal'],
    ['execute_code', 'code'],
    ['read_file', 'file'],
    ['web_search', 'research'],
    ['a_tool_nobody_knows', 'general'],
  ] as const
  for (const [tool, kind] of types) test(`${tool} is ${kind}`, () => assert.equal(classifyTool(tool), kind))
})

suite('profile', () => {
  test('a session without calls has 0 calls; a difference: its rate is null with a reason, because 0.0 would read as flawless', async () => {
    for (const messages of [[], [user('hello')]]) {
      const profile = await profileSession(messages)
      assert.equal(profile.toolCallCount, 0)
      assert.equal(profile.errorRate, null)
      assert.match(profile.reason ?? '', /no calls/)
    }
  })

  test('three calls that worked: rate 0, and every tool counted', async () => {
    const profile = await profileSession([
      user('go on'),
      ...shell('1', 'make lint'),
      ...shell('2', 'make test'),
      ...call('3', 'read_file', { path: 'cart.go' }, 'package cart'),
    ])
    assert.equal(profile.toolCallCount, 3)
    assert.equal(profile.errorRate?.rate, 0)
    assert.deepEqual(profile.toolDistribution, { terminal: 2, read_file: 1 })
    assert.ok((profile.errorRate?.high ?? 0) > 0.5, 'three calls are not much to go by, and the interval says so')
  })

  test('one of three failed: 0.333', async () => {
    const profile = await profileSession(calls('.x.'))
    assert.equal(profile.errorRate?.rate.toFixed(3), '0.333')
    assert.equal(profile.errorRate?.n, 3)
  })

  test('two failures at the beginning of ten calls: a negative gain', async () => {
    const { early, late, proficiencyGain } = await profileSession(calls('xx........'))
    assert.deepEqual([early?.rate, late?.rate], [1, 0])
    assert.equal(proficiencyGain?.estimate, -1)
  })

  test('trivial tools are not counted, and can be had with', async () => {
    const trivial = ['clarify', 'memory', 'fact_store', 'fact_feedback', 'session_search', 'skill_view', 'skills_list']
    const profile = await profileSession([
      ...shell('1', 'make lint'),
      ...trivial.flatMap((tool, at) => call(`t${at}`, tool, {}, '{"success": true}')),
    ])
    assert.equal(profile.toolCallCount, 1)
    assert.deepEqual(profile.toolDistribution, { terminal: 1 })
    assert.equal(profile.withTrivial.toolCallCount, 1 + trivial.length)
  })
})

suite('extraction', () => {
  test('only what worked, and trivial tools are skipped; a difference: what it is for is said in words of ours, because the words before a call may be anybody’s', async () => {
    const { patterns } = await extractPatterns([
      user('Lint the cart.'),
      ...shell('1', 'make lint'),
      ...call('2', 'clarify', { question: 'all of it?' }, 'yes'),
      ...shell('3', 'cargo check', 101),
    ])
    assert.deepEqual(
      patterns.map(({ tool, arguments: args, intent }) => [tool, args['command'], intent]),
      [['terminal', 'make lint', 'Check the style']],
    )
  })

  test('a difference: the most useful first instead of the order of appearance, because 15 first comers were `ls` and `cat`', async () => {
    const { patterns } = await extractPatterns([
      user('Look at it, then test the cart.'),
      ...call('1', 'read_file', { path: 'README.md' }, 'The shop.'),
      ...shell('2', 'ls'),
      ...shell('3', 'make test-unit'),
    ])
    assert.equal(patterns[0]?.shape, 'make test-unit')
    assert.equal(patterns.at(-1)?.tool, 'read_file')
  })

  test('a difference: what is done twice is one pattern, and no more than two of a program', async () => {
    const { patterns } = await extractPatterns([...calls('.....', 'go'), ...shell('z', taskOf('go', 0))])
    assert.deepEqual(
      patterns.map(({ uses }) => uses),
      [2, 1],
    )
  })

  test('no result is invented; a difference: of one session only how much a call said is told, because it may be the words of anybody', async () => {
    const [asked] = shell('9', 'make never-answered')
    const { patterns } = await extractPatterns([
      user('go'),
      ...shell('1', 'make lint'),
      ...call('2', 'web_search', { query: 'prices' }, 'words of somebody else'),
      asked,
    ])
    const shown = JSON.stringify(patterns)
    assert.ok(!shown.includes('make lint: done'))
    assert.ok(!shown.includes('never-answered') && !shown.includes('somebody else'))
    assert.deepEqual(patterns.map(({ resultIs }) => resultIs).toSorted(), ['size', 'size'])
  })
})

type Chat = { role: string; content: string; tool_calls?: { id: string }[]; tool_call_id?: string }[]

suite('warm conversation', () => {
  test('two patterns are six messages: user, assistant with the call, tool with the same id', () => {
    const template = createTemplate({ name: 'two', patterns: [pattern('lint'), pattern('test')] })
    const messages = buildWarmConversation(template) as Chat
    assert.equal(messages.map(({ role }) => role).join(' '), 'user assistant tool user assistant tool')
    for (const at of [1, 4]) assert.equal(messages[at]?.tool_calls?.[0]?.id, messages[at + 1]?.tool_call_id)
    assert.notEqual(messages[2]?.tool_call_id, messages[5]?.tool_call_id)
  })

  test('a difference: the best pattern stands last, nearest to the real message', () => {
    const template = createTemplate({ name: 'two', patterns: [pattern('best'), pattern('second')] })
    const messages = buildWarmConversation(template, { message: 'Fix it.' }) as Chat
    assert.deepEqual(
      messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
      ['second is done', 'best is done'],
    )
    assert.deepEqual(messages.at(-1), { role: 'user', content: 'Fix it.' })
  })

  test('at most 3 of 20 patterns are nine messages', () => {
    const patterns = Array.from({ length: 20 }, (_, at) => pattern(`step-${at}`))
    const messages = buildWarmConversation(createTemplate({ name: 'many', patterns }), { maxPatterns: 3 }) as Chat
    assert.equal(messages.length, 9)
  })

  test('an addendum alone is one system message that contains it', () => {
    const messages = buildWarmConversation(createTemplate({ name: 'words', addendum: 'Use tabs.' })) as Chat
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system'],
    )
    assert.match(messages[0]?.content ?? '', /Use tabs\./)
  })

  test('no system message lands in the middle, and what the user said stays what the user said', async () => {
    const template = createTemplate({ name: 'mixed', addendum: 'Use tabs.', patterns: [pattern('lint')] })
    const before = [{ role: 'system', content: 'You work on the shop.' }, user('Why is it red?')]
    const after = injectTemplate(before, template) as Chat
    const roles = after.map(({ role }) => role)
    assert.equal(roles.lastIndexOf('system'), roles.filter((role) => role === 'system').length - 1)
    assert.deepEqual(after.at(-1), before[1])
    for (const { role, content } of after.slice(0, -1))
      if (role === 'user') assert.match(content, /example from an earlier session/)
    assert.equal((await lintHistory(after, { format: 'openai-chat' })).valid, true)
    assert.deepEqual(injectTemplate(before, template), after, 'the same bytes every time, for prompt caches')
  })
})

suite('compression', () => {
  test('a session that nothing was compressed into, or out of, has none', async () => {
    await using warm = await inMemory()
    await importMessages(warm, [{ id: 'alone', messages: calls('....') }])
    const report = await analyzeCompression({ warm, session: 'alone' })
    assert.equal(report.hasCompression, false)
    assert.deepEqual(report.events, [])
  })

  test('no errors before, one of two after; a difference: not-enough-data instead of not preserved, because two calls each say nothing', async () => {
    const report = await analyzeCompression({ before: calls('..'), after: calls('.x') })
    assert.equal(report.hasCompression, true)
    assert.deepEqual([report.before?.rate, report.after?.rate], [0, 0.5])
    assert.deepEqual([report.preserved, report.verdict], [null, 'not-enough-data'])
    assert.match(report.reason ?? '', /only 2 calls/)
  })

  test('with calls enough it is not preserved', async () => {
    const report = await analyzeCompression({
      before: calls('.'.repeat(20)),
      after: calls('x'.repeat(12) + '........'),
    })
    assert.deepEqual([report.preserved, report.verdict], [false, 'lost'])
  })
})

test('compare: 0.1 against 0.3 is a positive improvement; a difference: two sessions are no verdict', async () => {
  const { warm, cold, improvement, verdict } = await compareSessions(calls('.........x'), calls('xxx.......'))
  assert.deepEqual([warm.errorRate?.rate, cold.errorRate?.rate], [0.1, 0.3])
  assert.equal(improvement?.estimate.toFixed(3), '0.200')
  assert.equal(verdict, 'not-enough-data')
})

suite('persistence', () => {
  test('what is saved is loaded', async () => {
    await using warm = await inMemory()
    const given = {
      name: 'shop',
      description: 'Work',
      tags: ['go'],
      addendum: 'Use tabs.',
      patterns: [pattern('lint')],
    }
    const saved = await saveTemplate(warm, given)
    const loaded = await loadTemplate(warm, 'shop')
    assert.deepEqual({ ...loaded, isNew: true }, saved)
    assert.equal(loaded?.addendum, 'Use tabs.')
    assert.equal(loaded?.patterns[0]?.result, 'lint is done')
  })

  test('what is missing is nothing', async () => {
    await using warm = await inMemory()
    assert.equal(await loadTemplate(warm, 'nothing'), undefined)
    assert.equal(await deleteTemplate(warm, 'nothing'), false)
  })

  test('two are listed, and none', async () => {
    await using warm = await inMemory()
    assert.deepEqual(await listTemplates(warm), { templates: [], damaged: [] })
    for (const name of ['one', 'two']) await saveTemplate(warm, { name, patterns: [pattern(name)] })
    const { templates } = await listTemplates(warm)
    assert.deepEqual(templates.map(({ name }) => name).toSorted(), ['one', 'two'])
  })

  test('a template without anything in it is not saved', async () => {
    await using warm = await inMemory()
    await assert.rejects(saveTemplate(warm, { name: 'empty' }), AppError)
    assert.deepEqual((await listTemplates(warm)).templates, [])
  })
})

suite('mining', () => {
  /** Of so many messages: the user's, and pairs of call and result. */
  const session = (id: string, messages: number, endReason?: string) => {
    const pairs = calls('.'.repeat(Math.floor((messages - 1) / 2)), id)
    const rest = messages % 2 === 0 ? [{ role: 'assistant', content: 'Done.' }] : []
    return { id, messages: [user('go'), ...pairs, ...rest], ...(endReason === undefined ? {} : { endReason }) }
  }

  test('of three sessions (50 messages completed, 10 messages, 40 messages ended by an error) one qualifies', async () => {
    await using warm = await inMemory()
    const [long, short, broken] = [
      session('long', 50, 'completed'),
      session('short', 10),
      session('broken', 40, 'error'),
    ]
    assert.deepEqual(
      [long, short, broken].map(({ messages }) => messages.length),
      [50, 10, 40],
    )
    await importMessages(warm, [long, short, broken])
    const template = await buildTemplate(warm, { name: 'mined', minSupport: 1 })
    assert.equal(template.metrics.sessionsScanned, 3)
    assert.equal(template.metrics.sessionsQualified, 1)
    assert.deepEqual(template.sourceSessions, ['long'])
    assert.deepEqual(
      template.leftOut.filter(({ reason }) => reason.startsWith('session')),
      [
        { reason: 'session ended by an error', count: 1 },
        { reason: 'session too short', count: 1 },
      ],
    )
  })

  const ordinary = ['agent_close', 'cli_close', 'session_reset', 'cron_complete', 'tui_close', 'compression', undefined]
  test('a difference: every ordinary end qualifies, because nobody ever wrote "completed"', async () => {
    await using warm = await inMemory()
    await importMessages(
      warm,
      ordinary.map((reason, at) => session(`s${at}`, 40, reason)),
    )
    const template = await buildTemplate(warm, { name: 'mined', minSupport: 1 })
    assert.equal(template.metrics.sessionsQualified, ordinary.length)
  })

  test('a difference: one session alone puts nothing into a template, and then nothing is saved', async () => {
    await using warm = await inMemory()
    await importMessages(warm, [session('alone', 40)])
    await assert.rejects(buildTemplate(warm, { name: 'mined' }), AppError)
    assert.deepEqual((await listTemplates(warm)).templates, [])
    const named = await extractTemplate(warm, { session: 'alone', name: 'mined' })
    assert.ok(named.patterns.every(({ support }) => support === 1))
  })
})

suite('what went wrong with it', () => {
  const WORKED = [
    ['a result with "error": null', '{"output": "0 errors, 0 failed", "exit_code": 0, "error": null}'],
    ['an empty error', '{"success": true, "error": ""}'],
  ] as const
  for (const [what, result] of WORKED)
    test(`${what} is no error`, async () => {
      const profile = await profileSession(call('1', 'terminal', { command: 'make test' }, result))
      assert.deepEqual(profile.outcomes, { ok: 1, error: 0, unknown: 0 })
    })

  test('the word "error" in a file is none', async () => {
    const code = 'if err != nil { return fmt.Errorf("failed: not found") } // traceback, exception'
    const profile = await profileSession(call('1', 'read_file', { path: 'cart.go' }, code))
    assert.equal(profile.outcomes.error, 0)
  })

  test('results of nine parallel calls are found, however far they stand', async () => {
    const pairs = Array.from({ length: 9 }, (_, at) => shell(`p${at}`, `make part-${at}`, at === 8 ? 2 : 0))
    const asked = pairs.flatMap(([{ tool_calls }]) => tool_calls as unknown[])
    const results = pairs.map(([, result]) => result)
    const profile = await profileSession([
      user('go'),
      { role: 'assistant', content: '', tool_calls: asked },
      ...results,
    ])
    assert.deepEqual(profile.outcomes, { ok: 8, error: 1, unknown: 0 })
  })

  test('a call without a result is unknown: neither a success nor a failure', async () => {
    const [asked] = shell('1', 'make lint')
    const profile = await profileSession([user('go'), asked])
    assert.deepEqual(profile.outcomes, { ok: 0, error: 0, unknown: 1 })
    assert.equal(profile.errorRate, null)
  })

  for (const name of ['../../x', '/x', 'a/b', 'nul', '', 'x\0y'])
    test(`${JSON.stringify(name)} is no name of a template`, async () => {
      await using warm = await inMemory()
      await assert.rejects(saveTemplate(warm, { name, patterns: [pattern('lint')] }), /cannot be the name/)
      assert.throws(() => createTemplate({ name, patterns: [pattern('lint')] }), /cannot be the name/)
      assert.deepEqual((await listTemplates(warm)).templates, [])
    })

  test('a secret in a session reaches neither template nor seed', async () => {
    await using warm = await inMemory()
    const secret = `ghp_${'k9T2m4Q7w1Z5'.repeat(3)}`
    await importMessages(warm, [
      { id: 'leaky', messages: [user(`push with ${secret}`), ...shell('1', `npm run lint -- --grep "${secret}"`)] },
    ])
    const found = await extractPatterns({ warm, session: 'leaky' })
    const template = await extractTemplate(warm, { session: 'leaky', name: 'leaky' })
    const seed = await loadSeed(warm, { name: 'leaky', format: 'text' })
    assert.ok(found.patterns.length > 0 && template.patterns.length > 0)
    for (const shown of [found, template, seed.text]) assert.ok(!JSON.stringify(shown).includes(secret))
  })

  test("nobody gets at another's sessions and templates", async () => {
    await using sam = await inMemory('sam')
    const kim: Warmstart = { ...sam, app: { ...sam.app, owner: 'kim' } }
    await importMessages(sam, [{ id: 'private', messages: [user('go'), ...calls('....')] }])
    await extractTemplate(sam, { session: 'private', name: 'private' })
    assert.equal(await loadTemplate(kim, 'private'), undefined)
    assert.deepEqual((await listTemplates(kim)).templates, [])
    assert.equal(await deleteTemplate(kim, 'private'), false)
    await assert.rejects(loadSeed(kim, { name: 'private', format: 'text' }), /no template called private/)
    await assert.rejects(extractPatterns({ warm: kim, session: 'private' }), /no session of kim/)
    await assert.rejects(extractTemplate(kim, { session: 'private', name: 'mine' }), /no session of kim/)
    await assert.rejects(buildTemplate(kim, { name: 'mine', minSupport: 1, minMessages: 1 }), AppError)
    assert.notEqual(await loadTemplate(sam, 'private'), undefined)
  })

  test('a seed that comes back as history is not counted', async () => {
    const template = createTemplate({ name: 'two', patterns: [pattern('lint'), pattern('test')] })
    const warmed = injectTemplate([user('Fix it.'), ...shell('1', 'make format')], template) as Message[]
    const profile = await profileSession(warmed)
    assert.equal(profile.toolCallCount, 1)
    const { patterns } = await extractPatterns(warmed)
    assert.deepEqual(
      patterns.map(({ arguments: args }) => args['command']),
      ['make format'],
    )
  })
})

suite('the page for people who come from it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'coming-from-hermes.md'), 'utf8')
  const words = (text: string): string[] => text.trim().split(/\s+/)
  const told = {
    command: words(
      'analyze build extract create-template list list-templates test load delete compress-check compare',
    ).map((name) => `\`hermes warm ${name}`),
    directory: words('warm_sessions/ session_templates/ session-templates/ warm_templates/'),
    action: words('build list load delete profile compress-check compare').map((name) => `\n| \`${name}\` |`),
    parameter: words('min_messages max_sessions source_filter tags description session_id compare_with'),
    answer: words(`
      templates count pattern_count metrics conversation_history conversation_preview message_count message
      tool_call_count error_rate proficiency_gain dominant_tool_type tool_success_rates has_compression
      proficiency_preserved test_name warm_error_rate cold_error_rate improvement warm_better
    `),
    field: words(`
      name description patterns tool_name arguments result_summary preceding_context pattern_type success_count
      session_types system_prompt_addendum tags source_session_ids created_at version metrics sessions_scanned
      sessions_qualified total_patterns tool_distribution avg_proficiency_gain template_id tool_patterns
      success_rate common_args error_recovery context_requirements user_patterns request_style feedback_style
      common_domains preferred_tools recovery_patterns error_type error_message_pattern recovery_strategy
      context_markers source_session_id task_type examples result success usage_count proficiency_score
    `),
  }
  for (const [what, names] of Object.entries(told))
    test(`says where every ${what} went`, () => {
      const missing = names.filter((name) => !page.includes(/[`\n]/.test(name) ? name : `\`${name}\``))
      assert.deepEqual(missing, [])
    })

  test('names functions that there are', async () => {
    const library = Object.keys(await import('../src/index.ts'))
    const [, table = ''] = page.split('\n## Functions\n')
    const named = [...(table.split('\n## ')[0] ?? '').matchAll(/`([a-z]+(?:[A-Z][a-z]+)+)`/g)].map(
      ([, name = '']) => name,
    )
    assert.ok(named.length > 10)
    assert.deepEqual(
      named.filter((name) => !library.includes(name) && name !== 'maxPatterns'),
      [],
    )
  })
})
