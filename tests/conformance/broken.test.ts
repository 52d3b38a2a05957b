import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { ConnectedPlatform } from '../../src/gateway/platform.ts'
import type { Format } from '../../src/provision/format.ts'
import { formatNamed } from '../../src/provision/formats.ts'
import { SOURCES } from '../../src/sources/registry.ts'
import type { Parser, Source } from '../../src/sources/source.ts'
import { type Check, runChecks } from '../../src/testing/check.ts'
import { platformChecks } from '../../src/testing/platform-checks.ts'
import { seedFormatChecks } from '../../src/testing/seed-format-checks.ts'
import { sourceChecks } from '../../src/testing/source-checks.ts'
import { testPlatform } from '../support/gateway.ts'
import { TALK_FORMS } from '../support/talk-forms.ts'

/** The problem that a check reports; the check is found by a part of its name. */
const problemOf = async (checks: readonly Check[], part: string): Promise<string> => {
  const results = await runChecks(checks.filter(({ name }) => name.includes(part)))
  return results.map(({ problem }) => problem ?? '').join('\n')
}

/** Names of the checks that found something. */
const failing = async (checks: readonly Check[]): Promise<string[]> =>
  (await runChecks(checks)).flatMap(({ name, problem }) => (problem === undefined ? [] : [name]))

suite('a source', () => {
  interface Line {
    s: string
    tool?: string
    id?: string
    out?: string
  }
  const lines: Line[] = [
    { s: 'one' },
    { s: 'one', tool: 'look', id: 'a' },
    { s: 'one', id: 'a', out: 'found' },
    { s: 'one', tool: 'look', id: 'b' },
    { s: 'one', id: 'b', out: 'found' },
  ]
  const call = { session: 'one', tool: 'look', outcome: 'ok' }
  const fixtures = {
    layOut: (directory: string) => {
      mkdirSync(directory)
      writeFileSync(join(directory, 'a.made-up'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
    expected: {
      sessions: [{ session: 'one', messages: 2, userMessages: 0, calls: 2 }],
      calls: [
        { ...call, position: 1, line: 2 },
        { ...call, position: 2, line: 4 },
      ],
      issues: [],
      compactions: 0,
    },
  }
  const none = {
    exitCodes: 'no',
    usage: 'no',
    cost: 'no',
    compactions: 'no',
    subagents: 'no',
    projects: 'no',
    systemMessages: 'no',
  } as const
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

  const madeUp = (given: Partial<Source> = {}, change: (parser: Parser) => Parser = (same) => same): Source => ({
    name: 'made-up',
    title: 'Made up',
    version: 1,
    shapes: ['lines'],
    callIdsRepeat: false,
    flagIsComplete: true,
    capabilities: { outcomes: 'yes', ...none },
    locations: () => [],
    accepts: (path) => (path.endsWith('.made-up') ? 'lines' : undefined),
    recognises: ({ records }) => records.some((record) => typeof (record as Line | null)?.s === 'string'),
    reader: async () => ({
      createParser: (_file, emit) =>
        change({
          read: (record, line) => {
            const { s, tool, id, out } = (record ?? {}) as Record<string, unknown>
            const [session, callId = 'none'] = [textOf(s), textOf(id)]
            if (session === undefined) return
            if (typeof tool === 'string' && tool !== '')
              emit.event({ type: 'tool-call', session, line, tool, callId, args: {} })
            if (typeof out === 'string')
              emit.event({ type: 'tool-result', session, line, callId, text: out, flag: 'ok' })
          },
          save: () => undefined,
        }),
    }),
    ...given,
  })

  test('that keeps its promises passes, and is forgotten afterwards', async () => {
    assert.deepEqual(await failing(sourceChecks(madeUp(), fixtures)), [])
    assert.ok(!SOURCES.some(({ name }) => name === 'made-up'))
  })

  test('whose name is taken is told so', async () => {
    const [first] = sourceChecks(madeUp({ name: SOURCES[0]?.name ?? '' }), fixtures)
    assert.ok(first !== undefined)
    await assert.rejects(first.run(), /there is a source .* already/)
  })

  test('whose parser throws is found out', async () => {
    const source = madeUp({}, ({ read, ...parser }) => ({
      ...parser,
      read: (record, line) => {
        if ((record as Line).tool?.startsWith('look') === false) return
        read(record, line)
      },
    }))
    assert.deepEqual(await failing(sourceChecks(source, fixtures)), [
      'whatever a field holds, nothing throws and events stay well-formed',
    ])
  })

  test('that forgets what it had read of a file that grows is found out', async () => {
    const source = madeUp({}, ({ read }) => {
      let count = 0
      return {
        read: (record, line) => (count++ === 0 && line > 1 ? undefined : read(record, line)),
        save: () => count,
      }
    })
    assert.deepEqual(await failing(sourceChecks(source, fixtures)), [
      'files that grow between runs come to the same facts as files read in one go',
    ])
  })

  test('that declares what its records do not tell, or recognises none of them, is found out', async () => {
    const source = madeUp({ capabilities: { outcomes: 'yes', ...none, cost: 'yes' }, recognises: () => false })
    assert.deepEqual(await failing(sourceChecks(source, fixtures)), [
      'its fixtures tell what it declares that its records can tell, and nothing else',
      'its files are recognised by their content',
    ])
  })

  test('whose fixtures come out otherwise than expected is found out', async () => {
    const expected = { ...fixtures.expected, compactions: 1 }
    assert.deepEqual(await failing(sourceChecks(madeUp(), { ...fixtures, expected })), [
      'its fixtures come out as a person says they must',
    ])
  })
})

suite('what a check of a source says', () => {
  const write = (directory: string, records: readonly unknown[]): void => {
    mkdirSync(directory)
    writeFileSync(join(directory, 'a.said'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }
  const said: Source = {
    name: 'said',
    title: 'Said',
    version: 1,
    shapes: ['lines'],
    callIdsRepeat: false,
    flagIsComplete: true,
    capabilities: {
      outcomes: 'yes',
      exitCodes: 'no',
      usage: 'no',
      cost: 'partly',
      compactions: 'no',
      subagents: 'no',
      projects: 'no',
      systemMessages: 'no',
    },
    locations: () => [],
    accepts: () => 'lines',
    recognises: () => true,
    reader: async () => ({
      createParser: (_file, emit) => ({
        read: (record, line) => {
          const { code } = (record ?? {}) as { code: number }
          const base = { session: 'one', line, callId: `c${line}` }
          emit.event({ ...base, type: 'tool-call', tool: 'look', args: {} })
          emit.event({ ...base, type: 'tool-result', text: '', exitCode: code })
        },
        save: () => undefined,
      }),
    }),
  }
  const checksWith = (calls: readonly object[]): Check[] =>
    sourceChecks(said, {
      layOut: (directory) => write(directory, [{ code: 1 }, { code: 0 }]),
      expected: {
        sessions: [{ session: 'one', messages: 2, userMessages: 0, calls: 2 }],
        calls: calls as { session: string; tool: string; outcome: string; position: number; line: number }[],
        issues: [],
        compactions: 0,
      },
    })
  const call = { session: 'one', tool: 'look', outcome: 'error', position: 1, line: 1 }

  test('names the expected call that has no position', async () => {
    const { position: _position, ...without } = call
    const problem = await problemOf(checksWith([call, without]), 'come out')
    assert.match(problem, /^call 2 of the expected calls \(look\) needs its position: 1 for the first call/)
  })

  test('names the call that came out otherwise', async () => {
    const problem = await problemOf(checksWith([call, { ...call, position: 2, line: 2 }]), 'come out')
    assert.match(problem, /^call one {2}#2 \(\+ imported, - expected\)\n[^]*\+ {3}outcome: 'ok'/)
  })

  test('names the capability that is declared wrong, and what to do', async () => {
    assert.equal(
      await problemOf(checksWith([]), 'declares'),
      [
        "exitCodes is declared 'no', but the fixtures tell it: declare 'yes' or 'partly'",
        "cost is declared 'partly', but no fixture tells it: add a fixture, or declare 'no'",
      ].join('\n'),
    )
  })

  test('names the field of the record, and the field of the event that became wrong', async () => {
    const problem = await problemOf(checksWith([]), 'whatever a field holds')
    assert.match(
      problem,
      /^a\.said, line \d, with code replaced by .{1,60}:\n`exitCode` of a tool-result event is .{0,60}; it must be a finite number, or absent$/,
    )
  })
})

suite('a platform', () => {
  const checksOf = (change: (connected: ConnectedPlatform) => Partial<ConnectedPlatform>): Check[] =>
    platformChecks(async () => {
      const double = testPlatform('pigeon', { messageChars: 100 })
      const { connect } = double.platform
      const platform = {
        ...double.platform,
        connect: async (host: Parameters<typeof connect>[0]) => {
          const connected = await connect(host)
          return { ...connected, ...change(connected) }
        },
      }
      return {
        platform,
        say: async ({ id, text }) => {
          if (double.isListening()) await double.say(text, { messageId: id })
        },
        heard: async () => double.sent.map(({ text }) => text),
      }
    })

  test('that keeps its promises passes', async () => {
    assert.deepEqual(await failing(checksOf(() => ({}))), [])
  })

  test('that throws when it sends is found out', async () => {
    const throwing = checksOf(({ send }) => ({
      send: async (message) => {
        if (message.chatId.includes('/')) throw new Error('no such chat')
        return send(message)
      },
    }))
    assert.deepEqual(await failing(throwing), ['sending never throws, whatever the chat is called'])
  })

  test('that says everything twice is found out', async () => {
    const twice = checksOf(({ send }) => ({
      send: async (message) => {
        await send(message)
        return send(message)
      },
    }))
    const [, once] = twice
    assert.ok(once !== undefined)
    await assert.rejects(once.run())
  })
})

suite('a seed format', () => {
  const chat = formatNamed('openai-chat')
  const conversation = TALK_FORMS[chat.name]
  const checksOf = (changes: Partial<Format>): Check[] =>
    seedFormatChecks({ ...chat, ...changes }, conversation === undefined ? undefined : { conversation })
  const { text, history = text } = chat.compile

  test('that keeps its promises passes', async () => {
    assert.deepEqual(await failing(checksOf({})), [])
  })

  test('that loses the real message is found out', async () => {
    const silent = {
      text: (seed: Parameters<typeof text>[0], { conversation }: Parameters<typeof text>[1]) =>
        text(seed, { conversation }),
    }
    assert.deepEqual(await failing(checksOf({ compile: silent })), [
      'the real message comes last, whatever it says',
      'any conversation stays whole and in order around the seed, and valid',
    ])
  })

  test('that gives other bytes every time, or throws at what it reads, is found out', async () => {
    let count = 0
    const changing = {
      history,
      text: (...given: Parameters<typeof text>) => [...(text(...given) as unknown[]), count++],
    }
    assert.ok((await failing(checksOf({ compile: changing }))).length >= 3)
    const read = (value: unknown) => chat.read((value as unknown[]).slice())
    assert.ok(
      (await failing(checksOf({ read }))).includes(
        'whatever it is given to read, it says what is wrong instead of throwing',
      ),
    )
  })

  test('that takes conversations needs one to be checked with', async () => {
    assert.deepEqual(await failing(seedFormatChecks(chat)), [
      'any conversation stays whole and in order around the seed, and valid',
    ])
  })
})
