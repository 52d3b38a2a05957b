import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import * as v from 'valibot'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import type { Script } from '../src/scripted-model/script.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import { AgentRun } from '../src/verbs/run/shape.ts'
import type { LiveMessage } from '../src/schema/live-session.ts'
import type { Connection } from '../src/store/connection.ts'
import { readMessages } from '../src/store/live/live-message.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { agentPlace } from './support/agent-program.ts'
import { recoveryDraft, templateDraft } from './support/template-fixture.ts'

/** `--warm off` as people use it: the same work with a template that fits, once with it and once without. */
const TASK = 'run go test on the cart package of the shop, please'
const FAILING = { path: 'cart.go' }
const RECOVERY = recoveryDraft('File not found: cart.go', {
  tool: 'read_file',
  failed: FAILING,
  workedTool: 'read_file',
  worked: { path: 'cart/cart.go' },
  strategy: 'name the file with its package',
  expiresAt: null,
})

const SCRIPT: Script = {
  rules: [
    {
      when: { last: 'user', userContains: 'go test' },
      reply: { text: 'I try.', calls: [{ tool: 'read_file', args: FAILING, id: 'first' }] },
    },
  ],
  otherwise: { text: 'It failed.' },
}

let server: MockModel
before(async () => {
  server = await serveMockModel(SCRIPT)
})
after(() => server.close())

interface SentMessage {
  role: string
  content?: unknown
}

/** What one session left behind, without what no two sessions share: its id, its times and what its words cost. */
interface Left {
  code: number | null
  notes: string
  run: Omit<AgentRun, 'session' | 'usage'>
  /** What was sent each time the model was asked. */
  asked: { messages: SentMessage[] }[]
  kept: Record<string, unknown>[]
  exposures: number
  deliveries: number
}

/** A home in which a template fits whatever is asked, and every session that may be warm is. */
const shop = async (t: Parameters<typeof agentPlace>[0], settings: Record<string, unknown> = {}) => {
  const place = agentPlace(t, server, { WARMSTART_ARM: 'warm' })
  const home = join(place.root, '.warmstart')
  mkdirSync(home)
  writeFileSync(join(home, 'warmstart.config.json'), JSON.stringify(settings))
  const withStore = async <T>(work: (store: Connection) => Promise<T>): Promise<T> => {
    const store = await openStore(`sqlite:${join(home, 'warmstart.db')}`)
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  await withStore(async (store) => {
    const { scope, ...draft } = templateDraft({ recoveries: [RECOVERY] })
    const now = Date.now()
    const own = { ...draft, scope: { ...scope, project: null } }
    await saveTemplate(store, { owner: 'sam', name: 'shop-go', state: 'active', draft: own, now })
    await refreshReady(store, { owner: 'sam', now })
  })
  /** Runs a command that takes turns in one session, and gives what it left. */
  const left = async (words: readonly string[], input?: string): Promise<Left> => {
    const before = server.count()
    const ran = await place.run([...words, ...place.model, '--tools', 'read', '--json'], input)
    const last = ran.stdout.trim().split('\n').at(-1) ?? ''
    const { session, usage: _usage, ...run } = v.parse(AgentRun, JSON.parse(last))
    const counted = (store: Connection, table: 'exposure' | 'delivery') =>
      store.all<{ n: number }>(`select count(*) as n from ${table} where session_key = ?`, [session])
    const { messages, exposures, deliveries } = await withStore(async (store) => ({
      messages: await readMessages(store, session),
      exposures: (await counted(store, 'exposure'))[0]?.n ?? 0,
      deliveries: (await counted(store, 'delivery'))[0]?.n ?? 0,
    }))
    return {
      code: ran.code,
      notes: ran.stderr,
      run,
      asked: server
        .requests()
        .filter(({ number }) => number > before)
        .map(({ body }) => withoutIds(body) as { messages: SentMessage[] }),
      kept: messages.map((message) => withoutIds(withoutTimes(message))),
      exposures,
      deliveries,
    }
  }
  return { ...place, left }
}

const withoutTimes = (message: LiveMessage): Record<string, unknown> => {
  const { position: _position, at: _at, place: _place, ...rest } = message
  const { usage: _usage, contextTokens: _tokens, ...said } = rest as Record<string, unknown>
  return said
}

/** Ids of calls are made unlike all others. */
const withoutIds = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(/first_[0-9a-f]{16}/g, 'first')) as T

/** What the template put into a session, and everything else. */
const parted = ({ kept, asked }: Left) => {
  const given = kept.filter(({ kind }) => kind === 'seed' || kind === 'hint').map(({ text }) => text)
  const isGiven = ({ content }: SentMessage): boolean => given.includes(content)
  return {
    given,
    kept: kept.filter(({ kind }) => kind !== 'seed' && kind !== 'hint'),
    asked: asked.map((body) => ({ ...body, messages: body.messages.filter((message) => !isGiven(message)) })),
  }
}

const assertCold = (off: Left): void => {
  assert.deepEqual(
    off.kept.map(({ role, isSynthetic }) => [role, isSynthetic]),
    [
      ['user', false],
      ['assistant', false],
      ['tool', false],
      ['assistant', false],
    ],
    'nothing is put in front, and nothing in between',
  )
  assert.deepEqual(
    off.asked.map(({ messages }) => messages.map(({ role }) => role)),
    [
      ['system', 'user'],
      ['system', 'user', 'assistant', 'tool'],
    ],
  )
  assert.deepEqual([off.exposures, off.deliveries], [0, 0], 'nothing is written down as delivered')
}

const WAYS: [name: string, words: string[], input?: string][] = [
  ['run', ['run', TASK]],
  ['chat', ['chat'], `${TASK}\n`],
]

for (const [name, words, input] of WAYS)
  suite(`${name} --warm off`, () => {
    test('gives nothing and writes nothing down; but for what was given, on and off are the same', async (t) => {
      const { left, run } = await shop(t)
      const off = await left([...words, '--warm', 'off'], input)
      assertCold(off)
      const nothing = JSON.parse((await run(['ledger', '--json'])).stdout) as { entries: unknown[] }
      assert.deepEqual(nothing.entries, [])

      const on = await left([...words, '--warm', 'auto'], input)
      const { given, kept, asked } = parted(on)
      assert.equal(given.length, 2, 'a seed and a hint were given, so that there is a difference to look for')
      assert.deepEqual([on.exposures, on.deliveries], [2, 1])
      assert.deepEqual([on.code, on.notes, on.run], [off.code, off.notes, off.run])
      assert.deepEqual(kept, off.kept)
      assert.deepEqual(asked, off.asked)
    })

    test('is what the configuration may say too, and a flag goes before it', async (t) => {
      const { left } = await shop(t, { agent: { warm: 'off' } })
      assertCold(await left(words, input))
      const named = await left([...words, '--warm', 'shop-go'], input)
      assert.ok(parted(named).given.length > 0)
      assert.equal(named.exposures, 1)
    })

    test('both count alike for whoever reads them as history', async (t) => {
      const { left, run } = await shop(t)
      for (const warm of ['off', 'auto']) await left([...words, '--warm', warm], input)
      assert.equal((await run(['sync', '--json'])).code, 0)
      const calls = (await run(['calls', '--json'])).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ tool, subject, outcome }) => ({ tool, subject, outcome }))
      assert.equal(calls.length, 2)
      assert.deepEqual(calls[0], calls[1])
      assert.equal(calls[0]?.['outcome'], 'error')
    })
  })

test('a session that began without goes on without, and one that began with keeps what it was given', async (t) => {
  const { left } = await shop(t)
  const resume = async (how: string): Promise<Left> => left(['run', 'go test again', '--continue', '--warm', how])
  await left(['run', TASK, '--warm', 'off'])
  const stillCold = await resume('off')
  assert.deepEqual([parted(stillCold).given, stillCold.exposures], [[], 0])

  const warm = await left(['run', TASK, '--warm', 'auto'])
  const [seed] = parted(warm).given
  const goesOn = await resume('off')
  assert.deepEqual([parted(goesOn).given, goesOn.exposures], [parted(warm).given, warm.exposures])
  assert.equal(goesOn.asked[0]?.messages[1]?.content, seed, 'what is sent begins with what was sent')
})

test('/warm off in a chat is the same as the flag, for the session that begins next', async (t) => {
  const { left } = await shop(t)
  assertCold(await left(['chat'], `/warm off\n${TASK}\n`))
  const { kept, exposures } = await left(['chat'], `hello\n/warm off\n/new\n${TASK}\n`)
  assert.deepEqual([kept.filter(({ isSynthetic }) => isSynthetic).length, exposures], [0, 0])
})
