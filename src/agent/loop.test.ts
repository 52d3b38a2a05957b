import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { request, testAgent, tool } from '../../tests/support/agent.ts'
import { call, scriptedModel } from '../../tests/support/scripted-model.ts'
import { AppError } from '../lib/error.ts'
import type { LiveMessage } from '../schema/live-session.ts'
import type { Connection } from '../store/connection.ts'
import { openStore } from '../store/open.ts'
import { appendMessages, beginCall, begunCalls, readMessages } from '../store/live/live-message.ts'
import { ensureLiveSession, readLiveSession } from '../store/live/live-session.ts'
import { claimLease } from '../store/live/lease.ts'
import type { Agent } from './agent.ts'
import { takeTurn } from './loop.ts'
import { type Model, MODEL_ERRORS } from './models/model.ts'
import { NO_USAGE } from './session-turn.ts'
import { faultsIn, inSendingOrder } from './transcript.ts'
import type { AgentEvent } from './turn.ts'

const brief = (messages: readonly LiveMessage[]): string[] =>
  messages.map((message) => {
    if (message.role === 'user') return `user${message.isSynthetic ? `(${message.kind})` : ''}: ${message.text}`
    if (message.role === 'tool') return `tool ${message.callId}: ${message.text}`
    return `assistant: ${message.text}${message.calls.map(({ id, tool: name }) => ` ${name}#${id}`).join('')}`
  })

const sent = async (agent: Agent, session = 's-1'): Promise<LiveMessage[]> =>
  inSendingOrder(await readMessages(agent.store, session))

test('a turn without calls: both messages are stored, and what it cost', async (t) => {
  const model = scriptedModel([{ text: 'hello, Sam' }])
  const agent = await testAgent(t, { model })
  const events: AgentEvent[] = []
  const result = await takeTurn(agent, request('hi', { on: (event) => events.push(event) }))
  assert.equal(result.end, 'answered')
  assert.equal(result.text, 'hello, Sam')
  assert.equal(result.steps, 1)
  assert.deepEqual(result.usage, { ...NO_USAGE, inputTokens: 100, outputTokens: 10 })
  assert.deepEqual(brief(await sent(agent)), ['user: hi', 'assistant: hello, Sam'])
  assert.deepEqual(events.map((event) => (event.type === 'text' ? event.text : event.type)).join(''), 'hello, Sam')
  const session = await readLiveSession(agent.store, 'sam', 's-1')
  assert.equal(session?.systemPrompt, 'You are a test.')
  assert.deepEqual(session?.usage, result.usage)
  assert.equal(model.asked[0]?.system, 'You are a test.')
})

test('the system prompt is that of the first turn, byte for byte, in all turns', async (t) => {
  const model = scriptedModel([{ text: 'a' }, { text: 'b' }])
  const agent = await testAgent(t, { model })
  await takeTurn(agent, request('1', { contextPrompt: 'You are in a chat.' }))
  await takeTurn({ ...agent, systemPrompt: 'another' }, request('2', { contextPrompt: 'elsewhere' }))
  assert.deepEqual(
    model.asked.map(({ system }) => system),
    Array(2).fill('You are a test.\n\nYou are in a chat.'),
  )
})

test('the messages of a step begin with those of the step before, so that a provider can keep them', async (t) => {
  const model = scriptedModel((_request, step) => (step < 6 ? { calls: [call(`c${step}`, 'echo')] } : { text: 'done' }))
  const agent = await testAgent(t, { model, tools: [tool('echo', () => ({ text: 'ok' }))] })
  await takeTurn(agent, request('go'))
  await takeTurn({ ...agent, model: { ...model } }, request('again')).catch(() => undefined)
  for (let step = 1; step < model.asked.length; step++) {
    const [before, now] = [model.asked[step - 1]?.messages ?? [], model.asked[step]?.messages ?? []]
    assert.deepEqual(now.slice(0, before.length), before)
  }
})

test('every answer is stored before its calls are run, and every call is marked before it runs', async (t) => {
  const seen: string[][] = []
  let marks: string[] = []
  const agent = await testAgent(t, {
    model: scriptedModel([{ text: 'look', calls: [call('c1', 'peek')] }, { text: 'done' }]),
    tools: [
      // What a tool throws is an answer to the model: nothing can be asserted in here.
      tool('peek', async (_args, { store, session }) => {
        seen.push(brief(await readMessages(store, session.id)))
        marks = [...(await begunCalls(store, session.id))]
        return { text: 'seen' }
      }),
    ],
  })
  await takeTurn(agent, request('go'))
  assert.deepEqual(seen, [['user: go', 'assistant: look peek#c1']])
  assert.deepEqual(marks, ['c1'])
})

test('a call that somebody has begun is not run a second time', async (t) => {
  let runs = 0
  const agent = await testAgent(t, {
    model: scriptedModel([{ calls: [call('c1', 'work')] }, { text: 'done' }]),
    tools: [tool('work', () => ({ text: `run ${++runs}` }))],
  })
  await takeTurn(
    agent,
    request('go', {
      on: (event) => {
        if (event.type === 'call-start') void beginCall(agent.store, 's-1', { callId: 'c1', at: 0 })
      },
    }),
  )
  assert.equal(runs, 0)
  assert.match((await sent(agent)).find(({ role }) => role === 'tool')?.text ?? '', /begun before/)
})

test('calls run side by side; results are stored as they come and sent in the order of the calls', async (t) => {
  const agent = await testAgent(t, {
    model: scriptedModel([{ calls: [call('slow', 'late'), call('fast', 'early')] }, { text: 'ok' }]),
    tools: [
      // Would wait for ever if the other one had to wait for it.
      tool('late', async () => {
        const results = async () =>
          (await readMessages(agent.store, 's-1')).filter(({ role }) => role === 'tool').length
        while ((await results()) === 0) await sleep(5)
        return { text: 'after the other' }
      }),
      tool('early', async () => ({ text: 'at once' })),
    ],
  })
  await takeTurn(agent, request('go'))
  assert.deepEqual(
    (await readMessages(agent.store, 's-1')).flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
    ['fast', 'slow'],
  )
  assert.deepEqual(brief(await sent(agent)).slice(2, 4), ['tool slow: after the other', 'tool fast: at once'])
})

test('what the model gets wrong is answered, and nothing is run', async (t) => {
  const model = scriptedModel([
    {
      calls: [
        call('a', 'trminal'),
        call('b', 'terminal', '{"command": "ls'),
        call('c', 'broken'),
        call('d', 'terminal', []),
      ],
    },
    { text: 'sorry' },
  ])
  const agent = await testAgent(t, {
    model,
    tools: [
      tool('terminal', () => assert.fail('it was run')),
      tool('broken', () => {
        throw new Error('out of order')
      }),
    ],
  })
  const result = await takeTurn(agent, request('go'))
  assert.equal(result.text, 'sorry')
  const [unknown, malformed, broken, list] = (await sent(agent)).filter((message) => message.role === 'tool')
  assert.match(unknown?.text ?? '', /no tool called "trminal".*terminal, broken/)
  assert.match(malformed?.text ?? '', /not a JSON object.*\{"command": "ls/)
  assert.match(broken?.text ?? '', /out of order/)
  assert.match(list?.text ?? '', /not a JSON object/)
  for (const message of [unknown, malformed, broken, list]) assert.ok(message?.role === 'tool' && message.isError)
})

test('a result without end is cut, and the cut is marked', async (t) => {
  const agent = await testAgent(t, {
    model: scriptedModel([{ calls: [call('a', 'flood')] }, { text: 'ok' }]),
    tools: [tool('flood', () => ({ text: 'x'.repeat(1_000_000) }))],
  })
  await takeTurn(agent, request('go'))
  const [, , result] = await sent(agent)
  assert.ok((result?.text.length ?? 0) < 101_000)
  assert.match(result?.text ?? '', /\[\.\.\. 900000 characters left out \.\.\.\]/)
})

test('a turn ends at its limit of steps with a sound conversation, and can be gone on with', async (t) => {
  const model = scriptedModel((_request, step) =>
    step < 5 ? { text: `step ${step}`, calls: [call(`c${step}`, 'echo')] } : { text: 'done' },
  )
  const agent = await testAgent(t, { model, tools: [tool('echo', () => ({ text: 'ok' }))] })
  const limited = { ...agent, limits: { ...agent.limits, steps: 3 } }
  const result = await takeTurn(limited, request('go'))
  assert.equal(result.end, 'step-limit')
  assert.equal(result.text, 'step 2')
  assert.deepEqual(faultsIn(await sent(agent)), [])
  const resumed = await takeTurn(agent, request('', { isResumed: true }))
  assert.deepEqual([resumed.end, resumed.text, resumed.steps], ['answered', 'done', 3])
})

test('a turn ends when it has cost as many tokens as it may', async (t) => {
  const model = scriptedModel((_request, step) => ({ calls: [call(`c${step}`, 'echo')] }))
  const agent = await testAgent(t, {
    model,
    tools: [tool('echo', () => ({ text: 'ok' }))],
    limits: { steps: 50, tokens: 250, outputTokens: undefined },
  })
  const result = await takeTurn(agent, request('go'))
  assert.deepEqual([result.end, result.steps], ['token-limit', 3])
})

test('where the provider does not say what a step cost, an estimate counts', async (t) => {
  const scripted = scriptedModel((_request, step) => ({ text: 'x'.repeat(700), calls: [call(`c${step}`, 'echo')] }))
  const silent: Model = {
    ...scripted,
    async *streamStep(asked) {
      for await (const event of scripted.streamStep(asked))
        yield event.type === 'finish' ? { ...event, answer: { ...event.answer, usage: undefined } } : event
    },
  }
  const limits = { steps: 50, tokens: 1_500, outputTokens: undefined }
  const agent = await testAgent(t, { model: silent, tools: [tool('echo', () => ({ text: 'ok' }))], limits })
  const result = await takeTurn(agent, request('go'))
  assert.equal(result.end, 'token-limit')
  assert.ok(result.steps < 8)
  assert.deepEqual(result.usage, NO_USAGE)
})

test('an endpoint that fails is a result with its reason; nothing is lost and the next turn goes on', async (t) => {
  const model = scriptedModel([{ fails: MODEL_ERRORS.rateLimited }, { text: 'here I am' }])
  const agent = await testAgent(t, { model })
  const result = await takeTurn(agent, request('hi'))
  assert.deepEqual([result.end, result.code], ['failed', MODEL_ERRORS.rateLimited])
  const resumed = await takeTurn(agent, request('', { isResumed: true }))
  assert.equal(resumed.text, 'here I am')
  assert.deepEqual(brief(await sent(agent)), ['user: hi', 'assistant: here I am'])
})

test('an empty answer is a failure, not a message that providers refuse', async (t) => {
  const agent = await testAgent(t, { model: scriptedModel([{ text: ' ' }]) })
  const result = await takeTurn(agent, request('hi'))
  assert.deepEqual([result.end, result.code], ['failed', 'model-silent'])
  assert.deepEqual(brief(await sent(agent)), ['user: hi'])
  assert.equal((await readLiveSession(agent.store, 'sam', 's-1'))?.usage.outputTokens, 10)
})

test('stopped while the model speaks: its words so far stay, and the next turn has a sound conversation', async (t) => {
  const stop = new AbortController()
  const model = scriptedModel([{ text: 'I was about to', hangs: true }, { text: 'fine' }])
  const agent = await testAgent(t, { model })
  const result = await takeTurn(
    agent,
    request('go', {
      signal: stop.signal,
      on: (event) => {
        if (event.type === 'text' && event.text.includes('t to')) stop.abort()
      },
    }),
  )
  assert.equal(result.end, 'aborted')
  assert.equal((await takeTurn(agent, request('other'))).text, 'fine')
  const messages = await sent(agent)
  assert.deepEqual(brief(messages), [
    'user: go',
    'assistant: I was about to',
    'user(stop): [The user stopped this turn here.]',
    'user: other',
    'assistant: fine',
  ])
  assert.deepEqual(faultsIn(messages), [])
})

test('stopped in a second try, only the words of that try stay', async (t) => {
  const stop = new AbortController()
  const model = scriptedModel([{ brokenOff: 'the first', text: 'the second', hangs: true }])
  const agent = await testAgent(t, { model })
  const events: AgentEvent[] = []
  const result = await takeTurn(
    agent,
    request('go', {
      signal: stop.signal,
      on: (event) => {
        events.push(event)
        if (event.type === 'text' && event.text.includes('ond')) stop.abort()
      },
    }),
  )
  assert.deepEqual([result.end, result.text], ['aborted', 'the second'])
  assert.ok(events.some(({ type }) => type === 'retry'))
  assert.equal(brief(await sent(agent))[1], 'assistant: the second')
})

test('stopped while tools run: those that come back say what they did, the others are answered for, those not begun too', async (t) => {
  const stop = new AbortController()
  let begun = 0
  const calls = Array.from({ length: 10 }, (_, n) => call(`c${n}`, n === 0 ? 'polite' : 'deaf'))
  const agent = await testAgent(t, {
    model: scriptedModel([{ calls }, { text: 'fine' }]),
    tools: [
      tool('polite', async (_args, { signal }) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        return { text: 'half done' }
      }),
      tool('deaf', async () => {
        if (++begun === 7) stop.abort()
        await sleep(600_000, undefined, { ref: false })
        return { text: 'never' }
      }),
    ],
  })
  const result = await takeTurn(agent, request('go', { signal: stop.signal }))
  assert.equal(result.end, 'aborted')
  const messages = await sent(agent)
  assert.deepEqual(faultsIn(messages), [])
  const results = messages.filter((message) => message.role === 'tool')
  assert.equal(results[0]?.text, 'half done')
  assert.ok(results.slice(1).every(({ kind, isSynthetic }) => kind === 'stopped' && isSynthetic))
  assert.equal(begun, 7, 'a call was begun after the stop')
  assert.equal((await takeTurn(agent, request('next'))).text, 'fine')
})

test('a message that is brought twice is answered once; brought again later, it gets the same answer', async (t) => {
  const model = scriptedModel([{ fails: MODEL_ERRORS.unreachable }, { text: 'first' }, { text: 'second' }])
  const agent = await testAgent(t, { model })
  const message = request('hi', { messageId: 'm-1' })
  assert.equal((await takeTurn(agent, message)).end, 'failed')
  assert.equal((await takeTurn(agent, message)).text, 'first')
  await takeTurn(agent, request('more', { messageId: 'm-2' }))
  const again = await takeTurn(agent, message)
  assert.deepEqual([again.text, again.steps], ['first', 0])
  assert.deepEqual(brief(await sent(agent)), ['user: hi', 'assistant: first', 'user: more', 'assistant: second'])
})

test('what is said while another turn runs is stored at once, seen by it, and answered once', async (t) => {
  let second: Promise<unknown> | undefined
  const model = scriptedModel((asked, step) => {
    if (step === 0) return { calls: [call('c', 'wait')] }
    return { text: `heard ${asked.messages.filter((each) => each.role === 'user').length}` }
  })
  const agent: Agent = await testAgent(t, {
    model,
    tools: [
      tool('wait', async (_args, { store }) => {
        second = takeTurn(agent, request('and this'))
        while ((await readMessages(store, 's-1')).length < 3) await sleep(5)
        return { text: 'waited' }
      }),
    ],
  })
  const first = await takeTurn(agent, request('do that'))
  assert.equal(first.text, 'heard 2')
  assert.deepEqual(await second, { session: 's-1', end: 'answered', text: 'heard 2', steps: 0, usage: NO_USAGE })
  const messages = await sent(agent)
  assert.deepEqual(brief(messages), [
    'user: do that',
    'assistant:  wait#c',
    'tool c: waited',
    'user: and this',
    'assistant: heard 2',
  ])
  assert.deepEqual(faultsIn(messages), [])
})

test('what is said while the model gives its last answer is answered by a turn of its own', async (t) => {
  let second: Promise<{ text: string }> | undefined
  const agent: Agent = await testAgent(t, {
    model: scriptedModel([
      {
        text: 'one',
        before: async () => {
          second = takeTurn(agent, request('late'))
          while ((await readMessages(agent.store, 's-1')).length < 2) await sleep(5)
        },
      },
      { text: 'two' },
    ]),
  })
  assert.equal((await takeTurn(agent, request('early'))).text, 'one')
  assert.equal((await second)?.text, 'two')
  assert.deepEqual(brief(await sent(agent)), ['user: early', 'assistant: one', 'user: late', 'assistant: two'])
})

test('a turn waits for nobody whose program is gone', async (t) => {
  const agent = await testAgent(t, { model: scriptedModel([{ text: 'ok' }]) })
  // No process has this id: it is above what the kernel gives out.
  await claimLease(agent.store, {
    name: 'turn:s-1',
    holder: 'test 99999999 x',
    now: Date.now(),
    until: Date.now() + 1e9,
  })
  assert.equal((await takeTurn(agent, request('hi'))).text, 'ok')
})

test('one who has lost the lease writes nothing any more', async (t) => {
  const agent: Agent = await testAgent(t, {
    model: scriptedModel([
      {
        text: 'too late',
        before: async () => {
          await agent.store.run("update lease set holder = 'somebody else' where name = 'turn:s-1'")
        },
      },
    ]),
  })
  await assert.rejects(takeTurn(agent, request('hi')), { code: 'session-busy' })
  assert.deepEqual(brief(await sent(agent)), ['user: hi'])
})

test("nobody gets into another owner's session", async (t) => {
  const agent = await testAgent(t, { model: scriptedModel([{ text: 'hi' }]) })
  await takeTurn(agent, request('mine'))
  await assert.rejects(takeTurn(agent, request('yours?', { owner: 'kim' })), { code: 'no-such-session' })
  await assert.rejects(takeTurn(agent, request('', { owner: 'kim', isResumed: true })), { code: 'no-such-session' })
  assert.equal((await readMessages(agent.store, 's-1')).length, 2)
})

test('what a killed program left open is answered for, marked, and not run', async (t) => {
  const model = scriptedModel([{ text: 'I will check' }])
  const agent = await testAgent(t, { model, tools: [tool('deploy', () => assert.fail('it was run again'))] })
  const now = agent.app.now()
  const base = { owner: 'sam', platform: 'cli', project: undefined, cwd: undefined, model: undefined, title: undefined }
  const times = { startedAt: now, lastAt: now, endedAt: undefined, endReason: undefined, usage: NO_USAGE }
  await ensureLiveSession(agent.store, { id: 's-1', ...base, systemPrompt: undefined, parent: undefined, ...times })
  await appendMessages(agent.store, 's-1', [
    { role: 'user', at: now, text: 'deploy both', isSynthetic: false },
    { role: 'assistant', at: now, text: '', calls: [call('a', 'deploy'), call('b', 'deploy')], isSynthetic: false },
  ])
  await beginCall(agent.store, 's-1', { callId: 'a', at: now })
  const result = await takeTurn(agent, request('', { isResumed: true }))
  assert.equal(result.text, 'I will check')
  const [, , a, b] = await sent(agent)
  assert.ok(a?.role === 'tool' && a.isSynthetic && a.kind === 'interrupted' && /effect is unknown/.test(a.text))
  assert.ok(b?.role === 'tool' && b.isSynthetic && b.kind === 'not-run' && /done nothing/.test(b.text))
})

test('ids that a model uses twice, or copies from examples, are made its own', async (t) => {
  const model = scriptedModel([
    { calls: [call('call_1', 'echo'), call('call_1', 'echo'), call('wseed123', 'echo'), call('', 'echo')] },
    { calls: [call('call_1', 'echo')] },
    { text: 'done' },
  ])
  const agent = await testAgent(t, { model, tools: [tool('echo', () => ({ text: 'ok' }))] })
  assert.equal((await takeTurn(agent, request('go'))).text, 'done')
  const messages = await sent(agent)
  assert.deepEqual(faultsIn(messages), [])
  const ids = messages.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : []))
  assert.equal(new Set(ids).size, 5)
  assert.ok(ids.every((id) => /^(call_1|c[0-9a-f]{8})$/.test(id)))
})

test('notices of processes are told at the next step, each once', async (t) => {
  const waiting = [['build ended with exit code 0'], [], []]
  const agent = await testAgent(t, {
    model: scriptedModel([{ calls: [call('c', 'echo')] }, { text: 'good' }]),
    tools: [tool('echo', () => ({ text: 'ok' }))],
    notices: {
      areWaiting: async (key) => key === 'chat-7' && (waiting[0]?.length ?? 0) > 0,
      claim: async () => waiting.shift() ?? [],
    },
  })
  await takeTurn(agent, request('go', { sessionKey: 'chat-7' }))
  assert.deepEqual(brief(await sent(agent)).slice(0, 2), ['user: go', 'user(notice): build ended with exit code 0'])
})

test('notes ride along with what is sent, and are not what the user said', async (t) => {
  const model = scriptedModel([{ text: 'ok' }])
  const agent = await testAgent(t, { model })
  await takeTurn(agent, request('hi', { notes: ['[It is late.]'] }))
  const [message] = model.asked[0]?.messages ?? []
  assert.ok(message?.role === 'user')
  assert.deepEqual([message.text, message.sentText], ['hi', '[It is late.]\n\nhi'])
})

test('notes that are taken from the store are taken with the message, once, however often it has to be stored', async (t) => {
  const model = scriptedModel([{ text: 'ok' }, { text: 'again' }])
  const begin = () => Promise.reject(new Error('no template can be read'))
  const warm = { isOptional: true, begin, again: async () => [], hint: async () => undefined }
  const agent = await testAgent(t, { model, warm })
  await agent.store.run("insert into platform_note (platform, name, value) values ('p', 'n', 'It is late.')")
  let stored = 0
  const taken = {
    notes: async (transaction: Connection) => {
      const rows = await transaction.all<{ value: string }>(
        "delete from platform_note where name = 'n' returning value",
      )
      return rows.map(({ value }) => value)
    },
    stored: () => void stored++,
  }
  await takeTurn(agent, request('hi', { messageId: 'm1', taken }))
  await takeTurn(agent, request('hi', { messageId: 'm1', taken }))
  await takeTurn(agent, request('ho', { messageId: 'm2', taken }))
  const texts = (await sent(agent)).flatMap((each) => (each.role === 'user' ? [each.sentText ?? each.text] : []))
  assert.deepEqual(texts, ['It is late.\n\nhi', 'ho'])
  assert.equal(stored, 3)
})

test('a store that somebody else writes to delays what was said, and loses nothing', async (t) => {
  const agent = await testAgent(t, { model: scriptedModel([{ text: 'here' }]) })
  const other = await openStore(agent.app.storeAddress)
  t.after(() => void other.close())
  let isHeld = true
  const holding = other.transaction(async (transaction) => {
    await transaction.run("insert into lease (name, holder, until) values ('x', 'y', 0)")
    await sleep(300)
    isHeld = false
  })
  const result = await takeTurn(agent, request('hi'))
  assert.equal(isHeld, false)
  assert.equal(result.text, 'here')
  await holding
})

test('a store that stays locked for longer than it waits itself is asked again', async (t) => {
  const agent = await testAgent(t, { model: scriptedModel([{ text: 'here' }]) })
  let failures = 0
  const store: Connection = {
    ...agent.store,
    transaction: (work) =>
      ++failures % 3 === 0
        ? agent.store.transaction(work)
        : Promise.reject(new AppError('store-busy', 'the store is in use by another process')),
  }
  assert.equal((await takeTurn({ ...agent, store }, request('hi'))).text, 'here')
  assert.deepEqual(brief(await sent(agent)), ['user: hi', 'assistant: here'])
})
