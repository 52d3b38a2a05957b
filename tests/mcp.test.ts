import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { WarmSessionAnswer } from '../src/verbs/warm-session/shape.ts'
import { importMessages } from '../src/sources/import-messages.ts'
import { openStore } from '../src/store/open.ts'
import {
  CLIENTS,
  fillStore,
  LETTERS,
  type McpClient,
  type RunningServer,
  serverEnv,
  SHOP,
  startHttp,
} from './support/mcp.ts'
import { scratch, testApp } from './support/store.ts'

type Reply = Record<string, unknown>

/** The answer of a tool, which must be the same as text and as data. */
const ask = async (client: McpClient, name: string, args?: Reply): Promise<Reply> => {
  const { content, structuredContent, isError } = await client.callTool({ name, ...(args ? { arguments: args } : {}) })
  const [{ text = '' } = {}] = content as { text?: string }[]
  const answer = JSON.parse(text) as Reply
  assert.deepEqual(structuredContent, answer)
  assert.equal(isError, answer['success'] !== true)
  return answer
}

const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name)

const messages = (letters: string) => [
  { role: 'user', content: 'Make the cart pass its tests.' },
  ...[...letters].flatMap((letter, at) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: `c${at}`, type: 'function', function: { name: 'terminal', arguments: `{"command":"make test-${at}"}` } },
      ],
    },
    {
      role: 'tool',
      tool_call_id: `c${at}`,
      content: JSON.stringify({ output: '', exit_code: letter === 'x' ? 2 : 0 }),
    },
  ]),
]

/** Sessions that a template can be built from. */
const fillHistory = async (home: string, address: string): Promise<void> => {
  const store = await openStore(address)
  await importMessages(
    store,
    [
      { id: 'one', messages: messages('.'.repeat(20)) },
      { id: 'two', messages: messages(`x${'.'.repeat(19)}`) },
    ],
    testApp(home, address),
  )
  await store.close()
}

/** One session of a client with everything the server has. */
const wholeSession = async (client: McpClient, own: string): Promise<void> => {
  assert.equal(client.serverVersion()?.name, 'warmstart')
  assert.match(client.instructions() ?? '', /lessons.*select_template/)
  assert.deepEqual(names((await client.listTools())['tools']), [
    'warm_session',
    'lessons',
    'select_template',
    'recovery_for_error',
    'report_outcome',
  ])

  const warm = async (args: Reply): Promise<Reply> => {
    const answer = await ask(client, 'warm_session', args)
    assert.deepEqual(v.parse(WarmSessionAnswer, answer), answer)
    return answer
  }
  const made = await warm({ action: 'build', name: own, min_messages: '30', tags: ['a', 'b'] })
  assert.equal(made['success'], true, JSON.stringify(made))
  assert.ok(names((await warm({ action: 'list' }))['templates']).includes(own))
  const loaded = await warm({ action: 'load', name: own })
  assert.equal(loaded['message_count'], (loaded['conversation_history'] as unknown[]).length)
  assert.equal((await warm({ action: 'profile', session_id: 'two' }))['error_rate'], 0.05)
  assert.equal((await warm({ action: 'compress-check', session_id: 'two' }))['has_compression'], false)
  assert.equal((await warm({ action: 'compress_check', session_id: 'two' }))['has_compression'], false)
  assert.equal((await warm({ action: 'compare', session_id: 'one', compare_with: 'two' }))['improvement'], 0.05)

  // A template that goes while somebody has its address.
  assert.ok(names((await client.listPrompts())['prompts']).includes(own))
  assert.ok((await client.readResource({ uri: `template://${own}` }))['contents'])
  assert.equal((await warm({ action: 'delete', name: own }))['success'], true)
  await assert.rejects(client.readResource({ uri: `template://${own}` }), /not found/i)
  await assert.rejects(client.getPrompt({ name: own }), /no template/)
  assert.match(String((await warm({ action: 'load', name: own }))['error']), /no template .*action list/)

  const key = `session-${own}`
  const task = 'Run the checkout tests of the cart package.'
  const asked = { task, project: '/home/sam/shop', session_key: key }
  const chosen = await ask(client, 'select_template', asked)
  assert.equal(chosen['success'], true, JSON.stringify(chosen))
  // What others report meanwhile changes chances, and not what this session was given.
  assert.equal((await ask(client, 'select_template', asked))['exposure'], chosen['exposure'])
  assert.ok(chosen['exposure'] !== null && (chosen['template'] ?? chosen['withheld']) !== null, JSON.stringify(chosen))
  if (chosen['arm'] === 'warm') assert.match(String(chosen['seed']), /go test/)
  else assert.equal(chosen['seed'], null)
  const reported = await ask(client, 'report_outcome', { session_key: key, outcome: 'success', note: 'all green' })
  assert.deepEqual(reported, { success: true, entries: 1, trials: 0 })

  const error = 'package "cart" is not in std'
  const { recoveries } = await ask(client, 'recovery_for_error', { tool: 'Bash', error })
  const [recovery] = recoveries as Reply[]
  assert.equal(recovery?.['strategy'], 'name the package by its path')
  assert.deepEqual([recovery?.['support'], recovery?.['success_rate']], [3, 0.8])
  assert.deepEqual(recovery?.['success_rate_interval'], { low: 0.37, high: 0.96, n: 5 })
  assert.match(String(recovery?.['expires_at']), /^\d{4}-/)
  assert.deepEqual(await ask(client, 'recovery_for_error', { tool: 'Bash', error: 'the cat is asleep' }), {
    success: true,
    recoveries: [],
    count: 0,
  })

  const prompts = names((await client.listPrompts())['prompts'])
  assert.deepEqual(prompts.slice(0, 2), ['lessons', 'warm_start'])
  assert.ok(prompts.includes(SHOP))
  assert.ok(!prompts.includes(LETTERS) && !prompts.includes('fresh') && !prompts.includes('foreign'))
  const textOf = async (name: string, args?: Record<string, string>): Promise<string> => {
    const { messages: said } = await client.getPrompt({ name, ...(args ? { arguments: args } : {}) })
    return (said as { content: { text: string } }[]).map(({ content }) => content.text).join('\n')
  }
  assert.match(
    await textOf('warm_start', { template: SHOP, task: 'Fix it.' }),
    new RegExp(`Say ${SHOP} first[^]*Fix it\\.$`),
  )
  assert.match(await textOf('warm_start', { task: 'Name a good tea.' }), /Name a good tea\.$/)
  assert.match(await textOf(SHOP), /go test/)

  const { resources } = await client.listResources()
  const uris = (resources as { uri: string }[]).map(({ uri }) => uri)
  assert.ok(uris.includes(`template://${SHOP}`) && uris.includes(`template://${encodeURIComponent(LETTERS)}/seed`))
  assert.ok(!uris.some((uri) => /fresh|foreign/.test(uri)))
  const read = async (uri: string): Promise<string> =>
    ((await client.readResource({ uri }))['contents'] as { text: string }[])[0]?.text ?? ''
  assert.equal((JSON.parse(await read(`template://${SHOP}`)) as Reply)['name'], SHOP)
  assert.match(await read(`template://${encodeURIComponent(LETTERS)}/seed`), /Say größe-ab first/)
  const { resourceTemplates } = await client.listResourceTemplates()
  assert.deepEqual(
    (resourceTemplates as { uriTemplate: string }[]).map(({ uriTemplate }) => uriTemplate),
    ['lessons://{project}', 'template://{name}', 'template://{name}/seed'],
  )
}

const WRONG: [tool: string, args: Reply | undefined, words: RegExp][] = [
  ['warm_session', undefined, /say what to do with action; the actions are build/],
  ['warm_session', { action: 'fly' }, /no action "fly"/],
  ['warm_session', { action: 'load' }, /load needs name/],
  ['lessons', { project: 'nothing-like-it' }, /no session was held in a project called nothing-like-it/],
  ['lessons', { max_tokens: 'few' }, /max_tokens must be a whole number, not "few"/],
  ['lessons', { project: '/home/sam/shop', max_tokens: 9_999 }, /1 to 2000 tokens, not 9999/],
  ['select_template', {}, /task is missing/],
  ['select_template', { task: 7 }, /task must be a text, not 7/],
  ['select_template', { task: 'x', type: 'code' }, /no parameter "type"; the parameters are task/],
  ['select_template', { task: 'x', task_type: 'cooking' }, /task_type must be one of code, file/],
  ['recovery_for_error', { tool: 'Bash' }, /error is missing/],
  ['report_outcome', { outcome: 'ok' }, /outcome must be one of success, failure/],
  ['report_outcome', { outcome: 'success' }, /session/],
  ['report_outcome', { outcome: 'success', session_key: 'nobody' }, /has no entry about nobody/],
]

const whatIsWrong = async (client: McpClient): Promise<void> => {
  for (const [tool, args, words] of WRONG) {
    const answer = await ask(client, tool, args)
    assert.equal(answer['success'], false)
    assert.match(String(answer['error']), words)
  }
  await assert.rejects(client.callTool({ name: 'sing' }), /no tool sing; the tools are warm_session/)
  await assert.rejects(client.getPrompt({ name: 'warm_start' }), /needs a task/)
  await assert.rejects(client.getPrompt({ name: 'fresh' }), /only active ones/)
  await assert.rejects(client.getPrompt({ name: 'foreign' }), /no template called foreign/)
  for (const uri of ['template://fresh', 'template://foreign', 'template://%', 'file:///etc/passwd', 'template://x/y'])
    await assert.rejects(client.readResource({ uri }), /not found/i)
}

suite('over standard input and output', () => {
  const home = scratch({ after })
  before(async () => fillHistory(home, await fillStore(home)))

  for (const [at, kind] of CLIENTS.entries())
    test(`a session of ${kind.title}`, async () => {
      const client = await kind.overStdio(serverEnv(home))
      try {
        await wholeSession(client, `built-${at}`)
        await whatIsWrong(client)
      } finally {
        await client.close()
      }
    })
})

suite('over HTTP', () => {
  const home = scratch({ after })
  let server: RunningServer
  before(async () => {
    await fillHistory(home, await fillStore(home))
    server = await startHttp(serverEnv(home))
  })
  after(() => server.stop())

  for (const [at, kind] of CLIENTS.entries())
    test(`a session of ${kind.title}`, async () => {
      const client = await kind.overHttp(server)
      try {
        await wholeSession(client, `built-${at}`)
        await whatIsWrong(client)
      } finally {
        await client.close()
      }
    })

  test('several clients at once, of both libraries, do not get in the way of each other', async () => {
    const clients = await Promise.all(CLIENTS.map((kind) => kind.overHttp(server)))
    await Promise.all(clients.map((client, at) => wholeSession(client, `at-once-${at}`)))
    await Promise.all(clients.map((client) => client.close()))
  })

  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}') =>
    fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${server.token}`,
        ...headers,
      },
      body,
    })

  const REFUSED: [title: string, status: number, words: RegExp, headers: () => Record<string, string>][] = [
    ['no token', 401, /Authorization: Bearer/, () => ({ authorization: '' })],
    ['a wrong token', 401, /Authorization: Bearer/, () => ({ authorization: `Bearer ${server.token}x` })],
    ['a token of another scheme', 401, /Bearer/, () => ({ authorization: `Basic ${server.token}` })],
    ['an origin of elsewhere', 403, /origin/i, () => ({ origin: 'https://elsewhere.example' })],
    ['the origin of a file', 403, /origin/i, () => ({ origin: 'null' })],
    [
      'an origin of elsewhere, before its token is looked at',
      403,
      /origin/i,
      () => ({ origin: 'http://a.example', authorization: '' }),
    ],
  ]
  for (const [title, status, words, headers] of REFUSED)
    test(`${title} is refused`, async () => {
      const response = await post(headers())
      assert.equal(response.status, status)
      assert.match(((await response.json()) as { error: { message: string } }).error.message, words)
    })

  test('a name of another host is refused, however it got here', async () => {
    const { hostname, port, pathname } = new URL(server.url)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'rebound.example', authorization: `Bearer ${server.token}` }
      request({ hostname, port, path: pathname, method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end('{}')
    })
    assert.equal(status, 403)
  })

  test('an address that is none is not found, and the server stays', async () => {
    const { hostname, port } = new URL(server.url)
    for (const path of ['//', '//[', 'http://[/mcp', '*', '/\\\\']) {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        request({ hostname, port, path, method: 'POST' }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .once('error', reject)
          .end('{}')
      })
      assert.deepEqual([path, status], [path, 404])
    }
    assert.equal((await post({})).status, 200)
  })

  test('a body that is too large is refused, and so is one that does not say how large it is', async () => {
    const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'x'.repeat(2 ** 21) } })
    const told = await post({}, large).then(
      ({ status }) => status,
      () => 'cut off',
    )
    assert.ok(told === 413 || told === 'cut off', String(told))
    const stream = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < 33; at++) controller.enqueue(new TextEncoder().encode('x'.repeat(2 ** 16)))
        controller.close()
      },
    })
    const untold = await fetch(server.url, {
      method: 'POST',
      duplex: 'half',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${server.token}`,
      },
      body: stream,
    } as RequestInit).then(
      ({ status }) => status,
      () => 'cut off',
    )
    assert.ok(untold === 413 || untold === 'cut off', String(untold))
    assert.equal((await post({ 'mcp-protocol-version': '2025-06-18' })).status, 200, 'and the next one is served')
  })

  test('what is no JSON and what is no request is answered, and the server stays', async () => {
    for (const body of [
      '',
      'x',
      '[]',
      '{}',
      '{"jsonrpc":"2.0"}',
      'null',
      '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    ])
      assert.ok((await post({}, body)).status >= 200)
    const elsewhere = await fetch(new URL('/other', server.url), {
      headers: { authorization: `Bearer ${server.token}` },
    })
    assert.equal(elsewhere.status, 404)
    assert.equal((await post({})).status, 200)
  })
})

suite('how it starts and ends', () => {
  test('a message without end on standard input ends it in words', (t) => {
    const program = join(import.meta.dirname, '..', 'bin', 'warmstart')
    const input = Buffer.alloc(11 * 1024 * 1024, 'x')
    const { status, stderr } = spawnSync(program, ['mcp', '--json'], { env: serverEnv(scratch(t)), input })
    assert.equal(status, 1, String(stderr))
    const { error } = JSON.parse(String(stderr)) as { error: { code: string; message: string } }
    assert.deepEqual([error.code, /larger than/.test(error.message)], ['not-read', true])
  })

  test('what is JSON and no message is told in one line each, and what comes after is answered', (t) => {
    const program = join(import.meta.dirname, '..', 'bin', 'warmstart')
    const input = 'null\n{}\nhello\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n'
    const { stdout, stderr } = spawnSync(program, ['mcp'], { env: serverEnv(scratch(t)), input })
    assert.match(String(stdout), /"id":7/)
    assert.match(String(stderr), /^(?:warmstart: a line on standard input is no message of MCP\n){2}$/)
  })

  test('it ends by itself, without an error, when its input does or a signal comes', async (t) => {
    const home = scratch(t)
    const program = join(import.meta.dirname, '..', 'bin', 'warmstart')
    const initialize = `${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    })}\n`
    for (const end of ['input', 'SIGINT', 'SIGTERM'] as const) {
      const child = spawn(program, ['mcp'], { env: serverEnv(home), stdio: ['pipe', 'pipe', 'pipe'] })
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said += String(chunk)
      })
      child.stdin.write(initialize)
      const [first] = (await once(child.stdout, 'data')) as [Buffer]
      const reply = JSON.parse(String(first)) as { result: { serverInfo: { name: string } } }
      assert.equal(reply.result.serverInfo.name, 'warmstart')
      if (end === 'input') child.stdin.end()
      else child.kill(end)
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      assert.deepEqual([end, code, signal, said], [end, 0, null, ''])
    }
    const server = await startHttp(serverEnv(home))
    assert.equal(await server.stop('SIGINT'), 0)
  })

  test('a token of your own is used and not printed; a short one is refused', async (t) => {
    const home = scratch(t)
    const token = 'a-token-of-ones-own-0123'
    const server = await startHttp(serverEnv(home, { WARMSTART_MCP_TOKEN: token }))
    t.after(() => server.stop())
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    assert.equal((await fetch(server.url, { method: 'POST', headers, body })).status, 200)
    assert.equal(server.token, token)
    const program = join(import.meta.dirname, '..', 'bin', 'warmstart')
    for (const [words, env, message] of [
      [['mcp', '--http'], { WARMSTART_MCP_TOKEN: 'short' }, /16 to 500/],
      [['mcp', '--port', '80'], {}, /--port belongs to --http/],
      [['mcp', '--http', '--port', 'x'], {}, /number from 0 to 65535/],
      [['mcp', '--http', '--port', new URL(server.url).port], {}, /cannot be served/],
    ] as const) {
      const { status, stderr } = spawnSync(program, words, { env: serverEnv(home, env), encoding: 'utf8' })
      assert.ok(status === 2 || /cannot be served/.test(stderr), `${status} ${stderr}`)
      assert.match(stderr, message)
    }
  })

  test('a store that is missing, not ours or newer is said by the tools, and used as soon as it is there', async (t) => {
    const home = scratch(t)
    const path = join(home, 'warmstart.db')
    const [kind] = CLIENTS
    assert.ok(kind !== undefined)
    const client = await kind.overStdio(serverEnv(home))
    t.after(() => client.close())
    const problem = async (): Promise<unknown> => (await ask(client, 'warm_session', { action: 'list' }))['error']
    const load = await ask(client, 'warm_session', { action: 'load', name: 'shop' })
    assert.match(String(load['error']), /there is no store at .*warmstart sync/)
    assert.deepEqual(names((await client.listPrompts())['prompts']), ['lessons', 'warm_start'])
    assert.deepEqual((await client.listResources())['resources'], [])
    writeFileSync(path, 'this is a letter, and no database at all')
    assert.match(String(await problem()), /is not an SQLite database|damaged/)
    rmSync(path)
    const address = await fillStore(home)
    assert.equal(await problem(), undefined)
    // Another file of the same name, as after moving a store away.
    rmSync(path)
    for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true })
    assert.match(String((await ask(client, 'report_outcome', { outcome: 'success' }))['error']), /there is no store at/)
    const store = await openStore(address)
    await store.run('insert into migration (id) values (9999)')
    await store.close()
    assert.match(String(await problem()), /newer|update warmstart/)
  })
})

test('without a store there are no templates: the list is empty, a slip in it is still told, and no store is made', async (t) => {
  const home = scratch(t)
  const [kind] = CLIENTS
  assert.ok(kind !== undefined)
  const client = await kind.overStdio(serverEnv(home))
  t.after(() => client.close())
  const answer = await ask(client, 'warm_session', { action: 'list' })
  assert.deepEqual(answer, { success: true, templates: [], count: 0, damaged: [] })
  assert.match(String((await ask(client, 'warm_session', { action: 'lst' }))['error']), /there is no action "lst"/)
  assert.ok(!existsSync(join(home, 'warmstart.db')))
})

test('the list of tools is what it was', async (t) => {
  const [kind] = CLIENTS
  assert.ok(kind !== undefined)
  const client = await kind.overStdio(serverEnv(scratch(t)))
  const { tools } = await client.listTools()
  await client.close()
  const golden = join(import.meta.dirname, 'golden', 'mcp-tools.json')
  const text = `${JSON.stringify({ instructions: client.instructions(), tools }, null, 2)}\n`
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(golden, text)
  assert.equal(text, readFileSync(golden, 'utf8'))
})

test('whatever the arguments are, every tool answers', async (t) => {
  const home = scratch(t)
  await fillStore(home)
  const [kind] = CLIENTS
  assert.ok(kind !== undefined)
  const client = await kind.overStdio(serverEnv(home))
  const keys = fc.constantFrom(
    'action',
    'task',
    'tool',
    'error',
    'outcome',
    'session_key',
    'project',
    'max_tokens',
    'name',
    'tags',
    '__proto__',
  )
  const args = fc.dictionary(keys, fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('list', 'load', 'success')))
  const tool = fc.constantFrom('warm_session', 'lessons', 'select_template', 'recovery_for_error', 'report_outcome')
  await fc.assert(
    fc.asyncProperty(tool, args, async (name, given) => {
      const answer = await ask(client, name, given)
      assert.equal(typeof answer['success'], 'boolean')
    }),
    { numRuns: 60 },
  )
  await client.close()
})
