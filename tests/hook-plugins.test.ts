import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { pluginText as openclawText } from '../src/interfaces/hooks/openclaw/plugin.ts'
import { pluginText as opencodeText } from '../src/interfaces/hooks/opencode/plugin.ts'
import { extensionText } from '../src/interfaces/hooks/pi/extension.ts'
import { scratch } from './support/store.ts'

type Asked = Record<string, unknown> & { hook_event_name: string }
type Handler = (...given: unknown[]) => Promise<unknown>

/** A program in our place that writes down what it is told and answers as it is set to, and the plugin that runs it. */
const laidOut = async (t: TestContext, textOf: (program: string) => string, answer = '{"text":"WARM"}') => {
  const home = scratch(t)
  const [program, log, file] = [join(home, 'warmstart'), join(home, 'asked'), join(home, 'plugin.mjs')]
  writeFileSync(program, `#!/bin/sh\ncat >> '${log}'\necho >> '${log}'\nprintf '%s' '${answer}'\n`)
  chmodSync(program, 0o755)
  writeFileSync(file, textOf(program))
  const asked = (): Asked[] =>
    !existsSync(log)
      ? []
      : readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Asked)
  const loaded = (await import(pathToFileURL(file).href)) as Record<string, unknown>
  return { asked, loaded, events: () => asked().map(({ hook_event_name }) => hook_event_name) }
}

suite('the plugin of OpenCode', () => {
  const start = async (t: TestContext, answer?: string) => {
    const { loaded, ...rest } = await laidOut(t, opencodeText, answer)
    const make = loaded['Warmstart'] as (given: object) => Promise<Record<string, Handler>>
    const hooks = await make({ directory: '/home/sam/shop' })
    const created = (id: string, parentID?: string) =>
      hooks['event']?.({ event: { type: 'session.created', properties: { info: { id, parentID }, sessionID: id } } })
    const say = async (sessionID: string, text: string) => {
      const parts: Record<string, unknown>[] = [{ id: 'prt_1', type: 'text', text }]
      await hooks['chat.message']?.({ sessionID }, { message: { id: 'msg_1' }, parts })
      return parts
    }
    return { ...rest, hooks, created, say }
  }

  test('puts the text into the message as a part behind it', async (t) => {
    const { created, say, asked } = await start(t)
    await created('one')
    const parts = await say('one', 'fix the cart')
    assert.deepEqual(parts[1], {
      id: 'prt_1w',
      type: 'text',
      text: 'WARM',
      synthetic: true,
      sessionID: 'one',
      messageID: 'msg_1',
    })
    assert.deepEqual(asked(), [
      { session_id: 'one', cwd: '/home/sam/shop', hook_event_name: 'prompt', prompt: 'fix the cart' },
    ])
  })

  test('says of a session from before that it goes on, and nothing of sub-agents', async (t) => {
    const { created, say, events, hooks } = await start(t)
    await say('old', 'and now?')
    await say('old', 'and then?')
    assert.deepEqual(events(), ['resume', 'prompt', 'prompt'])
    await created('child', 'old')
    assert.equal((await say('child', 'look around')).length, 1)
    const output = { output: 'x', metadata: { exit: 1 } }
    await hooks['tool.execute.after']?.({ tool: 'bash', sessionID: 'child', args: {} }, output)
    assert.equal(output.output, 'x')
    assert.equal(events().length, 3)
  })

  test('puts a hint behind the result of a call that failed, and of no other', async (t) => {
    const { hooks, events } = await start(t)
    const after = async (tool: string, exit: number | null | undefined) => {
      const output = { output: 'it said', metadata: { exit } }
      await hooks['tool.execute.after']?.({ tool, sessionID: 'one', args: { command: 'x' } }, output)
      return output.output
    }
    assert.equal(await after('bash', 0), 'it said')
    assert.equal(await after('read', undefined), 'it said')
    assert.equal(await after('bash', 1), 'it said\n\nWARM')
    assert.equal(await after('invalid', undefined), 'it said\n\nWARM')
    assert.deepEqual(events(), ['failure', 'failure'])
  })

  test('adds to the system prompt after a compaction alone, and never for a title', async (t) => {
    const { hooks, events } = await start(t)
    const systemOf = async (first: string) => {
      const system = [first]
      await hooks['experimental.chat.system.transform']?.({ sessionID: 'one' }, { system })
      return system.slice(1)
    }
    assert.deepEqual(await systemOf('You are an agent.'), [])
    await hooks['event']?.({ event: { type: 'session.compacted', properties: { sessionID: 'one' } } })
    assert.deepEqual(await systemOf('You are an agent.'), ['WARM'])
    assert.deepEqual(await systemOf('You are a title generator. You output only a title.'), [])
    assert.deepEqual(events(), ['compaction'])
  })

  test('goes on without a word where warmstart answers nonsense, nothing, or is gone', async (t) => {
    for (const answer of ['', 'no json', '{"text":7}', '[]']) {
      const { created, say } = await start(t, answer)
      await created('one')
      assert.equal((await say('one', 'fix the cart')).length, 1, answer)
    }
    const { loaded } = await laidOut(t, () => opencodeText('/not/there'))
    const make = loaded['Warmstart'] as (given: object) => Promise<Record<string, Handler>>
    const parts = [{ id: 'prt_1', type: 'text', text: 'x' }]
    await (await make({ directory: '/' }))['chat.message']?.({ sessionID: 'one' }, { message: { id: 'm' }, parts })
    assert.equal(parts.length, 1)
  })
})

suite('the extension of pi', () => {
  const start = async (t: TestContext, entries: { type: string }[] = []) => {
    const { loaded, ...rest } = await laidOut(t, extensionText)
    const handlers: Record<string, Handler> = {}
    const sent: unknown[] = []
    ;(loaded['default'] as (pi: object) => void)({
      on: (event: string, handler: Handler) => {
        handlers[event] = handler
      },
      sendMessage: (message: unknown) => sent.push(message),
    })
    const ctx = { cwd: '/home/sam/shop', sessionManager: { getSessionId: () => 'one', getEntries: () => entries } }
    return { ...rest, sent, fire: (event: string, given: object = {}) => handlers[event]?.(given, ctx) }
  }
  const MESSAGE = { customType: 'warmstart', content: 'WARM', display: false }

  test('gives a message before the turn, and says of a session with messages that it goes on', async (t) => {
    const { fire, events } = await start(t)
    await fire('session_start', { reason: 'startup' })
    assert.deepEqual(await fire('before_agent_start', { prompt: 'fix the cart' }), { message: MESSAGE })
    assert.deepEqual(events(), ['prompt'])
    const resumed = await start(t, [{ type: 'message' }])
    await resumed.fire('session_start', { reason: 'startup' })
    await resumed.fire('session_start', { reason: 'reload' })
    assert.deepEqual(resumed.events(), ['resume'])
  })

  test('puts a hint behind a result that is an error, sends the text after a compaction, and tells the end', async (t) => {
    const { fire, sent, asked } = await start(t)
    const content = [{ type: 'text', text: 'it said' }]
    assert.equal(await fire('tool_result', { isError: false, content }), undefined)
    assert.deepEqual(await fire('tool_result', { isError: true, toolName: 'bash', input: { command: 'x' }, content }), {
      content: [...content, { type: 'text', text: 'WARM' }],
    })
    await fire('session_compact')
    assert.deepEqual(sent, [MESSAGE])
    await fire('session_shutdown', { reason: 'quit' })
    assert.deepEqual(
      asked().map(({ hook_event_name, error }) => [hook_event_name, error]),
      [
        ['failure', 'it said'],
        ['compaction', undefined],
        ['end', undefined],
      ],
    )
  })
})

suite('the plugin of OpenClaw', () => {
  const start = async (t: TestContext) => {
    const { loaded, ...rest } = await laidOut(t, openclawText)
    const handlers: Record<string, Handler> = {}
    ;(loaded['default'] as { register(api: object): void }).register({
      on: (event: string, handler: Handler) => {
        handlers[event] = handler
      },
    })
    const ctx = { sessionId: 'one', sessionKey: 'agent:main:main', workspaceDir: '/home/sam/shop', trigger: 'user' }
    return {
      ...rest,
      fire: (event: string, given: object = {}, more: object = {}) => handlers[event]?.(given, { ...ctx, ...more }),
    }
  }

  test('adds what a session was told to every turn', async (t) => {
    const { fire, events } = await start(t)
    assert.deepEqual(await fire('before_prompt_build', { prompt: 'a', messages: [] }), { appendSystemContext: 'WARM' })
    assert.deepEqual(await fire('before_prompt_build', { prompt: 'b', messages: [1] }), {
      appendSystemContext: 'WARM\n\nWARM',
    })
    assert.deepEqual(events(), ['prompt', 'prompt'])
  })

  test('asks for what was told before where the program was started anew', async (t) => {
    const { fire, events } = await start(t)
    await fire('before_prompt_build', { prompt: 'b', messages: [1] })
    assert.deepEqual(events(), ['resume', 'compaction', 'prompt'])
  })

  test('gives nothing where other people may write, and nothing to turns that no person asked for', async (t) => {
    const { fire, events } = await start(t)
    for (const more of [
      { sessionKey: 'agent:main:telegram:group:-1001' },
      { sessionKey: 'agent:main:discord:channel:7' },
      { sessionKey: undefined },
      { trigger: 'heartbeat' },
      { trigger: 'cron' },
      { sessionId: undefined },
    ])
      assert.equal(await fire('before_prompt_build', { prompt: 'a', messages: [] }, more), undefined)
    await fire('agent_end', {}, { sessionKey: 'agent:main:telegram:group:-1001' })
    assert.deepEqual(events(), [])
    await fire('agent_end')
    await fire('session_end', { sessionId: 'one' })
    assert.deepEqual(events(), ['pause', 'end'])
  })
})
