import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sync } from '../src/verbs/sync/operation.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { contentOf, scratch, testApp } from './support/store.ts'

const ORIGIN = '0a0a0a0a-0000-4000-8000-00000000000f'
const FORK = '0a0a0a0a-0000-4000-8000-000000000001'
const OTHER = '0a0a0a0a-0000-4000-8000-000000000002'

interface Line {
  at: number
  type: 'user' | 'assistant'
  message: object
}

const asked = (at: number): Line => ({ at, type: 'user', message: { role: 'user', content: 'go on' } })

/** An answer that makes one call and costs `input` and `output`. */
const answered = (at: number, id: string, [input, output]: [number, number]): Line => ({
  at,
  type: 'assistant',
  message: {
    id,
    role: 'assistant',
    model: 'sol-5',
    content: [{ type: 'tool_use', id: `toolu_01Xy${id}Qz7`, name: 'Read', input: { file_path: 'a' } }],
    usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: 10 * input },
  },
})

const written = (lines: readonly Line[], session: string, more: object = {}): string =>
  lines
    .map(({ at, type, message }) =>
      JSON.stringify({
        type,
        uuid: `u${at}`,
        sessionId: session,
        timestamp: `2026-10-01T10:00:${String(at).padStart(2, '0')}.000Z`,
        version: '2.1.326',
        ...(type === 'assistant' ? { requestSessionId: session } : {}),
        ...more,
        message,
      }),
    )
    .map((line) => `${line}\n`)
    .join('')

const put = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const FIRST = [asked(1), answered(2, 'msg_1', [100, 10]), answered(3, 'msg_2', [200, 20])]
const OWN = [asked(4), answered(5, 'msg_3', [400, 40])]

for (const { engine, address } of bothEngines()) {
  const reader = async (t: Parameters<typeof scratch>[0]) => {
    const app = testApp(scratch(t), address(scratch(t)))
    const store = await openStore(app.storeAddress)
    t.after(() => void store.close())
    const root = scratch(t)
    const read = async (rebuild = false) => {
      await sync(app, store, { targets: [{ source: 'claude-code', path: root }], rebuild })
      const { sessions, calls } = await contentOf(app, store)
      const tokens = sessions
        .toSorted((a, b) => (a.session < b.session ? -1 : 1))
        .map((one) => [one.session.slice(-2), one.tokens.input, one.tokens.output, one.costUsd])
      return { tokens, sessions, calls }
    }
    return { root, read }
  }

  test(`${engine}: what a fork copies costs nothing twice, and the fork knows where it comes from`, async (t) => {
    const { root, read } = await reader(t)
    const copied = written(FIRST, FORK, { requestSessionId: ORIGIN })
    put(root, `${FORK}.jsonl`, copied + written(OWN, FORK))
    // Alone, the fork is all that is known of the copied answers.
    assert.deepEqual((await read()).tokens, [['01', 700, 70, null]])
    put(root, `${ORIGIN}.jsonl`, written(FIRST, ORIGIN))
    const { tokens, sessions } = await read()
    assert.deepEqual(tokens, [
      ['01', 400, 40, null],
      ['0f', 300, 30, null],
    ])
    const fork = sessions.find((one) => one.session === FORK)
    assert.deepEqual([fork?.parent, fork?.tokens.cacheRead], [{ session: ORIGIN, kind: 'branch' }, 4_000])
    assert.deepEqual((await read(true)).tokens, tokens)
  })

  test(`${engine}: a hand-over to the background costs nothing twice, though it points nowhere`, async (t) => {
    const { root, read } = await reader(t)
    const bg = { sessionKind: 'bg', requestSessionId: undefined }
    put(root, `${ORIGIN}.jsonl`, written(FIRST, ORIGIN, { requestSessionId: undefined }))
    put(root, `${FORK}.jsonl`, written([...FIRST, ...OWN], FORK, bg))
    const { tokens, calls } = await read()
    assert.deepEqual(tokens, [
      ['01', 400, 40, null],
      ['0f', 300, 30, null],
    ])
    assert.deepEqual(calls.map((call) => call.session.slice(-2)).toSorted(), ['01', '0f', '0f'])
  })

  test(`${engine}: tokens of sub-agents are the session's, and ids of sub-agents may repeat in other sessions`, async (t) => {
    const { root, read } = await reader(t)
    for (const [session, id] of [
      [ORIGIN, 'msg_a'],
      [OTHER, 'msg_b'],
    ] as const) {
      put(root, `${session}.jsonl`, written([asked(1), answered(2, `${id}1`, [100, 10])], session))
      const sidechain = written([asked(3), answered(4, `${id}2`, [7, 3])], session, {
        isSidechain: true,
        agentId: 'abc',
      })
      put(root, `${session}/subagents/agent-abc.jsonl`, sidechain)
    }
    const { tokens, calls } = await read()
    assert.deepEqual(tokens, [
      ['02', 107, 13, null],
      ['0f', 107, 13, null],
    ])
    assert.deepEqual(calls.map((call) => `${call.session.slice(-2)} ${call.agent ?? 'main'}`).toSorted(), [
      '02 abc',
      '02 main',
      '0f abc',
      '0f main',
    ])
  })

  test(`${engine}: an answer that is streamed counts with its last output, also when it comes in two runs`, async (t) => {
    const { root, read } = await reader(t)
    put(root, `${ORIGIN}.jsonl`, written([asked(1), answered(2, 'msg_1', [100, 5])], ORIGIN))
    assert.deepEqual((await read()).tokens, [['0f', 100, 5, null]])
    put(
      root,
      `${ORIGIN}.jsonl`,
      written([asked(1), answered(2, 'msg_1', [100, 5]), answered(3, 'msg_1', [100, 631])], ORIGIN),
    )
    assert.deepEqual((await read()).tokens, [['0f', 100, 631, null]])
  })

  test(`${engine}: the recorded cost is the session's, added up where the count began anew; zero is a price`, async (t) => {
    const { root, read } = await reader(t)
    const cost = (totalCostUSD: unknown, sessionId = ORIGIN) =>
      `${JSON.stringify({ type: 'cost-state', sessionId, startTime: 1_790_730_000_000, totalCostUSD })}\n`
    const session = written(FIRST, ORIGIN)
    put(
      root,
      `${ORIGIN}.jsonl`,
      session + cost(0.25) + cost(0.5) + cost('much') + cost(-1) + cost(9, OTHER) + cost(0.125),
    )
    assert.deepEqual((await read()).tokens, [['0f', 300, 30, 0.625]])
    put(root, `${OTHER}.jsonl`, written([asked(1), answered(2, 'msg_9', [1, 1])], OTHER) + cost(0, OTHER))
    assert.deepEqual((await read()).tokens[0], ['02', 1, 1, 0])
  })
}
