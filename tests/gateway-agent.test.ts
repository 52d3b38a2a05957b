import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import type { Script } from '../src/scripted-model/script.ts'
import { createChatSessions } from '../src/gateway/sessions/chat-sessions.ts'
import { inboxId } from '../src/gateway/receiving/inbox.ts'
import { loadGatewayConfig } from '../src/verbs/gateway/config-operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { createProcesses } from '../src/processes/client.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { openQuestions } from '../src/store/chats/question.ts'
import type { Connection } from '../src/store/connection.ts'
import { listJobs } from '../src/store/chats/job.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { consoleHome, type ConsoleReply } from './support/console-gateway.ts'
import { eventually } from './support/eventually.ts'
import { sayIn } from './support/live-session.ts'
import { templateDraft } from './support/template-fixture.ts'

/** The gateway as people run it: the real program on the console, the real agent, and a model on loopback that follows a script. */
const SCRIPT: Script = {
  rules: [
    { when: { last: 'tool' }, reply: { text: 'It said: {{toolResult}}' } },
    ...Object.entries({
      'every monday *': ['cron', { action: 'add', schedule: '0 9 * * 1', prompt: '{{1}}' }],
      'begin *': ['terminal', { command: '{{1}}', background: true, notify_on_complete: true }],
      'run *': ['terminal', { command: '{{1}}' }],
      'write *': ['write_file', { path: 'note.txt', content: '{{1}}' }],
      'read *': ['read_file', { path: '{{1}}' }],
      'search *': ['session_search', { query: '{{1}}' }],
      'profile *': ['warm_session', { action: 'profile', session_id: '{{1}}' }],
      templates: ['warm_session', { action: 'list' }],
      processes: ['process', { action: 'list' }],
      'poll *': ['process', { action: 'poll', session_id: '{{1}}' }],
    } as Record<string, [string, Record<string, unknown>]>).map(([user, [tool, args]]) => ({
      when: { user },
      reply: { calls: [{ tool, args }] },
    })),
  ],
  otherwise: { text: 'You said: {{user}}' },
}

let model: MockModel
before(async () => {
  model = await serveMockModel(SCRIPT)
})
after(() => model.close())
let asked = 0
beforeEach(() => {
  asked = model.count()
})

/** What the model was asked since the test began, as text. */
const requests = (): string[] =>
  model
    .requests()
    .filter(({ number }) => number > asked)
    .map(({ body }) => JSON.stringify(body))

const dm = (who: string, messageId: string, text: string) => ({
  chat_id: `chat of ${who}`,
  chat_type: 'dm',
  user_id: who,
  user_name: who.toUpperCase(),
  text,
  message_id: messageId,
})

const textsOf = (replies: readonly ConsoleReply[], chat?: string): string[] =>
  replies.filter(({ chat_id: id }) => chat === undefined || id === chat).map(({ text }) => text ?? '')

const withStore = async <T>(address: string, work: (store: Connection) => Promise<T>): Promise<T> => {
  const store = await openStore(address)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** The words that say yes to the question that was asked last. */
const approvalIn = ({ replies }: { replies: readonly ConsoleReply[] }): string => {
  const question = replies.findLast(({ text }) => text?.includes('May I?'))?.text ?? ''
  return `/approve ${/\/approve (\w+)/.exec(question)?.[1] ?? ''}`
}

/** Stands in the text of the template, whose 250 tokens have room for one example. */
const GIVEN = 'Example 1 from an earlier session: run go test'
const TASK = 'please run go test on the cart package of the shop'

const giveTemplate = (address: string, owner: string, project: string | null = null): Promise<void> =>
  withStore(address, async (store) => {
    const now = Date.now()
    const { scope, ...draft } = templateDraft()
    const own = { ...draft, scope: { ...scope, owner, project } }
    await saveTemplate(store, { owner, name: 'shop-go', state: 'active', draft: own, now })
    await refreshReady(store, { owner, now })
  })

suite('the console', () => {
  test('takes a message a line and gives an answer a line, each chat with a session of its own', async (t) => {
    const { talk } = consoleHome(t, { model: model.address })
    const group = { ...dm('ann', 'g1', 'in the group'), chat_id: 'group', chat_type: 'group' }
    const ofBen = { ...dm('ben', 'g2', 'me too'), chat_id: 'group', chat_type: 'group' }
    const thread = { ...group, thread_id: '7' }
    const replies = await talk([
      dm('ann', '1', 'my name is Ann'),
      dm('ben', '1', 'my name is Ben'),
      group,
      ofBen,
      { ...thread, message_id: 't1', text: 'ann in the thread' },
      { ...thread, message_id: 't2', user_id: 'ben', user_name: 'BEN', text: 'ben in the thread' },
      dm('ann', '1', 'my name is Ann'),
      dm('ann', '2', 'and now?'),
    ])
    assert.deepEqual(textsOf(replies, 'chat of ann'), ['You said: my name is Ann', 'You said: and now?'])
    assert.deepEqual(textsOf(replies, 'chat of ben'), ['You said: my name is Ben'])
    assert.equal(replies.length, 7)
    assert.equal(replies.find(({ answers }) => answers === inboxId('console', 'group', 't1'))?.thread_id, '7')

    const sent = requests()
    assert.ok(!sent.some((body) => body.includes('Ann') && body.includes('Ben')))
    assert.ok(!sent.some((body) => body.includes('in the group') && body.includes('me too')))
    const shared = sent.find((body) => body.includes('ben in the thread')) ?? ''
    assert.match(shared, /ann in the thread/)
    assert.match(sent.find((body) => body.includes('and now?')) ?? '', /my name is Ann.*You said: my name is Ann/)
  })

  test('/new begins anew, /undo goes back, and a restart in between changes nothing', async (t) => {
    const { talk } = consoleHome(t, { model: model.address })
    await talk([dm('ann', '1', 'the word is plum'), dm('ann', '2', '/new'), dm('ann', '3', 'what was it?')])
    const [, , after] = await talk([dm('ann', '4', 'still?'), dm('ann', '5', '/undo'), dm('ann', '6', 'and back?')])
    assert.equal(after?.text, 'You said: and back?')
    const of = (words: string): string => requests().find((body) => body.includes(words)) ?? ''
    assert.ok(!of('what was it?').includes('plum') && !of('still?').includes('plum'))
    assert.match(of('still?'), /what was it\?/)
    assert.match(of('and back?'), /the word is plum/)
  })

  test('the tool cron makes a job that comes back to its chat', async (t) => {
    const { talk, address } = consoleHome(t, { model: model.address })
    const [reply] = await talk([dm('ann', '1', 'every monday count the boxes')])
    assert.match(reply?.text ?? '', /"added"/)
    const [job] = await withStore(address, (store) => listJobs(store))
    assert.deepEqual([job?.owner, job?.prompt, job?.deliver], ['console:ann', 'count the boxes', 'origin'])
    assert.match(job?.origin ?? '', /"chat_id":"chat of ann"/)
  })
})

suite('warm and cold', () => {
  const ledger = (store: Connection) =>
    store.all<{ arm: string; owner: string; calls: number | null; session_key: string }>(
      'select arm, owner, calls, session_key from exposure order by arm',
    )

  test('a session starts with the template of its owner or is held back, and both come to the ledger with how they went', async (t) => {
    const { talk, address, app } = consoleHome(t, { model: model.address })
    await giveTemplate(address, 'console:ann')
    await talk([dm('ann', '1', TASK), dm('ann', '2', 'write one')], { WARMSTART_ARM: 'warm' })
    const warm = requests()[0] ?? ''
    assert.ok(warm.includes(GIVEN), warm)
    await talk([dm('ann', '3', '/new'), dm('ann', '4', TASK), dm('ann', '5', 'write two')], { WARMSTART_ARM: 'cold' })
    // Somebody else's sessions are not given what was learnt from hers.
    await talk([dm('ben', '1', TASK)], { WARMSTART_ARM: 'warm' })
    assert.equal(requests().filter((body) => body.includes(GIVEN)).length, 3)

    await withStore(address, async (store) => {
      await sync(app, store, { targets: [], rebuild: false })
      assert.deepEqual(
        (await ledger(store)).map(({ arm, owner, calls }) => [arm, owner, calls]),
        [
          ['cold', 'console:ann', 1],
          ['warm', 'console:ann', 1],
        ],
      )
    })
  })

  test('a chat of the local user is warm as `run` is, with what was learnt in projects; nobody else’s is', async (t) => {
    const gateway = { identityLinks: { sam: ['local:sam', 'console:ann'], kim: ['console:kim'], ben: ['console:ben'] } }
    const { talk, address, app } = consoleHome(t, { model: model.address, gateway })
    await giveTemplate(address, 'sam', '/home/sam/shop')
    const group = { ...dm('ann', 'g1', TASK), chat_id: 'group', chat_type: 'group' }
    await talk([dm('ann', '1', TASK), dm('kim', '1', TASK), dm('sam', '1', TASK), group, dm('ann', '2', 'write one')], {
      WARMSTART_ARM: 'warm',
    })
    const warm = requests().filter((body) => body.includes(GIVEN))
    // Her first message, her second, and what followed its tool.
    assert.equal(warm.length, 3)
    assert.ok(warm.every((body) => body.includes('DM with ANN')))
    await withStore(address, async (store) => {
      await sync(app, store, { targets: [], rebuild: false })
      assert.deepEqual(
        (await ledger(store)).map(({ arm, owner, calls }) => [arm, owner, calls]),
        [['warm', 'sam', 1]],
      )
    })
  })

  test('a reset that is due tells person and model, hands over, and gives one dose', async (t) => {
    const gateway = { reset: { mode: 'idle', idleMinutes: 1, handover: true } }
    const { talk, address, app } = consoleHome(t, { model: model.address, gateway })
    await giveTemplate(address, 'console:ann')
    await talk([dm('ann', '1', TASK)], { WARMSTART_ARM: 'cold' })
    await withStore(address, (store) =>
      store.run('update chat_session set interacted_at = interacted_at - 120000, started_at = started_at - 120000'),
    )
    const replies = await talk([dm('ann', '2', 'run the linter of the shop')], { WARMSTART_ARM: 'warm' })
    assert.equal(replies.length, 2)
    assert.match(replies[0]?.text ?? '', /^This chat began a new session: nothing was written for 2 min/)
    const last = requests().at(-1) ?? ''
    assert.match(last, /this is a new session, because.*The earlier session ended with.*the user: .*go test/)
    assert.equal(
      last.match(/make lint/g)?.length,
      last.slice(last.indexOf('The earlier session')).match(/make lint/g)?.length,
    )
    await withStore(address, async (store) => {
      await sync(app, store, { targets: [], rebuild: false })
      const entries = await ledger(store)
      assert.deepEqual(
        entries.map(({ arm, owner }) => [arm, owner]),
        [
          ['cold', 'console:ann'],
          ['warm', 'console:ann'],
        ],
      )
      assert.ok(entries.every(({ calls }) => calls !== null))
    })
  })
})

suite('what is whose', () => {
  test('a chat works in a directory of its person and reaches nobody else: no files, sessions, templates', async (t) => {
    const { talk, address, home, root, app } = consoleHome(t, { model: model.address })
    writeFileSync(join(root, 'diary.txt'), 'the secret is quince')
    await giveTemplate(address, 'sam')
    const at = Date.now()
    await withStore(address, async (store) => {
      await sayIn(store, { session: 'local-1', owner: 'sam', at, text: 'the secret is quince' })
      await sync(app, store, { targets: [], rebuild: false })
    })
    await talk([dm('ben', '1', 'write the secret is medlar')])
    const [mine] = readdirSync(join(home, 'gateway', 'work'))
    assert.match(mine ?? '', /^console-ben-/)
    const replies = await talk(
      [
        `read ${join(root, 'diary.txt')}`,
        'read ../../../../diary.txt',
        `read ${join(home, 'warmstart.config.json')}`,
        `read ../${mine ?? ''}/note.txt`,
        'search quince',
        'search medlar',
        'templates',
        'profile local-1',
        'profile local',
        'run cat diary.txt',
        'write mine',
        'read note.txt',
      ].map((text, index) => dm('ann', String(index), text)),
    )
    const texts = textsOf(replies)
    for (const text of texts.slice(0, 4)) assert.match(text, /permission|denied|not allowed/i)
    assert.ok(!texts.join('\n').includes('the secret is'), texts.join('\n'))
    assert.match(texts[6] ?? '', /"templates":\[\]|"count":0/)
    for (const text of texts.slice(7, 9)) assert.match(text, /no session of console:ann/)
    assert.match(texts[9] ?? '', /there is no tool called/)
    assert.match(texts[11] ?? '', /mine/)
    assert.ok(!replies.some(({ text }) => text?.includes('shop-go')))
  })

  test('gateway.cwd and gateway.tools say otherwise, and what makes no sense is refused', async (t) => {
    const { talk, root, configure, start } = consoleHome(t, { model: model.address })
    const cwd = join(root, 'shop')
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'note.txt'), 'milk')
    configure({ cwd, tools: ['read'] })
    const replies = await talk([dm('ann', '1', 'read note.txt'), dm('ann', '2', 'write x')])
    assert.match(replies[0]?.text ?? '', /milk/)
    assert.match(replies[1]?.text ?? '', /there is no tool called "write_file"/)
    for (const [section, words] of [
      [{ cwd: 'shop' }, /gateway\.cwd must be the whole path/],
      [{ cwd: join(root, 'nowhere') }, /gateway\.cwd is not a directory/],
      [{ tools: ['hammer'] }, /no tool or set of tools called hammer/],
      [{ approvers: { pigeon: ['1'] } }, /approvers\.pigeon is no platform/],
    ] as const) {
      configure(section)
      const gateway = start()
      const [code] = (await gateway.exit) as [number]
      assert.ok(code !== 0)
      assert.match(gateway.notes(), words)
    }
  })
})

suite('processes of chats', () => {
  const TOOLS = { tools: ['all'] }

  test('outlive the gateway, keep the session from being reset, and are told of in their chat, where nobody else finds them', async (t) => {
    const gateway = { ...TOOLS, approvers: { console: ['ann'] }, reset: { mode: 'idle', idleMinutes: 1 } }
    const { app, address, start, endProcesses } = consoleHome(t, { model: model.address, gateway })
    t.after(endProcesses)
    const first = start()
    first.say(dm('ann', '1', 'begin until test -e go; do sleep 0.05; done; echo built'))
    await first.heard(/May I\?[\s\S]*until test -e go/)
    first.say(dm('ann', '1 yes', approvalIn(first)))
    const begun = await first.heard(/session_id/)
    first.child.stdin.end()
    assert.deepEqual(await first.exit, [0, null], first.notes())
    const id = /"session_id":"(\w+)"/.exec(begun.replaceAll('\\"', '"'))?.[1] ?? ''
    await withStore(address, async (store) => {
      const processes = createProcesses(app, async () => store)
      const [view] = await processes.list()
      assert.deepEqual([view?.id, view?.state, view?.owner], [id, 'running', 'console:ann'])
      assert.deepEqual(view?.scope, { kind: 'session', id: 'agent:main:console:dm:chat of ann' })
      processes.disconnect()
      await store.run('update chat_session set interacted_at = interacted_at - 120000')
    })
    const second = start()
    second.say(dm('ann', '2', 'still the same session?'), dm('ben', '1', 'processes'), dm('ben', '2', `poll ${id}`))
    await second.heard(/still the same/)
    await second.heard(/not_found/)
    assert.ok(textsOf(second.replies, 'chat of ben').every((text) => !text.includes('until test')))
    assert.ok(!second.replies.some(({ text }) => text?.includes('new session')))
    second.say(dm('ann', '3', 'run touch go'))
    await second.heard(/May I\?[\s\S]*touch go/)
    second.say(dm('ann', '3 yes', approvalIn(second)))
    await second.heard(/built/)
    second.child.stdin.end()
    assert.deepEqual(await second.exit, [0, null], second.notes())
    const told = second.replies.filter(({ text }) => text?.includes('built'))
    assert.deepEqual(
      told.map(({ chat_id: chat }) => chat),
      ['chat of ann'],
    )
    const notice = requests().findLast((body) => body.includes('built')) ?? ''
    assert.match(notice, /still the same session/)
  })
})

suite('permissions in chats', () => {
  const GATEWAY = { tools: ['all'], approvers: { console: ['ann', 'eve'] } }

  test('what destroys is asked for, done after a yes to this very question, and not after a no', async (t) => {
    const { start, address, endProcesses, app } = consoleHome(t, { model: model.address, gateway: GATEWAY })
    t.after(endProcesses)
    const gateway = start()
    gateway.say(dm('ann', '1', 'run rm -rf junk; echo swept'))
    const question = await gateway.heard(/May I\?/)
    assert.match(question, /terminal needs a yes/)
    assert.match(question, /^> run in .*: rm -rf junk; echo swept$/m)
    const [, code = ''] = /\/approve (\w+)/.exec(question) ?? []
    // Neither a yes to nothing in particular, nor somebody else in another chat, nor one that was meant for another question.
    gateway.say(dm('eve', '1', `/approve ${code}`), dm('ann', '2', '/approve'), dm('ann', '3', '/approve ZZZZ'))
    await gateway.heard(/Nothing waits for a permission here/)
    await eventually(
      () => gateway.replies.filter(({ text }) => text?.startsWith('Which one?')).length === 2,
      'both are asked',
    )
    gateway.say(dm('ann', '4', `/approve ${code.toLowerCase()}`))
    await gateway.heard(/Allowed, this once/)
    await gateway.heard(/It said: .*swept/)
    gateway.say(dm('ann', '5', 'run rm -rf junk; echo again'))
    await gateway.heard(/> run in .*echo again/)
    gateway.say(dm('ann', '6', '/deny'))
    await gateway.heard(/It said: .*not allowed/)
    // A stop ends the waiting as well; what was never said yes to is not done.
    gateway.say(dm('ann', '7', 'run rm -rf junk; echo third'))
    await gateway.heard(/> run in .*echo third/)
    gateway.say(dm('ann', '8', '/stop'))
    await gateway.heard(/^Stopped\.$/)
    gateway.child.stdin.end()
    await gateway.exit
    const key = 'agent:main:console:dm:chat of ann'
    assert.deepEqual(await withStore(address, (store) => openQuestions(store, key, app.now())), [])
  })

  test('who is not named decides nothing: it is refused without a question', async (t) => {
    const { talk, endProcesses } = consoleHome(t, { model: model.address, gateway: GATEWAY })
    t.after(endProcesses)
    const replies = await talk([dm('ben', '1', 'run rm -rf junk'), dm('ben', '2', '/approve')])
    assert.equal(replies.length, 2)
    assert.ok(textsOf(replies).some((text) => /It said: .*not allowed/.test(text)))
  })

  test('a reset takes back what its session asked for, and nothing else; a gateway that died waits for nothing', async (t) => {
    const { start, address, app } = consoleHome(t, { model: model.address, gateway: GATEWAY })
    const [ann, eve] = ['agent:main:console:dm:chat of ann', 'agent:main:console:dm:chat of eve']
    const gateway = start()
    gateway.say(dm('ann', '1', 'run rm -rf a'), dm('eve', '1', 'run rm -rf b'))
    await gateway.heard(/rm -rf a/)
    await gateway.heard(/rm -rf b/)
    await withStore(address, async (store) => {
      const open = async (key: string) => (await openQuestions(store, key, app.now())).length
      const chats = createChatSessions({
        store,
        config: await loadGatewayConfig(app),
        now: app.now,
        newId: () => 'next',
      })
      await chats.reset(ann)
      assert.deepEqual([await open(ann), await open(eve)], [0, 1])
      gateway.child.kill('SIGKILL')
      await gateway.exit
      const next = start()
      await next.ready()
      assert.equal(await open(eve), 0)
      next.say(dm('eve', '2', '/approve'))
      await next.heard(/Nothing waits/)
      // What was said before the reset is gone on with, in the new session.
      await next.heard(/rm -rf a/)
      next.say(dm('ann', '2', '/deny'))
      next.child.stdin.end()
      await next.exit
    })
  })
})
