import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Model } from '../src/agent/models/model.ts'
import type { ToolContext } from '../src/agent/tool.ts'
import { createProcessTool } from '../src/agent/tools/process.ts'
import { ACTIONS as PROCESS_ACTIONS } from '../src/agent/tools/process-arguments.ts'
import type { TurnRequest, TurnResult } from '../src/agent/turn.ts'
import { createCronTool } from '../src/gateway/jobs/cron-tool.ts'
import { createJob, runJob } from '../src/gateway/jobs/actions.ts'
import { knownHomes } from '../src/gateway/sending/known-homes.ts'
import { localPlatform } from '../src/gateway/platforms/local/platform.ts'
import { readSource } from '../src/gateway/identity/source.ts'
import { openAgent } from '../src/verbs/run/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import type { Processes, ProcessView } from '../src/processes/processes.ts'
import type { Connection } from '../src/store/connection.ts'
import { countMail } from '../src/store/chats/gateway.ts'
import { listJobs, readJob } from '../src/store/chats/job.ts'
import { openQuestions } from '../src/store/chats/question.ts'
import { findSessions } from '../src/store/facts/session.ts'
import { saveTemplate } from '../src/template/run.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { templateNamed } from '../src/store/templates/template.ts'
import { eventually } from './support/eventually.ts'
import { gatewayStore, storedEcho, testChats, testConfig, testGateway, testPlatform } from './support/gateway.ts'
import { sayIn } from './support/live-session.ts'
import { bash, writeHistory } from './support/mined-history.ts'
import { templateDraft } from './support/template-fixture.ts'

/**
 * Two people in one gateway, Ann and Ben, in direct chats and in one group. Ben tries every command and every tool on what is Ann's.
 * Both lists are held to be complete, so that a new command or tool has to be tried as well.
 */
const [ANN, BEN] = ['telegram:ann', 'telegram:ben']
const PLACES = [
  { name: 'direct chats', ann: { chatId: 'ann' }, ben: { chatId: 'ben' } },
  { name: 'one group', ann: { chatId: 'group', chatType: 'group' }, ben: { chatId: 'group', chatType: 'group' } },
]

type Test = Parameters<typeof gatewayStore>[0]

/** A gateway in which Ann has two sessions, a question that waits, and a turn that runs. */
const busyGateway = async (t: Test, place: (typeof PLACES)[number]) => {
  const { app, store } = await gatewayStore(t)
  const chat = testPlatform('telegram', { admission: 'list' })
  const config = testConfig({
    allow: new Map([['telegram', ['ann', 'ben']]]),
    approvers: new Map([['telegram', ['ann']]]),
    homeChannels: new Map(),
  })
  const answer = storedEcho(store, app.now)
  const ready = Promise.withResolvers<undefined>()
  const stopped: string[] = []
  const respond = async (request: TurnRequest): Promise<TurnResult> => {
    request.signal?.addEventListener('abort', () => stopped.push(request.owner))
    if (request.text === 'long') await ready.promise
    return answer(request)
  }
  const compressed: string[] = []
  const chats = testChats(store, config, app.now)
  const gateway = await testGateway({
    app,
    store,
    config,
    chats,
    respond,
    platforms: [chat.platform, localPlatform],
    compress: async ({ owner }) => {
      compressed.push(owner)
      return 'shorter'
    },
    earlierSessions: async (owner) => [`sessions of ${owner}`],
  })
  t.after(() => ready.resolve(undefined))
  const say = async (who: 'ann' | 'ben', text: string): Promise<string> => {
    const before = chat.sent.length
    await chat.say(text, { userId: who, ...place[who] })
    await eventually(() => chat.sent.length > before, `an answer to ${text}`)
    return chat.sent.at(-1)?.text ?? ''
  }
  const keyOf = (who: 'ann' | 'ben') =>
    chats.keyOf(readSource({ platform: 'telegram', chat_type: 'dm', ...snake(place[who]), user_id: who }))
  const sessionOf = async (who: 'ann' | 'ben') => (await chats.find(await keyOf(who)))?.session
  for (const who of ['ann', 'ben'] as const)
    for (const text of ['the first', '/new', 'the second']) await say(who, text)
  return { app, store, chat, chats, config, gateway, say, keyOf, sessionOf, stopped, compressed, ready }
}

const snake = (place: { chatId: string; chatType?: string }) => ({
  chat_id: place.chatId,
  ...(place.chatType === undefined ? {} : { chat_type: place.chatType }),
})

type Busy = Awaited<ReturnType<typeof busyGateway>>

/** What Ben says with each command, and what must be so afterwards. */
const COMMANDS: Record<string, (busy: Busy) => Promise<void>> = {
  new: async ({ say, sessionOf }) => {
    const hers = await sessionOf('ann')
    await say('ben', '/new')
    assert.equal(await sessionOf('ann'), hers)
  },
  undo: async ({ say, sessionOf }) => {
    const hers = await sessionOf('ann')
    await say('ben', '/undo')
    assert.equal(await sessionOf('ann'), hers)
  },
  resume: async ({ say, sessionOf, store }) => {
    const hers = await sessionOf('ann')
    const earlier = await store.all<{ id: string }>('select id from live_session where owner = ?', [ANN])
    assert.equal(earlier.length, 2)
    for (const { id } of earlier) {
      const his = await sessionOf('ben')
      assert.match(await say('ben', `/resume ${id}`), new RegExp(`no session ${id} of ${BEN}`))
      assert.equal(await sessionOf('ben'), his)
    }
    assert.match(await say('ben', '/resume'), new RegExp(`sessions of ${BEN}`))
    assert.equal(await sessionOf('ann'), hers)
  },
  status: async ({ say, sessionOf }) => {
    const text = await say('ben', '/status')
    assert.ok(text.includes((await sessionOf('ben')) ?? '?') && !text.includes((await sessionOf('ann')) ?? '?'), text)
  },
  stop: async ({ say, chat, stopped, store, ready }) => {
    const place = { ...chat.sent.find(({ text }) => text === 'echo: the second') }
    await chat.say('long', { userId: 'ann', chatId: place.chatId, chatType: place.chatId === 'group' ? 'group' : 'dm' })
    await eventually(async () => (await countMail(store)).inbox['running'] === 1, 'her turn runs')
    assert.match(await say('ben', '/stop'), /Nothing is being worked on/)
    assert.deepEqual(stopped, [])
    ready.resolve(undefined)
    await eventually(() => chat.sent.some(({ text }) => text === 'echo: long'), 'her turn ends by itself')
  },
  approve: async (busy) => decide(busy, (code) => `/approve ${code}`),
  deny: async (busy) => decide(busy, () => '/deny'),
  sethome: async ({ say, store, app, config, chat }) => {
    const homes = () => knownHomes(['telegram'], { store, configured: config.homeChannels, now: app.now })
    assert.match(await say('ben', '/sethome'), /Only the operator of this gateway and its approvers/)
    assert.equal((await homes()).size, 0)
    assert.match(await say('ann', '/sethome'), /home now/)
    const hers = (await homes()).get('telegram')
    assert.match(await say('ben', '/sethome'), /Only the operator of this gateway and its approvers/)
    assert.deepEqual((await homes()).get('telegram'), hers)
    assert.ok(!chat.sent.some(({ text }) => text.includes('no longer the home channel')))
  },
  compress: async ({ say, compressed }) => {
    await say('ben', '/compress')
    assert.deepEqual(compressed, [BEN])
  },
  help: async ({ say }) => void (await say('ben', '/help')),
}
const ALIASES = { reset: 'new', undo_reset: 'undo' }

/** Ann is asked something; Ben answers in her place. */
const decide = async (busy: Busy, words: (code: string) => string): Promise<void> => {
  const { gateway, say, keyOf, store, app, chat } = busy
  const session = { id: 's', key: await keyOf('ann'), owner: ANN, project: undefined, startedAt: 0 }
  const end = new AbortController()
  const asking = gateway.approve({ tool: 'terminal', what: 'rm -rf build', reason: 'destroys' }, session, end.signal)
  await eventually(() => chat.sent.some(({ text }) => text.startsWith('May I?')), 'she is asked')
  const [question] = await openQuestions(store, session.key, app.now())
  await say('ben', words(question?.code ?? ''))
  const [open] = await openQuestions(store, session.key, app.now())
  assert.equal(open?.id, question?.id, 'it is still open')
  end.abort()
  assert.equal(await asking, false)
}

for (const place of PLACES)
  suite(`commands, in ${place.name}`, () => {
    test('all are tried', async (t) => {
      const { say } = await busyGateway(t, place)
      const named = [...(await say('ben', '/help')).matchAll(/^\/(\w+):/gm)].map(([, name = '']) => name)
      assert.deepEqual(named.toSorted(), [...Object.keys(COMMANDS), ...Object.keys(ALIASES)].toSorted())
    })
    for (const [name, run] of Object.entries(COMMANDS))
      test(`/${name} does nothing to somebody else`, async (t) => run(await busyGateway(t, place)))
  })

test('in a thread that everybody shares, only who is named decides and sets the home', async (t) => {
  const thread = { chatId: 'group', chatType: 'group', threadId: '7' }
  const { gateway, chats, chat, store, app } = await busyGateway(t, { name: 'a thread', ann: thread, ben: thread })
  const say = async (userId: string, text: string): Promise<string> => {
    const before = chat.sent.length
    await chat.say(text, { userId, ...thread })
    await eventually(() => chat.sent.length > before, `an answer to ${text}`)
    return chat.sent.at(-1)?.text ?? ''
  }
  const key = await chats.keyOf(
    readSource({ platform: 'telegram', chat_type: 'group', chat_id: 'group', thread_id: '7' }),
  )
  const session = { id: 's', key, owner: 'telegram:chat:group', project: undefined, startedAt: 0 }
  const request = { tool: 'terminal', what: 'rm -rf build', reason: 'destroys' }
  const asking = gateway.approve(request, session, new AbortController().signal)
  await eventually(() => chat.sent.some(({ text }) => text.startsWith('May I?')), 'the thread is asked')
  const [question] = await openQuestions(store, key, app.now())
  for (const words of [`/approve ${question?.code}`, '/deny'])
    assert.match(await say('ben', words), /You may not decide/)
  assert.match(await say('ben', '/sethome'), /Only the operator of this gateway and its approvers/)
  assert.equal((await openQuestions(store, key, app.now())).length, 1)
  assert.match(await say('ann', `/approve ${question?.code}`), /Allowed, this once/)
  assert.equal(await asking, true)
})

const SECRET = 'quince'

/** A store in which Ann has sessions (held here and read from elsewhere), a template, jobs and files; and the tools of a chat. */
const tools = async (t: Test) => {
  const { app, store } = await gatewayStore(t)
  await sayIn(store, { session: 'held-ann', owner: ANN, at: app.now(), text: `the word is ${SECRET}` })
  await sync(app, store, { targets: [], rebuild: false })
  const made = (id: string, owner: string, title: string) => ({
    id,
    owner,
    title,
    platform: 'telegram',
    calls: [bash(`make ${SECRET}`, { asked: `say ${SECRET}` }), bash(`make ${SECRET}`)],
  })
  await writeHistory(store, [
    made('read-ann-1', ANN, `plan ${SECRET}`),
    made('read-ann-2', ANN, `plan ${SECRET}`),
    // Ids are drawn by agents: the same one may be there twice.
    made('twin-a', ANN, `twin ${SECRET}`),
    { ...made('twin-b', BEN, 'his own'), calls: [bash('ls'), bash('ls')] },
  ])
  await store.run("update session set native_id = 'twin' where id in ('twin-a', 'twin-b')")
  // Without its file a session is not found at all, and nothing would be shown here.
  await store.run(`insert into file (id, machine, source, path, root, shape, size, modified_at, read_to, line, mark, version, state)
    select distinct file_id, 'test', 'codex', '/history', '/', 'lines', 0, 0, 0, 0, '', '', 'ok' from session
      where file_id not in (select id from file)`)
  assert.equal((await findSessions(store, 'twin')).length, 2)
  const { scope, ...draft } = templateDraft()
  const own = { ...draft, scope: { ...scope, owner: ANN, project: null } }
  await saveTemplate(store, { owner: ANN, name: 'hers', state: 'active', draft: own, now: app.now() })
  await refreshReady(store, { owner: ANN, now: app.now() })
  const origin = readSource({ platform: 'telegram', chat_id: 'ann', user_id: 'ann' })
  const job = { owner: ANN, schedule: '0 9 * * 1', prompt: `report ${SECRET}`, deliver: 'origin', timezone: 'UTC' }
  const hers = await createJob(store, { ...job, name: 'her report', origin }, app.now())
  const [work, mine] = [join(app.home, 'work-ann'), join(app.home, 'work-ben')]
  for (const directory of [work, mine]) mkdirSync(directory, { recursive: true })
  writeFileSync(join(work, 'note.txt'), SECRET)
  const open = await openAgent(app, store, {
    cwd: mine,
    cwdOf: () => mine,
    model: {} as Model,
    episode: { of: 'chats' },
    isHeard: true,
    approve: async () => false,
    more: [
      createCronTool({ originOf: async (key) => readSource({ platform: 'telegram', chat_id: key }), timeZone: 'UTC' }),
    ],
    without: HOST_TOOLS,
  })
  t.after(() => open.close())
  const context: ToolContext = {
    app,
    store,
    session: { id: 'held-ben', key: 'ben', owner: BEN, project: undefined, startedAt: 0 },
    cwd: mine,
    signal: new AbortController().signal,
    approve: async () => false,
  }
  const call = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const found = open.agent.tools.find(({ name }) => name === tool)
    assert.ok(found !== undefined, tool)
    const { text } = await found.run(args, context)
    assert.ok(!text.includes(SECRET), `${tool} ${JSON.stringify(args)}: ${text}`)
    return text
  }
  return { app, store, call, hers, work, names: open.agent.tools.map(({ name }) => name) }
}

/** Off in chats unless the operator turns them on: they can reach whatever the gateway can. */
const HOST_TOOLS = ['terminal', 'process', 'execute_code']

type Bench = Awaited<ReturnType<typeof tools>>

const jobsOf = async (store: Connection) =>
  (await listJobs(store)).map(({ id, owner, state, runs, deliver }) => [id, owner, state, runs, deliver])

const TOOLS: Record<string, (bench: Bench) => Promise<void>> = {
  read_file: async ({ call, work }) => {
    for (const path of [join(work, 'note.txt'), '../work-ann/note.txt'])
      assert.match(await call('read_file', { path }), /permission|not allowed|denied/i)
  },
  write_file: async ({ call, work }) => {
    for (const path of [join(work, 'note.txt'), '../work-ann/note.txt'])
      assert.match(await call('write_file', { path, content: 'mine' }), /permission|not allowed|denied/i)
    assert.equal(readFileSync(join(work, 'note.txt'), 'utf8'), SECRET)
  },
  patch: async ({ call, work }) => {
    const path = join(work, 'note.txt')
    await call('patch', { path, old_string: 'q', new_string: 'x', old: 'q', new: 'x' })
    assert.equal(readFileSync(path, 'utf8'), SECRET)
  },
  search_files: async ({ call, work }) => {
    for (const path of [work, '..', '../work-ann']) await call('search_files', { pattern: 'q.*e', path })
  },
  session_search: async ({ call }) => {
    // The answer repeats the query, so that the word itself is not asked for.
    for (const query of ['quin', 'word', 'plan', 'twin', 'make'])
      for (const role_filter of ['user', 'assistant', 'tool', 'user,assistant,tool'])
        assert.match(await call('session_search', { query, role_filter }), /"count": 0/)
  },
  warm_session: async ({ call, store }) => {
    const failed = async (args: Record<string, unknown>, words: RegExp): Promise<void> => {
      const text = await call('warm_session', args)
      assert.match(text, /"success":false/, text)
      assert.match(text, words)
    }
    assert.match(await call('warm_session', { action: 'list' }), /"templates":\[\]/)
    await failed({ action: 'load', name: 'hers' }, /no template/)
    await failed({ action: 'delete', name: 'hers' }, /no template/)
    assert.ok((await templateNamed(store, ANN, 'hers')) !== undefined)
    for (const id of ['held-ann', 'read-ann-1', 'read-ann', 'read']) {
      await failed({ action: 'profile', session_id: id }, /no session of telegram:ben/)
      await failed({ action: 'compress-check', session_id: id }, /no session of telegram:ben/)
      await failed({ action: 'compare', session_id: 'twin', compare_with: id }, /no session of telegram:ben/)
    }
    // His own of that id, and no word of the other.
    for (const action of ['profile', 'compress-check'])
      assert.match(await call('warm_session', { action, session_id: 'twin' }), /"success":true/)
    for (const source_filter of ['telegram', 'codex'])
      await failed({ action: 'build', name: 'his', min_messages: 1, source_filter }, /telegram:ben|independent/)
    await failed({ action: 'build', name: 'his', min_messages: 1 }, /nothing was written/)
  },
  cron: async ({ call, store, hers }) => {
    const before = await jobsOf(store)
    assert.match(await call('cron', { action: 'list' }), /"jobs":\[\]/)
    for (const action of ['pause', 'resume', 'run', 'remove'])
      for (const job of [hers.id, hers.id.slice(0, 3), hers.name, '', undefined])
        assert.match(await call('cron', { action, job }), /"error"/, `${action} ${job}`)
    assert.deepEqual(await jobsOf(store), before)
    const add = { action: 'add', schedule: '0 9 * * 1', prompt: 'hello' }
    for (const deliver of ['telegram:ann', 'telegram', 'all', 'origin, telegram:ann', 'Telegram:ann:7'])
      assert.match(await call('cron', { ...add, deliver }), /cannot deliver to/, deliver)
    assert.deepEqual(await jobsOf(store), before)
    for (const deliver of ['origin', 'local', 'local, origin'])
      assert.match(await call('cron', { ...add, deliver }), /"added"/, deliver)
  },
}

suite('tools', () => {
  test('all are tried', async (t) => {
    const { names } = await tools(t)
    assert.deepEqual(names.toSorted(), Object.keys(TOOLS).toSorted())
  })
  for (const [name, run] of Object.entries(TOOLS))
    test(`${name} finds and changes nothing of somebody else`, async (t) => run(await tools(t)))

  test('process, where the operator has turned it on, finds none of somebody else and does nothing to one', async (t) => {
    const { app, store } = await gatewayStore(t)
    const view = { id: 'proc_0123456789ab', owner: ANN, command: SECRET, state: 'running' } as ProcessView
    const done: string[] = []
    const note = (what: string) => async () => {
      done.push(what)
      return view
    }
    const processes = {
      list: async () => [view],
      find: async () => view,
      ...Object.fromEntries(
        ['log', 'wait', 'kill', 'write', 'close', 'resize', 'consume'].map((each) => [each, note(each)]),
      ),
    } as unknown as Processes
    const tool = createProcessTool({ processes, scopeOf: ({ key }) => ({ kind: 'session', id: key }) })
    const session = { id: 's', key: 'ben', owner: BEN, project: undefined, startedAt: 0 }
    const signal = new AbortController().signal
    const context: ToolContext = { app, store, session, cwd: app.home, signal, approve: async () => false }
    for (const action of PROCESS_ACTIONS)
      for (const session_id of [view.id, 'proc_0123', '0123']) {
        const { text } = await tool.run({ action, session_id, data: 'x', keys: ['Enter'] }, context)
        assert.ok(!text.includes(SECRET), text)
        assert.match(text, action === 'list' ? /"processes":\[\]/ : /not_found/, action)
      }
    assert.deepEqual(done, [])
  })
})

suite('deliveries', () => {
  test('a job of a chat is delivered there and nowhere else, whatever stands in the store', async (t) => {
    const { app, store } = await gatewayStore(t)
    const chat = testPlatform('telegram')
    const config = testConfig({
      homeChannels: new Map([['telegram', { platform: 'telegram', chatId: 'ann', name: 'Home' }]]),
    })
    await testGateway({ app, store, config, platforms: [chat.platform, localPlatform] })
    const origin = readSource({ platform: 'telegram', chat_id: 'ben', user_id: 'ben' })
    const job = { owner: BEN, schedule: '0 9 * * 1', prompt: 'hello', timezone: 'UTC', origin }
    const made = await createJob(store, { ...job, deliver: 'origin' }, app.now())
    // As an older version, or whoever can write to the store, would have left it.
    await store.run("update job set deliver = 'origin, telegram:ann, telegram, all' where id = ?", [made.id])
    await runJob(store, made, app.now())
    await eventually(async () => (await readJob(store, made.id))?.lastState === 'answered', 'it has run')
    await eventually(() => readdirSync(join(app.home, 'cron', 'output')).includes(made.id), 'the rest is saved')
    await eventually(() => chat.sent.length > 0, 'it is delivered')
    assert.deepEqual(
      chat.sent.map(({ chatId }) => chatId),
      ['ben'],
    )
    assert.match(
      (await readJob(store, made.id))?.lastNote ?? '',
      /telegram:ann needs the operator's word; saved locally/,
    )
  })

  test('whoever is dismissed is not reported to any more', async (t) => {
    const { app, store } = await gatewayStore(t)
    const chat = testPlatform('telegram', { admission: 'list' })
    const asked: string[] = []
    const config = testConfig({ allow: new Map([['telegram', ['ann']]]) })
    const respond = async (request: TurnRequest): Promise<TurnResult> => {
      asked.push(request.owner)
      return storedEcho(store, app.now)(request)
    }
    await testGateway({ app, store, config, respond, platforms: [chat.platform, localPlatform] })
    for (const who of ['ann', 'ben']) {
      const origin = readSource({ platform: 'telegram', chat_id: who, user_id: who })
      const job = { owner: `telegram:${who}`, schedule: '0 9 * * 1', prompt: 'hi', deliver: 'origin', timezone: 'UTC' }
      await runJob(store, await createJob(store, { ...job, origin }, app.now()), app.now())
    }
    await eventually(async () => (await countMail(store)).inbox['answered'] === 2, 'both are done with')
    await eventually(() => chat.sent.length === 1, 'one is delivered')
    assert.deepEqual([asked, chat.sent.map(({ chatId }) => chatId)], [[ANN], ['ann']])
  })
})
